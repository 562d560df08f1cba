import type { Attributes, Changes, Value } from './operation.js'
import { type EntityShape, show, spell, watched } from './shape.js'

/** An item as it has to be stored, by attribute. */
export type Stored = Attributes

const isText = (value: unknown): value is string => typeof value === 'string'

/** There is one zero, and the members of a set have no order. */
const plain = (value: Value): Value => {
  if (typeof value === 'number') return value === 0 ? 0 : value
  return typeof value === 'object' ? [...new Set(value)].sort() : value
}

function spelt(entity: EntityShape, given: Attributes): Stored {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      name === 'a' && entity.spells && isText(value) ? spell(value) : plain(value),
    ]),
  )
}

/** An item as it is created: with defaults, and what hooks make of it. */
export function storedByCreate(entity: EntityShape, given: Attributes): Stored {
  const stored: Record<string, Value> = { count: 0, ...spelt(entity, given) }
  const computed = entity.watches ? watched(stored['a'], stored['t']) : undefined
  return computed === undefined ? stored : { ...stored, w: computed }
}

const members = (value: Value | undefined): readonly string[] => (Array.isArray(value) ? value : [])

/** An item after changes. What a hook watches is computed anew where one of it was set. */
export function storedByUpdate(entity: EntityShape, before: Stored, changes: Changes): Stored {
  const set = spelt(entity, changes.set ?? {})
  const after: Record<string, Value> = { ...before, ...set }
  for (const name of changes.remove ?? []) delete after[name]
  for (const [name, value] of Object.entries(changes.add ?? {}))
    after[name] =
      typeof value === 'number'
        ? Number(after[name] ?? 0) + value
        : plain([...members(after[name]), ...members(value)])
  for (const [name, value] of Object.entries(changes.delete ?? {})) {
    const left = members(after[name]).filter((member) => !members(value).includes(member))
    if (left.length === 0) delete after[name]
    else after[name] = left
  }
  if (!entity.watches || (set['a'] === undefined && set['t'] === undefined)) return after
  const computed = watched(after['a'], after['t'])
  return computed === undefined ? after : { ...after, w: computed }
}

/** A stored item as a caller sees it. */
export function shown(entity: EntityShape, stored: Stored): Attributes {
  const { hid: _, ...seen } = stored
  const { b } = seen
  return entity.shows && isText(b) ? { ...seen, b: show(b) } : seen
}

/** Names and values in one order, to compare. */
function comparable(value: unknown): unknown {
  if (value instanceof Set) return comparable([...value])
  if (Array.isArray(value)) {
    const list = value.map(comparable)
    return list.every(isText) ? list.sort() : list
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, inner]) => [name, comparable(inner)]),
  )
}

export const asText = (value: unknown): string => JSON.stringify(comparable(value)) ?? 'undefined'
