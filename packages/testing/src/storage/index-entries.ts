import type { DynaliteDb, SecondaryIndex, StoreOperation, Table } from '../dynalite/dynalite-modules.js'
import type { Item } from '../item/value.js'

/** What a change of one item does to one index. */
export interface IndexChange {
  readonly index: string
  readonly isGlobal: boolean
  readonly operations: readonly StoreOperation[]
}

/** What replacing `before` by `after` does to each index of the table, in its own form of keys. */
export function indexChanges(
  db: DynaliteDb,
  table: Table,
  before: Item | undefined,
  after: Item | undefined,
): IndexChange[] {
  const changesOf = (indexes: readonly SecondaryIndex[] | undefined, isGlobal: boolean): IndexChange[] =>
    (indexes ?? []).map((index) => ({
      index: index.IndexName,
      isGlobal,
      operations: entryOperations(db, table, index, isGlobal, before, after),
    }))
  return [
    ...changesOf(table.LocalSecondaryIndexes, false),
    ...changesOf(table.GlobalSecondaryIndexes, true),
  ].filter(({ operations }) => operations.length > 0)
}

function entryOperations(
  db: DynaliteDb,
  table: Table,
  index: SecondaryIndex,
  isGlobal: boolean,
  before: Item | undefined,
  after: Item | undefined,
): StoreOperation[] {
  const prefix = `index-${isGlobal ? 'global' : 'local'}~${table.TableName}~${index.IndexName}~`
  const keyOf = (item: Item | undefined): string | undefined =>
    item === undefined || !isIndexed(index, item)
      ? undefined
      : prefix + db.createIndexKey(item, table, index.KeySchema)
  const old = keyOf(before)
  const key = keyOf(after)
  const operations: StoreOperation[] = []
  if (old !== undefined && old !== key) operations.push({ type: 'del', key: old })
  if (key !== undefined && after !== undefined) {
    operations.push({ type: 'put', key, value: projected(index, table, after) })
  }
  return operations
}

function isIndexed(index: SecondaryIndex, item: Item): boolean {
  return index.KeySchema.every(({ AttributeName }) => item[AttributeName] !== undefined)
}

function projected(index: SecondaryIndex, table: Table, item: Item): Item {
  if (index.Projection.ProjectionType === 'ALL') return item
  const keys = [...index.KeySchema, ...table.KeySchema].map(({ AttributeName }) => AttributeName)
  const entry: Item = {}
  for (const name of [...keys, ...(index.Projection.NonKeyAttributes ?? [])]) {
    const value = item[name]
    if (value !== undefined) entry[name] = value
  }
  return entry
}
