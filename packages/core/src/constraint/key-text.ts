import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { AttributeValue, StoredItem, TableKey } from '../plan/attribute-value.js'
import { canonicalNumber } from '../plan/canonical-number.js'
import { type EntityFacts, fieldOf } from '../plan/entity-facts.js'
import { hashText } from '../plan/hash.js'
import { byteLength, encodeValue, hasLoneSurrogate, joinValues, SEPARATOR } from '../plan/own-key.js'
import type { OwnItemKey } from './constraint-description.js'

/** The text of a stored value in a key; undefined for a form that no key can hold. */
function keyText(value: AttributeValue | undefined): string | undefined {
  if (value?.S !== undefined) return value.S
  if (value?.N !== undefined) return canonicalNumber(value.N)
  if (value?.BOOL !== undefined) return String(value.BOOL)
  return undefined
}

/** Whether an attribute has a value; a stored null is none. */
export const isPresent = (value: AttributeValue | undefined): boolean =>
  value !== undefined && value.NULL === undefined

/** Says of a stored value that it cannot be what a constraint needs. */
export function refuseValue(facts: EntityFacts, attribute: string, message: string): never {
  throw new InvalidInputError([{ path: attribute, message }], { model: facts.entity })
}

/** The text of an attribute of an item in a key. Throws for a value that no key can hold. */
export function textOf(facts: EntityFacts, attribute: string, item: StoredItem): string {
  const text = keyText(item[fieldOf(facts, attribute)])
  if (text === undefined)
    return refuseValue(
      facts,
      attribute,
      'is stored as neither text, number nor boolean, so no key can hold it',
    )
  if (hasLoneSurrogate(text))
    return refuseValue(
      facts,
      attribute,
      'holds half of a surrogate pair, which has no form in UTF-8: repair the text',
    )
  return text
}

/** The key of one of our own items: the sort key repeats the partition key unless it is given. */
export function tableKeyOf({ keyFields }: EntityFacts, pk: string, sk: string = pk): TableKey {
  const [pkField = '', skField] = keyFields
  return { [pkField]: { S: pk }, ...(skField === undefined ? {} : { [skField]: { S: sk } }) }
}

/** Above this many bytes a key holds a hash of its values: the service allows 1,024 in a sort key. */
export const LONGEST_KEY = 1000

/** The key of one of our own items that is told apart by a scope alone. */
export function scopedKey(
  facts: EntityFacts,
  head: readonly [prefix: string, origin: string],
  scope: readonly string[],
  item: StoredItem,
): TableKey {
  const values = scope.map((attribute) => textOf(facts, attribute, item))
  return tableKeyOf(facts, scopedText(head, values))
}

/** As text: the values encoded, or hashed where the key would be too long for a sort key. */
export function scopedText(
  head: readonly [prefix: string, origin: string],
  values: readonly string[],
): string {
  const key = [...head, ...values.map(encodeValue)].join(SEPARATOR)
  if (byteLength(key) <= LONGEST_KEY) return key
  return [...head, `%sha256:${hashText(joinValues(values))}`].join(SEPARATOR)
}

/** The key of one of our own items as people read it: an attribute in braces stands for its value. */
export const describeOwnKey = ({ keyFields }: EntityFacts, pk: string, sk: string = pk): OwnItemKey => ({
  partitionKey: pk,
  ...(keyFields.length > 1 && { sortKey: sk }),
})

/** As people read it: the key of one of our own items that is told apart by a scope alone. */
export const describeScopedKey = (
  facts: EntityFacts,
  head: readonly [prefix: string, origin: string],
  scope: readonly string[],
): OwnItemKey =>
  describeOwnKey(facts, [...head, ...scope.map((attribute) => `{${attribute}}`)].join(SEPARATOR))
