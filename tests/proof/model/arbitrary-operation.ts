import fc from 'fast-check'
import type { Attributes, Changes, Expected, Operation, Step, Value } from './operation.js'
import { WRONGS } from './operation.js'
import type { EntityName } from './shape.js'

/** Few values, so that they meet: with spellings that hooks, keys and guards take for one or for two. */
const VALUES = {
  a: ['x', 'X', ' x', 'y', 'x#y', ''],
  b: ['x', 'X', 'x ', 'y', '%23', ''],
  n: [0, 1, -0, 1.5],
  f: [true, false],
  t: ['t1', 't2', 'T1'],
  org: ['o', 'O', 'p'],
  gone: [1],
  at: [1, 2, 3, -1],
  ref: ['a', 'b', 'A'],
  ttl: [1_000, 4_000_000_000, 4_000_000_000.5],
  note: ['x', 'y'],
  count: [5],
  tags: [['x'], ['x', 'y']],
  ro: ['r'],
  hid: ['x', 'y'],
} as const satisfies Readonly<Record<string, readonly Value[]>>

const oneOf = (name: keyof typeof VALUES): fc.Arbitrary<Value> =>
  fc.constantFrom<Value>(...(VALUES[name] as readonly Value[]))

const of = fc.constantFrom<EntityName>('thing', 'thing', 'other')
const key: fc.Arbitrary<Attributes> = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'A'),
  org: fc.constantFrom('o', 'o', 'o', 'o', 'O', 'p'),
})

const OFTEN = ['a', 'b', 't'] as const
const SELDOM = ['n', 'f', 'gone', 'at', 'ref', 'ttl', 'note', 'count', 'tags', 'ro', 'hid'] as const

/** Attributes with values: those that most constraints are about more often than others. */
const attributes = (names: readonly (keyof typeof VALUES)[]): fc.Arbitrary<Attributes> =>
  fc
    .tuple(
      ...names.map((name) =>
        fc.option(
          oneOf(name).map((value) => [name, value] as const),
          {
            nil: undefined,
            freq: OFTEN.some((often) => often === name) ? 3 : 1,
          },
        ),
      ),
    )
    .map((entries) => Object.fromEntries(entries.filter((entry) => entry !== undefined)))

const item = fc
  .tuple(key, attributes([...OFTEN, ...SELDOM]))
  .map(([named, rest]): Attributes => ({ ...named, ...rest }))

const SETTABLE = [...OFTEN, ...SELDOM.filter((name) => name !== 'ro' && name !== 'count')]
const removable = fc.subarray(['a', 'b', 't', 'gone', 'note', 'ref', 'ttl', 'at'], { maxLength: 2 })

/** Changes that name at least one attribute, and none twice. */
const changes: fc.Arbitrary<Changes> = fc
  .record({
    set: fc
      .uniqueArray(fc.oneof(...SETTABLE.map((name) => oneOf(name).map((value) => [name, value] as const))), {
        maxLength: 3,
        selector: ([name]) => name,
      })
      .map((entries): Attributes => Object.fromEntries(entries)),
    remove: fc.oneof(
      { arbitrary: fc.constant<string[]>([]), weight: 2 },
      { arbitrary: removable, weight: 1 },
    ),
    add: fc.constantFrom<Attributes>({}, {}, {}, { count: 1 }, { tags: ['z'] }, { count: 1, tags: ['z'] }),
    delete: fc.constantFrom<Attributes>({}, {}, {}, {}, { tags: ['x'] }, { tags: ['x', 'y', 'z'] }),
  })
  .map(({ set, remove, add, delete: without }) => {
    const named = new Set(Object.keys(set))
    const unnamed = (given: Attributes): Attributes => {
      const left = Object.entries(given).filter(([name]) => !named.has(name))
      for (const [name] of left) named.add(name)
      return Object.fromEntries(left)
    }
    const [removed, added] = [remove.filter((name) => !named.has(name)), unnamed(add)]
    const deleted = unnamed(without)
    const isNothing = named.size === 0 && removed.length === 0
    return {
      ...(Object.keys(set).length === 0 && !isNothing ? {} : { set: isNothing ? { note: 'x' } : set }),
      ...(removed.length === 0 ? {} : { remove: removed }),
      ...(Object.keys(added).length === 0 ? {} : { add: added }),
      ...(Object.keys(deleted).length === 0 ? {} : { delete: deleted }),
    }
  })

