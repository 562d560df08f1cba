import type { SecondaryIndex } from '../dynalite/dynalite-modules.js'
import type { JsonObject } from '../engine/answer.js'
import { equalValues } from '../item/equal-values.js'
import { itemSize } from '../item/item-size.js'
import type { Item } from '../item/value.js'
import type { ItemChange } from '../storage/storage.js'

/** An item that a transaction read, and where. */
export interface ItemRead {
  readonly table: string
  readonly item: Item | undefined
}

interface TableUnits {
  table: number
  readonly global: Map<string, number>
  readonly local: Map<string, number>
}

/** The consumed capacity of a read: two units for each item, missing ones too, and each started 4 KB. */
export function readCapacity(wanted: string | undefined, reads: readonly ItemRead[]): JsonObject {
  const units = new Map<string, TableUnits>()
  for (const { table, item } of reads) unitsOf(units, table).table += 2 * started(item, 4096)
  return report(wanted, units, 'ReadCapacityUnits')
}

/** The consumed capacity of a write: two units for each action and each started KB, one for an index entry. */
export function writeCapacity(wanted: string | undefined, changes: readonly ItemChange[]): JsonObject {
  const units = new Map<string, TableUnits>()
  for (const change of changes) {
    const ofTable = unitsOf(units, change.table.TableName)
    ofTable.table += 2 * Math.max(started(change.before, 1024), started(change.after, 1024))
    addIndexUnits(ofTable.global, change.table.GlobalSecondaryIndexes, change)
    addIndexUnits(ofTable.local, change.table.LocalSecondaryIndexes, change)
  }
  return report(wanted, units, 'WriteCapacityUnits')
}

function addIndexUnits(
  units: Map<string, number>,
  indexes: readonly SecondaryIndex[] | undefined,
  { before, after }: ItemChange,
): void {
  for (const index of indexes ?? []) {
    const spent = indexUnits(index, before, after)
    if (spent > 0) units.set(index.IndexName, (units.get(index.IndexName) ?? 0) + spent)
  }
}

function indexUnits(index: SecondaryIndex, before: Item | undefined, after: Item | undefined): number {
  const names = index.KeySchema.map(({ AttributeName }) => AttributeName)
  const indexed = (item: Item | undefined): boolean => names.every((name) => item?.[name] !== undefined)
  const removed = indexed(before) ? started(before, 1024) : 0
  const added = indexed(after) ? started(after, 1024) : 0
  if (removed === 0 || added === 0) return removed + added
  if (before !== undefined && after !== undefined && equalValues({ M: before }, { M: after })) return 0
  const moved = names.some((name) => !equalValues(before?.[name], after?.[name]))
  return moved ? removed + added : Math.max(removed, added)
}

function started(item: Item | undefined, bytes: number): number {
  return Math.max(1, Math.ceil(itemSize(item ?? {}) / bytes))
}

function unitsOf(units: Map<string, TableUnits>, table: string): TableUnits {
  const known = units.get(table) ?? { table: 0, global: new Map(), local: new Map() }
  units.set(table, known)
  return known
}

function report(
  wanted: string | undefined,
  units: ReadonlyMap<string, TableUnits>,
  name: string,
): JsonObject {
  if (wanted !== 'TOTAL' && wanted !== 'INDEXES') return {}
  return { ConsumedCapacity: [...units].map((entry) => describe(wanted, entry, name)) }
}

function describe(wanted: string, [TableName, units]: [string, TableUnits], name: string): JsonObject {
  const both = (count: number): JsonObject => ({ CapacityUnits: count, [name]: count })
  const sum = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((a, b) => a + b, 0)
  const total = { TableName, ...both(units.table + sum(units.global) + sum(units.local)) }
  if (wanted === 'TOTAL') return total
  const arm = (counts: ReadonlyMap<string, number>): JsonObject =>
    Object.fromEntries([...counts].map(([index, count]) => [index, both(count)]))
  return {
    ...total,
    Table: both(units.table),
    ...(units.global.size > 0 && { GlobalSecondaryIndexes: arm(units.global) }),
    ...(units.local.size > 0 && { LocalSecondaryIndexes: arm(units.local) }),
  }
}
