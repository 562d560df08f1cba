import type { Item, Value } from '../item/value.js'
import { addValue, deleteFromSet } from './add-and-delete.js'

/** One entry of the older `AttributeUpdates`. */
export interface AttributeUpdate {
  readonly Action?: string
  readonly Value?: Value
}

/** The item that the older `AttributeUpdates` leave. */
export function applyAttributeUpdates(
  updates: Readonly<Record<string, AttributeUpdate>>,
  before: Item | undefined,
  key: Item,
): Item {
  const after = structuredClone(before ?? key)
  for (const [attribute, update] of Object.entries(updates)) {
    const value = updated(after[attribute], update)
    if (value === undefined) delete after[attribute]
    else after[attribute] = value
  }
  return after
}

function updated(
  existing: Value | undefined,
  { Action, Value: operand }: AttributeUpdate,
): Value | undefined {
  if (operand === undefined) return undefined
  if (Action === 'ADD')
    return operand.L === undefined ? addValue(existing, operand) : joined(existing, operand.L)
  return Action === 'DELETE' ? deleteFromSet(existing, operand) : structuredClone(operand)
}

function joined(existing: Value | undefined, members: readonly Value[]): Value {
  return { L: structuredClone([...(existing?.L ?? []), ...members]) }
}
