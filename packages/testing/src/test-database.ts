import type { ConnectOptions, Database, Models } from '@latchkey/core'
import type { TestTable, TestTableOptions } from './table/test-table.js'
import { createTestTable } from './table/test-table.js'
import { TestingError } from './testing-error.js'

/** How a database for tests is made: what `connect` takes, and where the table lives. */
export interface TestDatabaseOptions
  extends Omit<ConnectOptions, 'client' | 'table'>,
    Pick<TestTableOptions, 'dynamo'> {
  /** The table's name; one that nothing else has by default. */
  readonly table?: string
}

const tables = new WeakMap<object, TestTable>()

/**
 * A database on a table of its own, made from the models: nothing else sees it, and it is gone when nothing refers
 * to it any more. It lives in this process, without a socket, unless an engine is given.
 *
 * @example
 * ```ts
 * const db = await testDatabase({ accounts, orders })
 * await db.accounts.create({ ... })
 * const { faults } = testTable(db).dynamo
 * ```
 */
export async function testDatabase<const Ms extends Models>(
  models: Ms,
  options: TestDatabaseOptions = {},
): Promise<Database<Ms>> {
  const { dynamo, table: name, ...connectOptions } = options
  const table = await createTestTable(models, {
    ...(dynamo !== undefined && { dynamo }),
    ...(name !== undefined && { name }),
    ...(connectOptions.keys !== undefined && { keys: connectOptions.keys }),
  })
  const { connect } = await import('@latchkey/core')
  const db = connect(models, { ...connectOptions, client: table.dynamo.client, table: table.name })
  tables.set(db, table)
  return db
}

/**
 * The table behind a database that `testDatabase` gave, and the engine that it lives on.
 *
 * @throws TestingError for any other database
 */
export function testTable(db: object): TestTable {
  const table = tables.get(db)
  if (table === undefined) {
    throw new TestingError(
      'testTable() was given something that testDatabase() has not made: pass its result itself.',
    )
  }
  return table
}
