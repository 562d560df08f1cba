import type { AttributeValue, StoredItem, TableKey } from '../plan/attribute-value.js'
import type { EntityFacts } from '../plan/entity-facts.js'
import { joinValues, splitValues } from '../plan/own-key.js'
import type { UniqueDeclaration } from './unique-declaration.js'

/** Attributes that each of our own items has, whatever its kind. */
export const KIND = '_lk'
export const OF = '_lk_of'
export const OWNER = '_lk_owner'
export const OWNER_KEY = '_lk_key'
export const VALUE = '_lk_value'

/** The owner's table key as one string. */
export const ownerText = (key: TableKey, fields: readonly string[]): string =>
  joinValues(fields.map((field) => key[field]?.S ?? ''))

/** The table key in an owner's text; undefined where it does not fit the table. */
export function ownerKey(text: string, fields: readonly string[]): TableKey | undefined {
  const parts = splitValues(text)
  if (parts.length !== fields.length || parts.includes('')) return undefined
  return Object.fromEntries(fields.map((field, at) => [field, { S: parts[at] as string }]))
}

/** `service.entity` of what one of our own items is for: the names in it may have spaces, but no dots. */
export const labelOf = (ownItem: StoredItem): string | undefined =>
  ownItem[OF]?.S?.split('.').slice(0, 2).join('.')

/** Who owns one of our own items. */
export interface Owner {
  readonly facts: EntityFacts
  readonly key: TableKey
  readonly attributes: StoredItem
}

/** The guard item that names its owner, with what every guard of that owner carries. */
export function guardItem(
  declaration: UniqueDeclaration,
  key: TableKey,
  owner: Owner,
  stamp: Readonly<Record<string, AttributeValue>>,
): StoredItem {
  return {
    ...stamp,
    ...key,
    [KIND]: { S: 'guard' },
    [OF]: { S: declaration.origin },
    [OWNER]: { S: ownerText(owner.key, owner.facts.keyFields) },
    [OWNER_KEY]: { M: { ...owner.attributes } },
  }
}
