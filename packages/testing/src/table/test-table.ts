import { randomUUID } from 'node:crypto'
import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { CreateTableCommand, DeleteTableCommand } from '@aws-sdk/client-dynamodb'
import type { Dynamo } from '../dynamo.js'
import { startTableEngine } from '../start-engine.js'
import type { TableModels } from './model-schema.js'
import { tableOf } from './table-of.js'

/** How a table for tests is made. */
export interface TestTableOptions {
  /** An engine that runs already; without one, the table gets an engine of its own, in process. */
  readonly dynamo?: Dynamo
  /** The table's name; one that nothing else has by default. */
  readonly name?: string
}

/** A table for tests and the engine that it lives on. */
export interface TestTable {
  readonly name: string
  readonly dynamo: Dynamo
  /** Deletes the table, and ends the engine where it was the table's own. */
  drop(): Promise<void>
}

/** An item in the form in which the service has it. */
export type StoredItem = Record<string, AttributeValue>

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
  const name = options.name ?? `latchkey-test-${randomUUID()}`
  const request = tableOf(models, name)
  const dynamo = options.dynamo ?? (await startTableEngine())
  await dynamo.client.send(new CreateTableCommand(request))
  const drop = async (): Promise<void> => {
    await dynamo.client.send(new DeleteTableCommand({ TableName: name }))
    if (options.dynamo === undefined) await dynamo.stop()
  }
  return { name, dynamo, drop }
}
