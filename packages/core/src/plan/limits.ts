import type { PlanTooLargeError } from '../errors/plan-too-large-error.js'
import type { AttributeValue, StoredItem } from './attribute-value.js'
import { attributeBytes, itemBytes } from './item-size.js'
import { byteLength } from './own-key.js'
import type { Write } from './write.js'

type Payload = ConstructorParameters<typeof PlanTooLargeError>[0]
type Shares = Payload['breakdown']

/** Limits of the service. Source: the Amazon DynamoDB Developer Guide, "Quotas in Amazon DynamoDB". */
const LIMITS = {
  writes: 100,
  requestBytes: 4 * 1024 * 1024,
  itemBytes: 400 * 1024,
  partitionKeyBytes: 2048,
  sortKeyBytes: 1024,
  expressionBytes: 4096,
  operators: 300,
} as const

/** `claim of email` and `claim of username` are one kind of write. */
const kindOf = (role: string): string => role.split(' ')[0] ?? role

function sharesBy(writes: readonly Write[], count: (write: Write) => number): Shares {
  const shares = new Map<string, number>()
  for (const write of writes)
    shares.set(kindOf(write.role), (shares.get(kindOf(write.role)) ?? 0) + count(write))
  return [...shares].map(([what, amount]) => ({ what, count: amount }))
}

const attributeShares = (item: StoredItem): Shares =>
  Object.entries(item).map(([field, value]) => ({ what: field, count: attributeBytes(field, value) }))

function writeBytes(write: Write): number {
  return (
    itemBytes(write.item ?? write.key) +
    itemBytes(write.values) +
    byteLength(write.condition) +
    byteLength(write.update ?? '')
  )
}

function oversizedKey(write: Write, keyFields: readonly string[]): Payload | undefined {
  const [partitionKey = '', sortKey = ''] = keyFields
  const size = (field: string): number => byteLength(write.key[field]?.S ?? '')
  if (size(partitionKey) > LIMITS.partitionKeyBytes) {
    const breakdown = [{ what: `${write.role}: ${partitionKey}`, count: size(partitionKey) }]
    return {
      limitName: 'partition key bytes',
      count: size(partitionKey),
      limit: LIMITS.partitionKeyBytes,
      breakdown,
    }
  }
  if (size(sortKey) <= LIMITS.sortKeyBytes) return undefined
  const breakdown = [{ what: `${write.role}: ${sortKey}`, count: size(sortKey) }]
  return { limitName: 'sort key bytes', count: size(sortKey), limit: LIMITS.sortKeyBytes, breakdown }
}

const operatorsIn = (text: string): number => text.split(/\bAND\b|\bOR\b|<>|[<>]?=|[<>(]/).length - 1

function oversizedExpression(write: Write): Payload | undefined {
  const texts = { condition: write.condition, update: write.update ?? '' }
  for (const [name, text] of Object.entries(texts)) {
    const breakdown = [{ what: `${name} of the ${write.role}`, count: byteLength(text) }]
    if (byteLength(text) > LIMITS.expressionBytes)
      return {
        limitName: 'expression bytes',
        count: byteLength(text),
        limit: LIMITS.expressionBytes,
        breakdown,
      }
    const operators = operatorsIn(text)
    const counted = [{ what: `${name} of the ${write.role}`, count: operators }]
    if (operators > LIMITS.operators)
      return {
        limitName: 'expression operators',
        count: operators,
        limit: LIMITS.operators,
        breakdown: counted,
      }
  }
  return undefined
}

/** The values that an update stores, by field: what its conditions compare and what it takes out of sets is not stored. */
function storedBy({ update = '', names, values }: Write): StoredItem {
  const stored: Record<string, AttributeValue> = {}
  const clauses = update
    .split(/\s(?=(?:SET|REMOVE|ADD|DELETE)\s)/)
    .filter((text) => /^(?:SET|ADD)\s/.test(text))
  for (const [, name = '', value = ''] of clauses.join(' ').matchAll(/(#\w+)[^#:]*(:\w+)/g)) {
    const found = values[value]
    if (found !== undefined) stored[names[name] ?? name] = found
  }
  return stored
}

/** An update is known by the values that it stores, which the item cannot be smaller than. */
function oversizedItem(write: Write): Payload | undefined {
  const item = write.item ?? storedBy(write)
  const size = itemBytes(item)
  if (size <= LIMITS.itemBytes) return undefined
  return { limitName: 'item bytes', count: size, limit: LIMITS.itemBytes, breakdown: attributeShares(item) }
}

/** What of a plan the service would refuse for its size, found before anything is sent. */
export function findOversize(writes: readonly Write[], keyFields: readonly string[]): Payload | undefined {
  if (writes.length > LIMITS.writes) {
    const breakdown = sharesBy(writes, () => 1)
    return { limitName: 'writes', count: writes.length, limit: LIMITS.writes, breakdown }
  }
  for (const write of writes) {
    const found = oversizedKey(write, keyFields) ?? oversizedItem(write) ?? oversizedExpression(write)
    if (found !== undefined) return found
  }
  const bytes = writes.reduce((total, write) => total + writeBytes(write), 0)
  if (bytes <= LIMITS.requestBytes) return undefined
  return {
    limitName: 'request bytes',
    count: bytes,
    limit: LIMITS.requestBytes,
    breakdown: sharesBy(writes, writeBytes),
  }
}
