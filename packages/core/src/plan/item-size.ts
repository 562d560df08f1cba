import type { AttributeValue, StoredItem } from './attribute-value.js'
import { canonicalNumber } from './canonical-number.js'
import { byteLength } from './own-key.js'

/**
 * Bytes of a number: one for two significant digits, one for the sign of a negative, one more, at most 21.
 * Source: the Amazon DynamoDB Developer Guide, "DynamoDB item sizes and formats".
 */
function numberBytes(text: string): number {
  const canonical = canonicalNumber(text)
  const digits = canonical.replace(/[-.]/g, '').replace(/^0+|0+$/g, '')
  return Math.min(21, Math.ceil(digits.length / 2) + 1 + (canonical.startsWith('-') ? 1 : 0))
}

const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0)

/** Bytes of a value; a list or map takes 3, and 1 more for each entry. */
function valueBytes(value: AttributeValue): number {
  if (value.S !== undefined) return byteLength(value.S)
  if (value.N !== undefined) return numberBytes(value.N)
  if (value.B !== undefined) return value.B.length
  if (value.SS !== undefined) return sum(value.SS.map(byteLength))
  if (value.NS !== undefined) return sum(value.NS.map(numberBytes))
  if (value.BS !== undefined) return sum(value.BS.map(({ length }) => length))
  if (value.L !== undefined) return 3 + sum(value.L.map((inner) => 1 + valueBytes(inner)))
  if (value.M !== undefined) return 3 + itemBytes(value.M) + Object.keys(value.M).length
  return 1
}

/** Bytes of one attribute with its name. */
export const attributeBytes = (field: string, value: AttributeValue): number =>
  byteLength(field) + valueBytes(value)

/** Bytes of an item as the service counts them: names and values. */
export const itemBytes = (item: StoredItem): number =>
  sum(Object.entries(item).map(([field, value]) => attributeBytes(field, value)))
