import { valueAt } from '../item/path.js'
import type { Item, Value } from '../item/value.js'
import { compareValues } from './compare-values.js'
import type { Condition, Operand } from './expression.js'
import { isCall, isPath } from './expression.js'
import { sizeOfValue } from './size-of-value.js'

/** Whether `item` (empty where there is none) meets a condition or filter expression. */
export function evaluateCondition(condition: Condition, item: Item): boolean {
  switch (condition.type) {
    case 'and':
      return condition.args.every((part) => evaluateCondition(part, item))
    case 'or':
      return condition.args.some((part) => evaluateCondition(part, item))
    case 'not':
      return !condition.args.some((part) => evaluateCondition(part, item))
    default: {
      const [value, ...others] = condition.args.map((operand) => resolveOperand(operand, item))
      return compareValues(condition.type === 'function' ? condition.name : condition.type, value, others)
    }
  }
}

function resolveOperand(operand: Operand, item: Item): Value | undefined {
  if (isPath(operand)) return valueAt(operand, item)
  if (!isCall(operand)) return operand
  const [of] = operand.args
  return of === undefined ? undefined : sizeOfValue(resolveOperand(of, item))
}
