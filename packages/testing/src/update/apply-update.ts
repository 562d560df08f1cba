import type { Operand } from '../condition/expression.js'
import { isCall, isPath } from '../condition/expression.js'
import { validationError } from '../engine/service-error.js'
import { nestsTooDeep, TOO_DEEP } from '../item/nesting.js'
import type { Path } from '../item/path.js'
import { valueAt } from '../item/path.js'
import type { Item, Value } from '../item/value.js'
import { addValue, deleteFromSet } from './add-and-delete.js'
import { resolveOperand, wrongType } from './resolve-operand.js'
import type { UpdateSection } from './update-expression.js'

const BAD_PATH = 'The document path provided in the update expression is invalid for update'

/**
 * Changes to lists that wait for the end: positions in an expression always mean the list as it was before, so
 * elements leave, and new ones join the end, only when everything else is done.
 */
interface ListChanges {
  readonly removed: Set<number>
  readonly appended: Map<number, Value>
}

/**
 * The item that an update expression leaves.
 *
 * Everything on a right side is read from the item as it was; nothing that the result holds is shared with it.
 *
 * @param before - the item that is there, if any
 * @param key - the key attributes, from which a missing item is made
 */
export function applyUpdate(sections: readonly UpdateSection[], before: Item | undefined, key: Item): Item {
  const original = before ?? key
  const after = structuredClone(original)
  const lists = new Map<Value, ListChanges>()
  for (const section of sections) {
    if (before === undefined && section.type === 'remove') continue
    applySection(section, original, after, lists)
  }
  for (const [list, changes] of lists) settleList(list, changes)
  return after
}

function applySection(
  section: UpdateSection,
  original: Item,
  after: Item,
  lists: Map<Value, ListChanges>,
): void {
  const parent = parentOf(section.path, after)
  const step = section.path[section.path.length - 1] ?? ''
  const existing = valueAt(section.path, original)
  const value = section.type === 'remove' ? undefined : newValue(section, existing, original)
  if (typeof step === 'number') placeInList(parent, step, value, lists)
  else placeInMap(parent, step, value)
}

function parentOf(path: Path, after: Item): Value {
  const parent = valueAt(path.slice(0, -1), after)
  const fits = typeof path[path.length - 1] === 'number' ? parent?.L : parent?.M
  if (parent === undefined || fits === undefined) throw validationError(BAD_PATH)
  return parent
}

function newValue(section: UpdateSection, existing: Value | undefined, original: Item): Value | undefined {
  if (section.val === undefined) throw wrongType()
  if (section.type === 'set') return copyOf(resolveOperand(section.val, original))
  const operand = literal(section.val)
  return section.type === 'add' ? addValue(existing, operand) : deleteFromSet(existing, operand)
}

/** A value of its own, refused here where it nests so deep that copying it could exhaust the stack. */
function copyOf(value: Value): Value {
  if (nestsTooDeep({ value })) throw validationError(TOO_DEEP)
  return structuredClone(value)
}

function literal(operand: Operand): Value {
  if (isPath(operand) || isCall(operand)) throw wrongType()
  return operand
}

function placeInMap(parent: Value, name: string, value: Value | undefined): void {
  if (parent.M === undefined) return
  if (value === undefined) delete parent.M[name]
  else parent.M[name] = value
}

function placeInList(
  parent: Value,
  index: number,
  value: Value | undefined,
  lists: Map<Value, ListChanges>,
): void {
  if (parent.L === undefined) return
  if (value !== undefined && index < parent.L.length) {
    parent.L[index] = value
    return
  }
  const changes = lists.get(parent) ?? { removed: new Set(), appended: new Map() }
  lists.set(parent, changes)
  if (value === undefined) changes.removed.add(index)
  else changes.appended.set(index, value)
}

function settleList(list: Value, { removed, appended }: ListChanges): void {
  const kept = (list.L ?? []).filter((_, index) => !removed.has(index))
  const joined = [...appended].sort(([left], [right]) => left - right).map(([, value]) => value)
  list.L = [...kept, ...joined]
}
