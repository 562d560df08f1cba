import type { Database, Models, TableModels } from '@latchkey/core'
import type { TestAPI } from 'vitest'
import { test as base } from 'vitest'
import type { Dynamo } from './dynamo.js'
import { assertSound } from './soundness/assert-sound.js'
import { startEngine } from './start-engine.js'
import type { TestTable } from './table/test-table.js'
import { createTestTable } from './table/test-table.js'
import type { TestDatabaseOptions } from './test-database.js'
import { testDatabase, testTable } from './test-database.js'

/** What a test on an engine gets. */
export interface DynamoFixture {
  /** An engine of the test's own, in process; gone when the test ends. */
  readonly dynamo: Dynamo
}

/** What a test on a table gets. */
export interface TableFixture extends DynamoFixture {
  /** A table of the test's own; gone when the test ends. */
  readonly table: TestTable
}

/** What a test on a database gets. */
export interface DatabaseFixture<Ms extends Models> extends TableFixture {
  /** A database on the test's table. */
  readonly db: Database<Ms>
}

/** How a test on a database is made. */
export interface DatabaseTestOptions extends Omit<TestDatabaseOptions, 'dynamo' | 'table'> {
  /** Whether every test that passes must leave the database sound; yes by default. */
  readonly sound?: boolean
}

/**
 * vitest's `test` with an engine for each test.
 *
 * @example
 * ```ts
 * test('lists no tables', async ({ dynamo }) => {
 *   expect((await dynamo.client.send(new ListTablesCommand())).TableNames).toEqual([])
 * })
 * ```
 */
export const test: TestAPI<DynamoFixture> = base.extend<DynamoFixture>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of fixtures from the pattern
  dynamo: async ({}, use) => {
    const dynamo = await startEngine()
    await use(dynamo)
    await dynamo.stop()
  },
})

/** vitest's `test` with a table for each test, made from plain ElectroDB entities or models. */
export function tableTest(models: TableModels): TestAPI<TableFixture> {
  return test.extend<Pick<TableFixture, 'table'>>({
    table: async ({ dynamo }, use) => {
      await use(await createTestTable(models, { dynamo }))
    },
  })
}

/**
 * vitest's `test` with a database for each test, on a table of its own. What a test leaves must be sound.
 *
 * @example
 * ```ts
 * const test = databaseTest({ accounts })
 *
 * test('an e-mail is given once', async ({ db, dynamo }) => {
 *   dynamo.faults.lostAnswer()
 *   await db.accounts.create(ada)
 *   await expect(db.accounts.create({ ...bob, email: ada.email })).rejects.toThrow()
 * })
 * ```
 */
export function databaseTest<const Ms extends Models>(
  models: Ms,
  { sound = true, ...options }: DatabaseTestOptions = {},
): TestAPI<DatabaseFixture<Ms>> {
  return test.extend<Pick<DatabaseFixture<Ms>, 'db' | 'table'>>({
    db: async ({ dynamo }, use) => {
      const db = await testDatabase(models, { ...options, dynamo })
      await use(db)
      dynamo.faults.clear()
      if (sound) await assertSound(db)
    },
    table: async ({ db }, use) => {
      await use(testTable(db))
    },
  })
}
