import type { Call, Operand } from '../condition/expression.js'
import { isCall, isPath } from '../condition/expression.js'
import { validationError } from '../engine/service-error.js'
import { addNumbers, numberProblem, subtractNumbers } from '../item/number.js'
import { valueAt } from '../item/path.js'
import type { Item, Value } from '../item/value.js'

const WRONG_TYPE = 'An operand in the update expression has an incorrect data type'
const NOT_THERE = 'The provided expression refers to an attribute that does not exist in the item'

/** What the right side of a SET gives, every path read from the item as it was before the update. */
export function resolveOperand(operand: Operand, before: Item): Value {
  const value = resolve(operand, before)
  if (value === undefined) throw validationError(NOT_THERE)
  return value
}

function resolve(operand: Operand, before: Item): Value | undefined {
  if (isPath(operand)) return valueAt(operand, before)
  if (!isCall(operand)) return operand
  const [first, second] = operand.args
  if (first === undefined || second === undefined) throw validationError(NOT_THERE)
  if (operand.name === 'if_not_exists') return resolve(first, before) ?? resolve(second, before)
  const left = resolveOperand(first, before)
  const right = resolveOperand(second, before)
  return operand.name === 'list_append' ? append(left, right) : calculate(operand, left, right)
}

function append(left: Value, right: Value): Value {
  if (left.L === undefined || right.L === undefined) throw validationError(WRONG_TYPE)
  return { L: [...left.L, ...right.L] }
}

function calculate(call: Call, left: Value, right: Value): Value {
  if (left.N === undefined || right.N === undefined) throw validationError(WRONG_TYPE)
  return checkedNumber(call.type === 'add' ? addNumbers(left.N, right.N) : subtractNumbers(left.N, right.N))
}

/** A computed number, refused where it outgrows what the service stores. */
export function checkedNumber(text: string): Value {
  const problem = numberProblem(text)
  if (problem !== undefined) throw validationError(problem)
  return { N: text }
}

/** The error of an operand whose type does not fit. */
export function wrongType(): Error {
  return validationError(WRONG_TYPE)
}