const version: fc.Arbitrary<Expected> = fc
  .constantFrom(0, 0, -1, 1)
  .map((off) => ({ kind: 'version', off }) as const)
const expected: fc.Arbitrary<Expected> = fc.oneof(
  version,
  fc.record({
    kind: fc.constant('current' as const),
    seen: fc.constantFrom<'first' | 'last'>('last', 'last', 'first'),
    isCopy: fc.boolean(),
  }),
)

const seldom = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 3 }, { arbitrary, weight: 2 })

/** Options that are absent are left out. */
const lean = <T extends object>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  arbitrary.map(
    (value) => Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T,
  )

const once = fc.oneof(
  { arbitrary: fc.constant(undefined), weight: 4 },
  { arbitrary: fc.constantFrom<string | undefined>('k1', 'k2'), weight: 1 },
)
const where = fc.oneof(
  { arbitrary: fc.constant(undefined), weight: 4 },
  { arbitrary: fc.constantFrom<string | undefined>('x', 'y'), weight: 1 },
)

const create = lean(fc.record({ op: fc.constant('create' as const), of, item, once }))
const put = lean(fc.record({ op: fc.constant('put' as const), of, item, where, once }))
const update = lean(
  fc.record({
    op: fc.constant('update' as const),
    of,
    key,
    changes,
    expected: seldom(expected),
    where,
    once,
  }),
)
const remove = lean(
  fc.record({ op: fc.constant('delete' as const), of, key, expected: seldom(expected), where, once }),
)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: create as fc.Arbitrary<Step> },
  { weight: 2, arbitrary: put as fc.Arbitrary<Step> },
  { weight: 4, arbitrary: update as fc.Arbitrary<Step> },
  { weight: 2, arbitrary: remove as fc.Arbitrary<Step> },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('check' as const), of, key, exists: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('get' as const), of, key }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('increment' as const), by: fc.constantFrom(1, -2) }) },
)

/** Any operation on any of the models: also where a shape declares nothing of what it names. */
export const operations: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 9, arbitrary: create as fc.Arbitrary<Operation> },
  { weight: 4, arbitrary: put as fc.Arbitrary<Operation> },
  {
    weight: 4,
    arbitrary: lean(
      fc.record({
        op: fc.constant('upsert' as const),
        of,
        item,
        onInsert: seldom(attributes(['a', 't', 'ro', 'count'])),
        once,
      }),
    ) as fc.Arbitrary<Operation>,
  },
  { weight: 7, arbitrary: update as fc.Arbitrary<Operation> },
  {
    weight: 2,
    arbitrary: lean(
      fc.record({
        op: fc.constant('modify' as const),
        of,
        key,
        changes: fc.oneof({ weight: 5, arbitrary: changes }, { weight: 1, arbitrary: fc.constant(null) }),
        once,
      }),
    ) as fc.Arbitrary<Operation>,
  },
  { weight: 3, arbitrary: remove as fc.Arbitrary<Operation> },
  {
    weight: 5,
    arbitrary: lean(
      fc.record({
        op: fc.constant('transaction' as const),
        steps: fc.array(step, { minLength: 1, maxLength: 4 }),
        once,
      }),
    ) as fc.Arbitrary<Operation>,
  },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constant('many' as const),
      of,
      method: fc.constantFrom('createMany' as const, 'putMany' as const, 'deleteMany' as const),
      rows: fc.array(item, { minLength: 1, maxLength: 3 }),
      atomic: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constant('swap' as const),
      of,
      one: key,
      two: key,
      name: fc.constantFrom('a', 'b', 'hid'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constant('getMany' as const), of, keys: fc.array(key, { maxLength: 3 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constant('lookup' as const),
      of,
      at: fc.nat(4),
      values: fc
        .tuple(...(['a', 'b', 'n', 'f', 't', 'org', 'hid'] as const).map(oneOf))
        .map(
          ([a, b, n, f, t, org, hid]) =>
            ({ a, b, n, f, t, org, hid, w: `${String(a)}/${String(t)}` }) as Attributes,
        ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      op: fc.constant('pointer' as const),
      of,
      at: fc.nat(2),
      scope: fc.tuple(oneOf('t'), oneOf('org')).map(([t, org]) => ({ t, org }) as Attributes),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constant('wrong' as const), of, key, how: fc.constantFrom(...WRONGS) }),
  },
)
