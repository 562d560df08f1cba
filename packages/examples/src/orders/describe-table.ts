import { kindOf, type PlainItem } from '../read-table.js'

const isOwn = (item: PlainItem): boolean => kindOf(item) === 'pointer' || kindOf(item) === 'sequence'

/** What a person calls an item: its entity, or what Latchkey keeps it for. */
const nameOf = (item: PlainItem): string => (kindOf(item) === 'item' ? item['__edb_e__'] : kindOf(item))

/** The items of a table for a person to read: how many there are of each kind, then pointers and sequences one by one. */
export function describeTable(items: readonly PlainItem[]): string[] {
  const names = items.map(nameOf)
  const counts = [...new Set(names)].map(
    (name) => `${name}: ${names.filter((other) => other === name).length}`,
  )
  const own = items.filter(isOwn).map(({ pk, _lk_value }) => `${String(pk).padEnd(38)} ${_lk_value}`)
  return [counts.sort().join(', '), ...own.sort()]
}
