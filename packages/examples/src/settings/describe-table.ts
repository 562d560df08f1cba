import type { PlainItem } from '../read-table.js'

const isKey = (name: string): boolean => ['pk', 'sk'].includes(name)
/** What ElectroDB and Latchkey write to tell what an item is. */
const isMark = (name: string): boolean => name.startsWith('__edb') || name === '_lk' || name === '_lk_of'

function describe(item: PlainItem): string {
  const values = Object.entries(item).filter(([name]) => !isKey(name) && !isMark(name))
  const text = values.map(([name, value]) => `${name}=${value}`).sort()
  const key = item['pk'] === item['sk'] ? item['pk'] : `${item['pk']} | ${item['sk']}`
  return `${String(key).padEnd(32)} ${text.join(' ')}`
}

/** The items of a table for a person to read: both records of flags, and the shards of the counter. */
export const describeTable = (items: readonly PlainItem[]): string[] => items.map(describe).sort()
