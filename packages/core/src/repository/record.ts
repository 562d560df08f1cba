import { KIND, OF } from '../constraint/guard-item.js'
import { formatItem, isOwnItem } from '../electro/format.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { AttributeValue, StoredItem } from '../plan/attribute-value.js'
import type { Members } from './members.js'
import { isRecord } from './read-options.js'

const OWN_KINDS = ['guard', 'pointer', 'sequence', 'counter', 'idempotency']

/** A value as Lambda delivers it: binary as base64 text; as the SDK gives it, it is binary already. */
function readValue(value: unknown): AttributeValue {
  if (!isRecord(value)) return { NULL: true }
  const { B, BS, L, M } = value
  if (typeof B === 'string') return { B: fromBase64(B) }
  if (Array.isArray(BS))
    return {
      BS: BS.map((each: unknown) => (typeof each === 'string' ? fromBase64(each) : (each as Uint8Array))),
    }
  if (Array.isArray(L)) return { L: L.map(readValue) }
  if (isRecord(M)) return { M: readImage(M) ?? {} }
  return { ...value } as unknown as AttributeValue
}

const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))

const readImage = (image: unknown): Record<string, AttributeValue> | undefined =>
  isRecord(image)
    ? Object.fromEntries(Object.entries(image).map(([name, value]) => [name, readValue(value)]))
    : undefined

/** Says what a stream record is about: a model's item before and after, one of our own items, or something else. */
export function readRecord(members: Members, record: unknown): object {
  const dynamodb = isRecord(record) ? record['dynamodb'] : undefined
  if (!isRecord(dynamodb))
    throw new InvalidInputError(
      [{ path: 'record', message: 'has to be a record of a DynamoDB stream, as Lambda delivers it' }],
      {
        operation: '$record',
      },
    )
  const before: StoredItem | undefined = readImage(dynamodb['OldImage'])
  const after: StoredItem | undefined = readImage(dynamodb['NewImage'])
  const item = after ?? before
  const kind = item?.[KIND]?.S
  if (kind !== undefined && OWN_KINDS.includes(kind))
    return { kind, constraint: item?.[OF]?.S?.split(' normalize=')[0] ?? '' }
  for (const [model, member] of members) {
    if (member.kind === 'counter' || item === undefined || !isOwnItem(item, member.binding.facts)) continue
    const { entity, facts } = member.binding
    return {
      kind: 'item',
      model,
      before: formatItem(entity, facts, before),
      after: formatItem(entity, facts, after),
    }
  }
  return { kind: 'foreign' }
}
