import { ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { expect } from 'vitest'
import { databaseTest, tableTest, test } from '../src/vitest.js'
import { accounts } from './models.js'

test('gives each test an engine of its own', async ({ dynamo }) => {
  expect((await dynamo.client.send(new ListTablesCommand({}))).TableNames).toEqual([])
})

const onTable = tableTest({ accounts })

for (const round of ['one', 'another']) {
  onTable(`gives each test a table of its own: ${round}`, async ({ table, dynamo }) => {
    expect(table.dynamo).toBe(dynamo)
    expect(await table.items()).toEqual([])
    await table.seed([{ pk: 'a', sk: 'a' }])
    expect(await table.items()).toHaveLength(1)
  })
}

const onDatabase = databaseTest({ accounts })

onDatabase('gives each test a database, with faults for it', async ({ db, dynamo, table }) => {
  const fault = dynamo.faults.lostAnswer({ operation: 'TransactWriteItems' })
  await db.accounts.create({ id: 'a', email: 'ada@x.org' })
  expect(fault.struck).toBe(1)
  expect(await table.items()).toMatchObject([{ guards: ['UNIQ#shop.account.email#ada@x.org'] }])
})

onDatabase.fails('fails a test that leaves the database unsound', async ({ db, table }) => {
  await db.accounts.create({ id: 'a', email: 'ada@x.org' })
  const { items } = await table.snapshot()
  await table.restore({ items: items.filter(({ _lk }) => _lk === undefined) })
})

databaseTest({ accounts }, { sound: false })('lets a test be unsound on request', async ({ db, table }) => {
  await db.accounts.create({ id: 'a', email: 'ada@x.org' })
  const { items } = await table.snapshot()
  await table.restore({ items: items.filter(({ _lk }) => _lk === undefined) })
  expect(await table.items()).toMatchObject([{ guards: [] }])
})
