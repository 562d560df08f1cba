import type { AttributeValue } from '@aws-sdk/client-dynamodb'

/** An item in the form in which the service has it. */
export type StoredItem = Record<string, AttributeValue>

/** An item as plain JavaScript values. Numbers that JavaScript cannot hold exactly are strings. */
export interface PlainItem {
  readonly [attribute: string]: unknown
}

/** The plain values of a stored item, attributes in alphabetical order. */
export function plainItem(item: StoredItem): PlainItem {
  const names = Object.keys(item).sort()
  return Object.fromEntries(names.map((name) => [name, plainValue(item[name])]))
}

function plainValue(value: AttributeValue | undefined): unknown {
  if (value?.N !== undefined) return plainNumber(value.N)
  if (value?.NS !== undefined) return new Set(value.NS.map(plainNumber))
  if (value?.SS !== undefined) return new Set(value.SS)
  if (value?.BS !== undefined) return new Set(value.BS)
  if (value?.L !== undefined) return value.L.map(plainValue)
  if (value?.M !== undefined) return plainItem(value.M)
  return value?.NULL === true ? null : (value?.S ?? value?.BOOL ?? value?.B)
}

function plainNumber(text: string): number | string {
  const number = Number(text)
  return Number.isFinite(number) && plainDigits(String(number)) === plainDigits(text) ? number : text
}

/** The digits that a number shows, however it is written. */
function plainDigits(text: string): string {
  const [mantissa = ''] = text.toLowerCase().split('e')
  return mantissa.replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '')
}
