import { addNumbers } from '../item/number.js'
import type { Value } from '../item/value.js'
import { checkedNumber, wrongType } from './resolve-operand.js'

const SETS = ['SS', 'NS', 'BS'] as const

/** What ADD leaves: a sum, or the union of two sets. */
export function addValue(existing: Value | undefined, operand: Value): Value {
  if (operand.N !== undefined) {
    if (existing !== undefined && existing.N === undefined) throw wrongType()
    return checkedNumber(addNumbers(existing?.N ?? '0', operand.N))
  }
  for (const type of SETS) {
    const members = operand[type]
    if (members === undefined) continue
    const present = existing === undefined ? [] : existing[type]
    if (present === undefined) throw wrongType()
    return { [type]: [...new Set([...present, ...members])] }
  }
  throw wrongType()
}

/** What DELETE leaves of a set; nothing when no member is left. */
export function deleteFromSet(existing: Value | undefined, operand: Value): Value | undefined {
  if (existing === undefined) return undefined
  for (const type of SETS) {
    const members = operand[type]
    if (members === undefined) continue
    const present = existing[type]
    if (present === undefined) throw wrongType()
    const gone = new Set(members)
    const left = present.filter((member) => !gone.has(member))
    return left.length === 0 ? undefined : { [type]: left }
  }
  throw wrongType()
}
