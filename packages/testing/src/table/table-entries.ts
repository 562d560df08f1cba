import type { PlainItem, StoredItem } from './stored-item.js'
import { plainItem } from './stored-item.js'

/** An item with the keys of the guards that it owns: what a test compares, and what a failed assertion prints. */
export interface TableEntry {
  /** The item's key: partition key and sort key, joined by ` | `. A key that says the same twice is shown once. */
  readonly key: string
  /** The item's other attributes. */
  readonly item: PlainItem
  /** The keys of its guards, in order. */
  readonly guards: readonly string[]
  /** On a guard whose owner is not in the table: the owner's key. */
  readonly ownerMissing?: string
}

/** Items in the order of their keys, each with its guards beside it; guards without an owner come last. */
export function tableEntries(items: readonly StoredItem[], keyFields: readonly string[]): TableEntry[] {
  const sorted = [...items].sort((left, right) =>
    compare(keyText(left, keyFields), keyText(right, keyFields)),
  )
  const guards = sorted.filter(isGuard)
  const owners = sorted.filter((item) => !isGuard(item))
  const present = new Set(owners.map((item) => ownerText(item, keyFields)))
  const orphans = guards.filter((guard) => !present.has(ownerOf(guard)))
  const entry = (item: StoredItem, own: readonly StoredItem[]): TableEntry => ({
    key: keyText(item, keyFields),
    item: plainItem(withoutKey(item, keyFields)),
    guards: own.map((guard) => keyText(guard, keyFields)),
  })
  return [
    ...owners.map((item) =>
      entry(
        item,
        guards.filter((guard) => ownerOf(guard) === ownerText(item, keyFields)),
      ),
    ),
    ...orphans.map((guard) => ({ ...entry(guard, []), ownerMissing: readable(ownerOf(guard)) })),
  ]
}

/** An item's key as one line. */
export function keyText(item: StoredItem, keyFields: readonly string[]): string {
  const parts = keyFields.map((field) => item[field]?.S ?? item[field]?.N ?? JSON.stringify(item[field]))
  return [...new Set(parts)].join(' | ')
}

function isGuard(item: StoredItem): boolean {
  return item['_lk']?.S === 'guard' && item['_lk_owner']?.S !== undefined
}

function ownerOf(guard: StoredItem): string {
  return guard['_lk_owner']?.S ?? ''
}

/** A key as guards spell their owner's: parts encoded for `%` and `#`, joined by `#`. */
function ownerText(item: StoredItem, keyFields: readonly string[]): string {
  const encode = (text: string): string => text.replaceAll('%', '%25').replaceAll('#', '%23')
  return keyFields.map((field) => encode(item[field]?.S ?? '')).join('#')
}

function readable(owner: string): string {
  const decode = (text: string): string => text.replaceAll('%23', '#').replaceAll('%25', '%')
  return [...new Set(owner.split('#').map(decode))].join(' | ')
}

/** What ElectroDB writes to recognise its items says nothing in a test. */
const IDENTIFIERS = ['__edb_e__', '__edb_v__']

function withoutKey(item: StoredItem, keyFields: readonly string[]): StoredItem {
  const hidden = new Set([...keyFields, ...IDENTIFIERS])
  return Object.fromEntries(Object.entries(item).filter(([name]) => !hidden.has(name)))
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
