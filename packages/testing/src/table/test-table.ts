import { randomUUID } from 'node:crypto'
import type { CreateTableCommandInput, WriteRequest } from '@aws-sdk/client-dynamodb'
import { CreateTableCommand, DeleteTableCommand } from '@aws-sdk/client-dynamodb'
import type { NativeAttributeValue } from '@aws-sdk/lib-dynamodb'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import type { TableKeys, TableModels } from '@latchkey/core'
import type { Dynamo } from '../dynamo.js'
import { startTableEngine } from '../start-engine.js'
import { refuseComposites } from './refuse-composites.js'
import { scanTable } from './scan-table.js'
import type { StoredItem } from './stored-item.js'
import type { TableEntry } from './table-entries.js'
import { tableEntries } from './table-entries.js'
import { writeAll } from './write-all.js'

/** How a table for tests is made. */
export interface TestTableOptions {
  /** An engine that runs already; without one, the table gets an engine of its own, in process. */
  readonly dynamo?: Dynamo
  /** The table's name; one that nothing else has by default. */
  readonly name?: string
  /** The names of the table's key attributes, where no model says them. */
  readonly keys?: TableKeys
}

/** Everything that a table holds at one moment. */
export interface Snapshot {
  readonly items: readonly StoredItem[]
}

/** A table for tests and the engine that it lives on. */
export interface TestTable {
  readonly name: string
  readonly dynamo: Dynamo
  /** The fields of the table's key, partition key first. */
  readonly keyFields: readonly string[]
  /**
   * What the table holds, with guards beside their owners, in a form to compare and to read in a failed assertion.
   *
   * @example
   * ```ts
   * expect(await table.items()).toEqual([
   *   { key: '$shop#id_1 | $account_1', item: { id: '1', email: 'ada@x.org' }, guards: ['UNIQ#shop.account.email#ada@x.org'] },
   * ])
   * ```
   */
  items(): Promise<TableEntry[]>
  /** What the table holds, item by item as it is stored. */
  stored(): Promise<StoredItem[]>
  /** Puts items of plain values into the table as they are, past every constraint. */
  seed(items: readonly Readonly<Record<string, NativeAttributeValue>>[]): Promise<void>
  /** Remembers what the table holds. */
  snapshot(): Promise<Snapshot>
  /** Makes the table hold what it held then, no more and no less. */
  restore(snapshot: Snapshot): Promise<void>
  /** Deletes the table, and ends the engine where it was the table's own. */
  drop(): Promise<void>
}

/**
 * Makes a table in which all of the models, or plain ElectroDB entities, can live.
 *
 * @example
 * ```ts
 * const table = await createTestTable({ account: AccountEntity })
 * const { data } = await AccountEntity.create({ ... }).go({ client: table.dynamo.documentClient, table: table.name })
 * await table.drop()
 * ```
 */
export async function createTestTable(
  models: TableModels,
  options: TestTableOptions = {},
): Promise<TestTable> {
  refuseComposites(models)
  const { tableOf } = await import('@latchkey/core')
  const request = tableOf(models, options.name ?? `latchkey-test-${randomUUID()}`, options.keys)
  const dynamo = options.dynamo ?? (await startTableEngine())
  await dynamo.client.send(new CreateTableCommand(request))
  return testTableOn(dynamo, request, options.dynamo === undefined)
}

function testTableOn(dynamo: Dynamo, request: CreateTableCommandInput, ownsEngine: boolean): TestTable {
  const name = request.TableName ?? ''
  const { client, documentClient } = dynamo
  const keyFields = (request.KeySchema ?? []).map(({ AttributeName = '' }) => AttributeName)
  const stored = (): Promise<StoredItem[]> => scanTable(client, name)
  return {
    name,
    dynamo,
    keyFields,
    stored,
    items: async () => tableEntries(await stored(), keyFields),
    seed: async (items) => {
      for (const Item of items) await documentClient.send(new PutCommand({ TableName: name, Item }))
    },
    snapshot: async () => ({ items: await stored() }),
    restore: async (snapshot) => {
      await writeAll(client, name, restoringWrites(await stored(), snapshot, keyFields))
    },
    drop: async () => {
      await client.send(new DeleteTableCommand({ TableName: name }))
      if (ownsEngine) await dynamo.stop()
    },
  }
}

function restoringWrites(
  present: readonly StoredItem[],
  { items }: Snapshot,
  keyFields: readonly string[],
): WriteRequest[] {
  const keyOf = (item: StoredItem): StoredItem =>
    Object.fromEntries(Object.entries(item).filter(([field]) => keyFields.includes(field)))
  const kept = new Set(items.map((item) => JSON.stringify(keyFields.map((field) => item[field]))))
  const gone = present.filter((item) => !kept.has(JSON.stringify(keyFields.map((field) => item[field]))))
  return [
    ...gone.map((item) => ({ DeleteRequest: { Key: keyOf(item) } })),
    ...items.map((Item) => ({ PutRequest: { Item } })),
  ]
}
