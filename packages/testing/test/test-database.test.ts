import { describe, expect, test } from 'vitest'
import { engineOfRun, startEngine, TestingError, testDatabase, testTable } from '../src/index.js'
import { accounts, visits } from './models.js'

describe('testDatabase', () => {
  test('makes a database on a table of its own', async () => {
    const [one, other] = await Promise.all([testDatabase({ accounts }), testDatabase({ accounts })])
    await one.accounts.create({ id: 'a', email: 'ada@x.org' })
    await other.accounts.create({ id: 'b', email: 'ada@x.org' })
    expect(await one.accounts.get({ id: 'a' })).toMatchObject({ id: 'a', email: 'ada@x.org' })
    expect(await other.accounts.get({ id: 'a' })).toBeNull()
    expect(testTable(one).name).not.toBe(testTable(other).name)
    expect(testTable(one).dynamo.engine).toBe(engineOfRun())
  })

  test('takes a name, an engine that runs, and what connect takes', async () => {
    const dynamo = await startEngine()
    const commands: string[] = []
    const db = await testDatabase(
      { accounts },
      { dynamo, table: 'shop', observe: { onRequest: ({ command }) => commands.push(command) } },
    )
    await db.accounts.create({ id: 'a', email: 'ada@x.org' })
    expect(commands).toEqual(['TransactWriteItems'])
    expect(testTable(db)).toMatchObject({ name: 'shop', dynamo, keyFields: ['pk', 'sk'] })
    await testTable(db).drop()
    await expect(db.accounts.get({ id: 'a' })).rejects.toThrow()
    await dynamo.stop()
  })

  test('makes a table for counters alone, from the names of its keys', async () => {
    const db = await testDatabase({ visits }, { keys: { partitionKey: 'hash', sortKey: null } })
    await db.visits.increment(2)
    expect(testTable(db).keyFields).toEqual(['hash'])
    expect(await testTable(db).items()).toHaveLength(1)
    await expect(testDatabase({ visits })).rejects.toThrow(
      'give at least one model that has one, or the option keys',
    )
    await expect(testDatabase({ accounts }, { keys: { partitionKey: 'hash' } })).rejects.toThrow(
      'the option keys: cannot share a table with accounts',
    )
  })

  test('testTable knows no other database', () => {
    expect(() => testTable({})).toThrow(TestingError)
    expect(() => testTable({})).toThrow('testTable() was given something that testDatabase() has not made')
  })
})
