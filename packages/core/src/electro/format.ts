import type { StoredItem } from '../plan/attribute-value.js'
import { type EntityFacts, fieldOf } from '../plan/entity-facts.js'
import { toNative, toNativeItem } from '../plan/native-value.js'
import type { ElectroEntity } from './electro-entity.js'

/** Whether a stored item is of this entity, by the identifiers that ElectroDB stores with it. */
export function isOwnItem(item: StoredItem, facts: EntityFacts): boolean {
  const { entity, version } = facts.identifiers
  return item[entity]?.S === facts.entity && item[version]?.S === facts.version
}

/** The item as ElectroDB formats it: get hooks applied, hidden attributes left out; null where it is of another entity. */
export function formatItem(
  entity: ElectroEntity,
  facts: EntityFacts,
  item: StoredItem | null | undefined,
  attributes?: readonly string[],
): Readonly<Record<string, unknown>> | null {
  if (item === null || item === undefined || !isOwnItem(item, facts)) return null
  const options = { ignoreOwnership: false, ...(attributes === undefined ? {} : { attributes }) }
  return parsing(() => entity.parse({ Item: toNativeItem(item) }, options).data)
}

/**
 * Whether a stored item has the key attributes that a caller named, however spelt: ElectroDB joins them without escaping,
 * so that two different lists of values can come to one table key.
 */
export function hasKey(
  item: StoredItem,
  facts: EntityFacts,
  named: Readonly<Record<string, unknown>>,
): boolean {
  return facts.keyAttributes.every((name) => {
    const stored = item[fieldOf(facts, name)]
    return (
      stored === undefined || String(toNative(stored)).toLowerCase() === String(named[name]).toLowerCase()
    )
  })
}

/** Whether the values of a key could be those of another list of values. */
export const isAmbiguousKey = (facts: EntityFacts, named: Readonly<Record<string, unknown>>): boolean =>
  facts.keyAttributes.length > 1 && facts.keyAttributes.some((name) => String(named[name]).includes('#'))

/** A get hook that throws is the model's own: ElectroDB would call it an error of the client. */
function parsing<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw error instanceof Error && error.cause instanceof Error ? error.cause : error
  }
}
