import { Buffer } from 'node:buffer'
import { equalValues } from '../item/equal-values.js'
import { orderValues } from '../item/order-values.js'
import type { Value } from '../item/value.js'
import { valueType } from '../item/value.js'

type Test = (value: Value | undefined, others: readonly (Value | undefined)[]) => boolean

const ordered =
  (accepts: (order: number) => boolean): Test =>
  (value, [other]) => {
    const order = orderValues(value, other)
    return order !== undefined && accepts(order)
  }

const equal: Test = (value, [other]) => equalValues(value, other)
const unequal: Test = (value, others) => !equal(value, others)
const less = ordered((order) => order < 0)
const lessOrEqual = ordered((order) => order <= 0)
const greater = ordered((order) => order > 0)
const greaterOrEqual = ordered((order) => order >= 0)
const exists: Test = (value) => value !== undefined
const absent: Test = (value) => value === undefined
const among: Test = (value, others) => others.some((other) => equalValues(value, other))
const between: Test = (value, [low, high]) => greaterOrEqual(value, [low]) && lessOrEqual(value, [high])
const hasType: Test = (value, [type]) => value !== undefined && valueType(value) === type?.S

const beginsWith: Test = (value, [prefix]) => {
  if (value?.S !== undefined && prefix?.S !== undefined) return value.S.startsWith(prefix.S)
  if (value?.B === undefined || prefix?.B === undefined) return false
  const start = bytes(prefix.B)
  return bytes(value.B).subarray(0, start.length).equals(start)
}

const contains: Test = (value, [member]) => {
  if (value === undefined || member === undefined) return false
  if (value.S !== undefined) return member.S !== undefined && value.S.includes(member.S)
  if (value.B !== undefined) return member.B !== undefined && bytes(value.B).includes(bytes(member.B))
  if (value.L !== undefined) return value.L.some((element) => equalValues(element, member))
  if (value.SS !== undefined) return member.S !== undefined && value.SS.includes(member.S)
  if (value.NS !== undefined) return member.N !== undefined && value.NS.includes(member.N)
  return value.BS !== undefined && member.B !== undefined && value.BS.includes(member.B)
}

/** Every operator, by the name that expressions give it and by the one of the older `Expected`. */
const TESTS: Readonly<Record<string, Test>> = {
  '=': equal,
  EQ: equal,
  '<>': unequal,
  NE: unequal,
  '<': less,
  LT: less,
  '<=': lessOrEqual,
  LE: lessOrEqual,
  '>': greater,
  GT: greater,
  '>=': greaterOrEqual,
  GE: greaterOrEqual,
  attribute_exists: exists,
  NOT_NULL: exists,
  attribute_not_exists: absent,
  NULL: absent,
  in: among,
  IN: among,
  between,
  BETWEEN: between,
  begins_with: beginsWith,
  BEGINS_WITH: beginsWith,
  contains,
  CONTAINS: contains,
  NOT_CONTAINS: (value, others) => value !== undefined && !contains(value, others),
  attribute_type: hasType,
}

/** Whether `value` passes the operator's test against the other operands. */
export function compareValues(
  operator: string,
  value: Value | undefined,
  others: readonly (Value | undefined)[],
): boolean {
  return TESTS[operator]?.(value, others) ?? false
}

function bytes(text: string): Buffer {
  return Buffer.from(text, 'base64')
}
