import type { Item, Value } from '../item/value.js'
import { compareValues } from './compare-values.js'

/** One entry of the older `Expected`, `QueryFilter` and `ScanFilter`. */
export interface ExpectedValue {
  readonly Exists?: boolean
  readonly Value?: Value
  readonly ComparisonOperator?: string
  readonly AttributeValueList?: readonly Value[]
}

/** Whether `item` meets an `Expected`, joined by AND unless `operator` is OR. */
export function evaluateExpected(
  expected: Readonly<Record<string, ExpectedValue>>,
  operator: string | undefined,
  item: Item,
): boolean {
  const meets = ([attribute, entry]: [string, ExpectedValue]): boolean =>
    compareValues(operatorOf(entry), item[attribute], entry.AttributeValueList ?? [entry.Value])
  const entries = Object.entries(expected)
  return operator === 'OR' ? entries.some(meets) : entries.every(meets)
}

function operatorOf(entry: ExpectedValue): string {
  if (entry.Exists !== undefined && entry.Value === undefined) return entry.Exists ? 'NOT_NULL' : 'NULL'
  return entry.ComparisonOperator ?? 'EQ'
}
