import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { canonicalNumber } from './canonical-number.js'
import { sortedEntries } from './sorted-entries.js'

export type { AttributeValue }

/** An item as the table stores it: field names and attribute values, never JavaScript values. */
export type StoredItem = Readonly<Record<string, AttributeValue>>

/** The key attributes of one item in its table. */
export type TableKey = Readonly<Record<string, AttributeValue>>

const sortedNumbers = (numbers: readonly string[]): string[] => numbers.map(canonicalNumber).sort()
const sortedBytes = (sets: readonly Uint8Array[]): string[] => sets.map((bytes) => bytes.join(',')).sort()

/** A text that two attribute values share exactly when the service holds them equal. */
function fingerprint(value: AttributeValue): unknown {
  if (value.N !== undefined) return { N: canonicalNumber(value.N) }
  if (value.B !== undefined) return { B: value.B.join(',') }
  if (value.SS !== undefined) return { SS: [...value.SS].sort() }
  if (value.NS !== undefined) return { NS: sortedNumbers(value.NS) }
  if (value.BS !== undefined) return { BS: sortedBytes(value.BS) }
  if (value.L !== undefined) return { L: value.L.map(fingerprint) }
  if (value.M !== undefined)
    return { M: sortedEntries(value.M).map(([name, inner]) => [name, fingerprint(inner)]) }
  return value
}

/** Whether `=` of a condition expression would hold; two absent values are the same. */
export function isSameValue(a: AttributeValue | undefined, b: AttributeValue | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return JSON.stringify(fingerprint(a)) === JSON.stringify(fingerprint(b))
}

/** Identifies an item among all tables. */
export function identityOf(table: string, key: TableKey): string {
  const parts = sortedEntries(key).map(([field, value]) => [field, fingerprint(value)])
  return JSON.stringify([table, parts])
}

/** Picks the key attributes out of an item. */
export function keyOf(item: StoredItem, fields: readonly string[]): TableKey {
  return Object.fromEntries(fields.map((field) => [field, item[field] as AttributeValue]))
}
