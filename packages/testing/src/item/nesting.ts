import type { Item, Value } from './value.js'

/** How deep the service lets maps and lists nest, the attribute itself counted. */
const DEEPEST = 32

/** The service's words for a value that nests too deep. */
export const TOO_DEEP: string =
  'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit'

/** Whether any value of `item` nests deeper than the service allows. */
export function nestsTooDeep(item: Item): boolean {
  return Object.values(item).some((value) => exceeds(value, 1))
}

function exceeds(value: Value, level: number): boolean {
  if (level > DEEPEST) return true
  if (value.L !== undefined) return value.L.some((member) => exceeds(member, level + 1))
  return value.M !== undefined && Object.values(value.M).some((member) => exceeds(member, level + 1))
}

/** What the service refuses about the names and depth of an item that is to be written, before it looks at tables. */
export function itemProblem(item: Item): string | undefined {
  if (Object.hasOwn(item, '')) return 'Empty attribute name'
  return nestsTooDeep(item) ? TOO_DEEP : undefined
}
