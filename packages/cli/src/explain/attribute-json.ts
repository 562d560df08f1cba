import type { AttributeValue, StoredItem } from '@latchkey/core'

const TYPES = ['S', 'N', 'B', 'BOOL', 'NULL', 'M', 'L', 'SS', 'NS', 'BS']
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isValue = (value: unknown): boolean => {
  const [type, ...others] = isObject(value) ? Object.keys(value) : []
  return type !== undefined && others.length === 0 && TYPES.includes(type)
}

/** Whether an object is an item in DynamoDB JSON, as the AWS CLI prints it: `{"id":{"S":"1"}}`. */
export const isAttributeJson = (item: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(item).length > 0 && Object.values(item).every(isValue)

const bytes = (text: unknown): Uint8Array => new Uint8Array(Buffer.from(String(text), 'base64'))

/** Bytes are base64 in JSON. */
function fromJson(value: unknown): AttributeValue {
  const [type, inner] = Object.entries(value as object)[0] ?? []
  if (type === 'B') return { B: bytes(inner) }
  if (type === 'BS') return { BS: (inner as unknown[]).map(bytes) }
  if (type === 'L') return { L: (inner as unknown[]).map(fromJson) }
  if (type === 'M') return { M: { ...fromAttributeJson(inner as Readonly<Record<string, unknown>>) } }
  return value as AttributeValue
}

/** An item in DynamoDB JSON as the SDK takes it. */
export const fromAttributeJson = (item: Readonly<Record<string, unknown>>): StoredItem =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, fromJson(value)]))

/** JSON of an input of the SDK as the AWS CLI takes it. */
export const toCliJson = (input: object): string =>
  JSON.stringify(
    input,
    (_, value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value),
    2,
  )

/** An attribute value as a person reads it. */
export function valueText(value: AttributeValue): string {
  const [type, inner] = Object.entries(value)[0] ?? []
  if (type === 'N') return String(inner)
  if (type === 'B') return Buffer.from(inner as Uint8Array).toString('base64')
  if (type === 'NS') return `[${(value.NS ?? []).join(', ')}]`
  if (type === 'BS') return `[${(value.BS ?? []).map((B) => valueText({ B })).join(', ')}]`
  if (type === 'NULL') return 'null'
  if (type === 'M')
    return `{${Object.entries(value.M ?? {})
      .map(([name, each]) => `${name}: ${valueText(each)}`)
      .join(', ')}}`
  if (type === 'L') return `[${(value.L ?? []).map(valueText).join(', ')}]`
  return JSON.stringify(inner)
}
