import { formatItem } from '../electro/format.js'
import type { StoredItem } from '../plan/attribute-value.js'
import type { EntityFacts } from '../plan/entity-facts.js'
import type { Binding } from './binding.js'

/** What was stored when an item was returned, hidden attributes and all. */
interface Remembered {
  readonly facts: EntityFacts
  readonly stored: StoredItem
}

const remembered = new WeakMap<object, Remembered>()

/** Remembers what is stored behind an item that a caller gets. */
export function remember<T extends object>(item: T, stored: StoredItem, facts: EntityFacts): T {
  remembered.set(item, { facts, stored })
  return item
}

/** What was stored behind an item that a repository returned; undefined for a copy, a part or an item of another model. */
export function recall(item: object, facts: EntityFacts): StoredItem | undefined {
  const known = remembered.get(item)
  return known?.facts === facts ? known.stored : undefined
}

/** A stored item as a caller gets it, with what is stored behind it; null where it is none of the entity's. */
export function shown({ entity, facts }: Binding, stored: StoredItem | undefined): unknown {
  const item = formatItem(entity, facts, stored)
  return item === null || stored === undefined ? item : remember(item, stored, facts)
}
