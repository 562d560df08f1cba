import type { Inspected } from '@latchkey/core'
import type { StoredItem } from '../table/stored-item.js'
import { plainItem } from '../table/stored-item.js'
import type { SoundnessFinding } from './soundness-error.js'

/** An item of the table, its key as one line, and what it is to the models. */
export interface SeenItem {
  readonly key: string
  readonly item: StoredItem
  readonly found: Inspected
}

/** The key of an item as one line. */
export type KeyOf = (item: StoredItem) => string

/** A guard that an owner needs. */
interface Due {
  readonly owner: string
  readonly constraints: readonly string[]
  readonly item: StoredItem
}

/** Owners that lack guards, guards that are not as they should be, and guards that nothing needs. */
export function guardFindings(seen: readonly SeenItem[], keyOf: KeyOf): SoundnessFinding[] {
  const due = seen.flatMap(dueOf)
  const held = new Map(seen.filter(({ found }) => found.kind === 'guard').map((guard) => [guard.key, guard]))
  const needed = new Set(due.map(({ item }) => keyOf(item)))
  return [
    ...due.flatMap((wanted) => compareGuard(wanted, held.get(keyOf(wanted.item))?.item, keyOf)),
    ...[...held.values()].filter(({ key }) => !needed.has(key)).map((guard) => orphan(guard, keyOf)),
  ]
}

function dueOf({ key, found }: SeenItem): Due[] {
  if (found.kind !== 'item') return []
  return found.guards.map(({ names, item }) => ({ owner: key, constraints: names, item: { ...item } }))
}

function compareGuard(
  { owner, constraints, item }: Due,
  held: StoredItem | undefined,
  keyOf: KeyOf,
): SoundnessFinding[] {
  const key = keyOf(item)
  const expected = plainItem(comparable(item))
  if (held === undefined) return [{ kind: 'missing', key, owner, constraints, expected }]
  const found = plainItem(comparable(held))
  if (JSON.stringify(found) === JSON.stringify(expected)) return []
  return [{ kind: 'different', key, owner, constraints, found, expected }]
}

/** Which of several constraints with one guard claimed it first is not told by the owner. */
function comparable(guard: StoredItem): StoredItem {
  return Object.fromEntries(Object.entries(guard).filter(([name]) => name !== '_lk_of'))
}

function orphan({ key, item, found }: SeenItem, keyOf: KeyOf): SoundnessFinding {
  const guard = found.kind === 'guard' ? found : undefined
  const owner = guard?.owner === undefined ? undefined : keyOf({ ...guard.owner })
  const constraints = guard === undefined ? [] : [guard.constraint]
  return { kind: 'orphan', key, owner, constraints, found: plainItem(item) }
}
