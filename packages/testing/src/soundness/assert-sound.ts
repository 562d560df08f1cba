import type { Inspected, Inspection } from '@latchkey/core'
import { scanTable } from '../table/scan-table.js'
import type { StoredItem } from '../table/stored-item.js'
import { plainItem } from '../table/stored-item.js'
import { keyText } from '../table/table-entries.js'
import type { SoundnessFinding } from './soundness-error.js'
import { SoundnessError } from './soundness-error.js'

type Guarded = Extract<Inspected, { readonly kind: 'item' }>

/** A guard that an owner needs. */
interface Due {
  readonly owner: string
  readonly constraints: readonly string[]
  readonly item: StoredItem
}

/**
 * Fails unless every guard in the database's table has an owner that needs it, and every owner has its guards, each
 * attribute for attribute. Reads the whole table.
 *
 * @throws SoundnessError with everything that is wrong
 *
 * @example
 * ```ts
 * afterEach(() => assertSound(db))
 * ```
 */
export async function assertSound(db: object): Promise<void> {
  const { inspectDatabase } = await import('@latchkey/core')
  const inspection = inspectDatabase(db)
  const items = await scanTable(inspection.client, inspection.table)
  const findings = findFaults(inspection, items)
  if (findings.length > 0) throw new SoundnessError(inspection.table, findings)
}

function findFaults(inspection: Inspection, items: readonly StoredItem[]): SoundnessFinding[] {
  const { keyFields, inspect } = inspection
  const keyOf = (item: StoredItem): string => keyText(item, keyFields)
  const seen = items.map((item) => ({ item, found: inspect(item) }))
  const due = seen.flatMap(({ item, found }) => (found.kind === 'item' ? dueOf(keyOf(item), found) : []))
  const held = new Map(
    seen
      .filter(({ found }) => found.kind === 'guard')
      .map(({ item, found }) => [keyOf(item), { item, found }]),
  )
  const needed = new Set(due.map(({ item }) => keyOf(item)))
  const unmet = due.flatMap((wanted) => compareGuard(wanted, held.get(keyOf(wanted.item))?.item, keyOf))
  const orphans = [...held].filter(([key]) => !needed.has(key))
  return [...unmet, ...orphans.map(([guard, { item, found }]) => orphan(guard, item, found, keyOf))]
}

function dueOf(owner: string, found: Guarded): Due[] {
  return found.guards.map(({ names, item }) => ({ owner, constraints: names, item: { ...item } }))
}

function compareGuard(
  { owner, constraints, item }: Due,
  held: StoredItem | undefined,
  keyOf: (item: StoredItem) => string,
): SoundnessFinding[] {
  const guard = keyOf(item)
  const expected = plainItem(comparable(item))
  if (held === undefined) return [{ kind: 'missing', guard, owner, constraints, expected }]
  const found = plainItem(comparable(held))
  if (JSON.stringify(found) === JSON.stringify(expected)) return []
  return [{ kind: 'different', guard, owner, constraints, found, expected }]
}

/** Which of several constraints with one guard claimed it first is not told by the owner. */
function comparable(guard: StoredItem): StoredItem {
  return Object.fromEntries(Object.entries(guard).filter(([name]) => name !== '_lk_of'))
}

function orphan(
  guard: string,
  item: StoredItem,
  found: Inspected,
  keyOf: (item: StoredItem) => string,
): SoundnessFinding {
  const of = found.kind === 'guard' ? found : undefined
  const owner = of?.owner === undefined ? undefined : keyOf({ ...of.owner })
  return {
    kind: 'orphan',
    guard,
    owner,
    constraints: of === undefined ? [] : [of.constraint],
    found: plainItem(item),
  }
}
