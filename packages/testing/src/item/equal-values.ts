import type { Item, Value } from './value.js'
import { valueType } from './value.js'

/**
 * Whether two values are the same to the service: lists in order, maps whatever the order of their keys, sets
 * whatever the order of their members. A value that is not there equals nothing, itself included.
 */
export function equalValues(left: Value | undefined, right: Value | undefined): boolean {
  if (left === undefined || right === undefined) return false
  const type = valueType(left)
  if (type === undefined || type !== valueType(right)) return false
  if (type === 'L') return equalLists(left.L ?? [], right.L ?? [])
  if (type === 'M') return equalMaps(left.M ?? {}, right.M ?? {})
  const members = left[type]
  return Array.isArray(members) ? equalSets(members, right[type]) : members === right[type]
}

function equalLists(left: readonly Value[], right: readonly Value[]): boolean {
  return left.length === right.length && left.every((value, index) => equalValues(value, right[index]))
}

function equalMaps(left: Item, right: Item): boolean {
  const names = Object.keys(left)
  return (
    names.length === Object.keys(right).length && names.every((name) => equalValues(left[name], right[name]))
  )
}

function equalSets(left: readonly unknown[], right: unknown): boolean {
  if (!Array.isArray(right) || left.length !== right.length) return false
  const members = new Set<unknown>(right)
  return left.every((member) => members.has(member))
}
