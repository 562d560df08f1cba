import fc from 'fast-check'
import { test } from 'vitest'
import { operations } from '../model/arbitrary-operation.js'
import { shapes } from '../model/arbitrary-shape.js'
import type { Operation } from '../model/operation.js'
import { proveSequence } from '../model/prove-sequence.js'
import { named, settingsFor } from '../model/settings.js'
import type { EntityShape, Shape } from '../model/shape.js'
import { hostile, hostileShort } from './hostile-values.js'

const TEXTS = ['a', 'b', 'hid']
// A scope stands in a key as it is: where it is too long, the plan is refused.
const SHORT = ['t', 'id', 'ref']

interface Names {
  readonly texts: ReadonlyMap<string, string>
  readonly short: ReadonlyMap<string, string>
}

/** An operation with other values in the place of its own: the same ones for the same. */
function withHostile<T>(value: T, names: Names): T {
  if (Array.isArray(value)) return value.map((member: unknown) => withHostile(member, names)) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]: [string, unknown]) => {
    const map = TEXTS.includes(name) ? names.texts : SHORT.includes(name) ? names.short : undefined
    return [
      name,
      typeof inner === 'string' && map !== undefined ? (map.get(inner) ?? inner) : withHostile(inner, names),
    ]
  })
  const made: Record<string, unknown> = Object.fromEntries(entries)
  return (
    typeof made['w'] === 'string' ? { ...made, w: `${String(made['a'])}/${String(made['t'])}` } : made
  ) as T
}

/** Texts may be too long for the key of an index, and cut in two by a function of somebody's own. */
const bare = (entity: EntityShape): EntityShape => {
  const { index: _, ...rest } = entity
  const uniques = rest.uniques.map(({ normalize, ...unique }) =>
    normalize === undefined || normalize === 'custom' ? unique : { ...unique, normalize },
  )
  return { ...rest, key: ['id'], uniques }
}

const shape = shapes.map((drawn): Shape => ({ ...drawn, thing: bare(drawn.thing), other: bare(drawn.other) }))

const OLD = ['x', 'X', ' x', 'x ', 'y', 'x#y', '', '%23']
const OLD_SHORT = ['a', 'b', 'c', 'A', 't1', 't2', 'T1']

const mapping = (
  old: readonly string[],
  made: fc.Arbitrary<string>,
): fc.Arbitrary<ReadonlyMap<string, string>> =>
  fc
    .array(made, { minLength: old.length, maxLength: old.length })
    .map((values) => new Map(old.map((name, at) => [name, values[at] ?? name])))

const settings = settingsFor({ quick: 40, long: 2_000 })

test(`values built to escape a key reach no other (${named(settings)})`, async () => {
  const runs = fc.record({
    shape,
    operations: fc.array(operations, { minLength: 1, maxLength: 30, size: 'max' }),
    texts: mapping(OLD, hostile),
    short: mapping(OLD_SHORT, hostileShort),
  })
  const prove = async ({
    shape: declared,
    operations: drawn,
    ...names
  }: {
    readonly shape: Shape
    readonly operations: readonly Operation[]
  } & Names): Promise<void> => proveSequence({ shape: declared, operations: withHostile(drawn, names) })
  await fc.assert(fc.asyncProperty(runs, prove), settings)
}, 7_200_000)
