import fc from 'fast-check'
import type {
  AttributeName,
  EntityShape,
  Normalize,
  PointerShape,
  SequenceShape,
  Shape,
  UniqueShape,
} from './shape.js'

const rarely = fc.boolean().chain((one) => fc.boolean().map((two) => one && two))

const scope = fc.constantFrom<readonly AttributeName[]>([], [], ['t'], ['t', 'org'])

const normalize = fc.constantFrom<Normalize | undefined>(
  undefined,
  undefined,
  'lowercase',
  'trim',
  'both',
  'custom',
)

const form = fc.record({
  normalize,
  hash: fc.constantFrom<UniqueShape['hash']>(undefined, undefined, undefined, 'plain', 'secret'),
  prefix: fc.constantFrom<UniqueShape['prefix']>(undefined, undefined, undefined, 'text', 'function'),
  sortKey: rarely,
})

/** Options that are absent are left out, as somebody would write them. */
function definedOf<T extends object>(options: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined && value !== false)
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> }
}

const unique = fc
  .record({
    attributes: fc.constantFrom<readonly AttributeName[]>(
      ['a'],
      ['a'],
      ['b'],
      ['n'],
      ['w'],
      ['hid'],
      ['a', 'b'],
      ['b', 'f'],
    ),
    scope,
    unless: rarely,
    options: form,
  })
  .map(({ attributes, scope: within, unless, options }) => ({
    attributes,
    scope: within,
    ...definedOf({ unless, ...options }),
  }))

const pointer = fc.record({
  attribute: fc.constantFrom<AttributeName>('at', 'at', 'n', 'b'),
  scope,
  order: fc.constantFrom<PointerShape['order']>('max', 'max', 'min'),
  progress: fc.constantFrom<Pick<PointerShape, 'stale' | 'advance'>>(
    { stale: 'skip', advance: 'with' },
    { stale: 'skip', advance: 'with' },
    { stale: 'reject', advance: 'with' },
    { stale: 'skip', advance: 'after' },
  ),
})

const sequence = fc.record<SequenceShape>({
  scope: fc.constantFrom<readonly AttributeName[]>([], ['t']),
  start: fc.constantFrom(1, 10),
  step: fc.constantFrom(1, 5),
  isText: fc.boolean(),
})

// ElectroDB takes all or none of several attributes of one key of an index: one of each is enough here.
const index = fc.record({
  pk: fc.constantFrom<readonly AttributeName[]>(['t'], ['b']),
  sk: fc.constantFrom<readonly AttributeName[]>([], ['a'], ['no']),
})

type Uniques = readonly Omit<UniqueShape, 'name'>[]

const entity = fc.record({
  isVersioned: fc.boolean(),
  expires: rarely,
  spells: fc.boolean(),
  shows: fc.boolean(),
  uniques: fc.array(unique, { maxLength: 3 }),
  pointers: fc.array(pointer, { maxLength: 2 }),
  sequence: fc.option(sequence, { nil: undefined }),
  index: fc.option(index, { nil: undefined }),
})

type Drawn = typeof entity extends fc.Arbitrary<infer T> ? T : never

function named(
  drawn: Drawn,
  key: readonly AttributeName[],
  extra: Uniques,
  hasSortKey: boolean,
): EntityShape {
  const { uniques, pointers, sequence: numbered, index: indexed, ...flags } = drawn
  const all = [...uniques, ...extra].map(({ sortKey, ...each }, at) => ({
    name: `u${at}`,
    ...each,
    ...(sortKey === true && hasSortKey ? { sortKey } : {}),
  }))
  const composites = indexed === undefined ? [] : [...indexed.pk, ...indexed.sk]
  return {
    ...flags,
    key,
    watches: all.some(({ attributes }) => attributes.includes('w')),
    uniques: all,
    pointers: pointers.map(({ progress, ...each }, at) => ({ name: `p${at}`, ...each, ...progress })),
    ...definedOf({ sequence: numbered }),
    ...(indexed === undefined || (numbered === undefined && composites.includes('no'))
      ? {}
      : { index: indexed }),
  }
}

/** What shares a namespace: the two entities, two constraints of one, or none. */
const sharing = fc.constantFrom('none', 'none', 'entities', 'one entity', 'all')

/** Random declarations. They are plain data, and shrink towards none. */
export const shapes: fc.Arbitrary<Shape> = fc
  .record({
    hasSortKey: fc.boolean(),
    renamed: fc.boolean(),
    key: fc.constantFrom<readonly AttributeName[]>(['id'], ['id'], ['org', 'id']),
    thing: entity,
    other: entity,
    sharing,
    form,
    refers: fc.boolean(),
  })
  .map(({ hasSortKey, renamed, key, thing, other, sharing: shared, form: shape, refers }) => {
    const share = (attribute: AttributeName) => ({
      attributes: [attribute],
      scope: [],
      namespace: 'names',
      ...definedOf(shape),
    })
    const ofThing = shared === 'none' ? [] : [share('a'), ...(shared === 'entities' ? [] : [share('b')])]
    const ofOther = shared === 'entities' || shared === 'all' ? [share('a')] : []
    return {
      hasSortKey,
      renamed,
      thing: { ...named(thing, key, ofThing, hasSortKey), refers },
      other: named(other, ['id'], ofOther, hasSortKey),
    }
  })
