import { constrain } from '@latchkey/core'
import { testDatabase } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { accounts, User } from './models.js'
import { Requests } from './table.js'

const plain = constrain(User, {})

test('each operation costs the requests that are documented, and no more', async () => {
  const requests = new Requests()
  const db = await testDatabase({ accounts, plain }, { observe: requests.observe })
  const cost = async (run: () => Promise<unknown>): Promise<string[]> => {
    requests.take()
    await run()
    return requests.take()
  }
  const key = { accountId: 'a' }
  expect(await cost(() => db.plain.create({ id: '1', email: 'a' }))).toEqual(['PutItem'])
  expect(await cost(() => db.plain.update({ id: '1' }, { set: { email: 'b' } }))).toEqual(['UpdateItem'])
  expect(await cost(() => db.plain.delete({ id: '1' }))).toEqual(['DeleteItem'])
  expect(await cost(() => db.accounts.create({ accountId: 'none', tenantId: 't' }))).toEqual(['PutItem'])
  expect(await cost(() => db.accounts.create({ ...key, tenantId: 't', email: 'a' }))).toEqual([
    'TransactWriteItems',
  ])
  expect(await cost(() => db.accounts.update(key, { set: { nickname: 'x' } }))).toEqual(['UpdateItem'])
  expect(await cost(() => db.accounts.update(key, { add: { logins: 1 } }, { version: 2 }))).toEqual([
    'UpdateItem',
  ])
  expect(await cost(() => db.accounts.update(key, { set: { email: 'b' } }))).toEqual([
    'GetItem',
    'TransactWriteItems',
  ])
  expect(await cost(() => db.accounts.update(key, { set: { email: 'c' } }, { version: 4 }))).toEqual([
    'GetItem',
    'TransactWriteItems',
  ])
  expect(await cost(() => db.accounts.update(key, { set: { email: 'd' }, add: { logins: 1 } }))).toEqual([
    'GetItem',
    'TransactWriteItems',
    'GetItem',
  ])
  expect(
    await cost(() =>
      db.accounts.update(key, { set: { email: 'e' }, add: { logins: 1 } }, { returns: 'none' }),
    ),
  ).toEqual(['GetItem', 'TransactWriteItems'])
  const item = await db.accounts.get(key, { consistent: true })
  if (item === null) throw new Error('is gone')
  expect(await cost(() => db.accounts.update(key, { set: { email: 'f' } }, { current: item }))).toEqual([
    'TransactWriteItems',
  ])
  expect(await cost(() => db.accounts.by.email({ email: 'f' }))).toEqual(['GetItem', 'GetItem'])
  expect(await cost(() => db.accounts.by.email({ email: 'no' }))).toEqual(['GetItem'])
  expect(await cost(() => db.accounts.by.email.key({ email: 'f' }))).toEqual(['GetItem'])
  expect(await cost(() => db.accounts.getMany([key, key, { accountId: 'none' }]))).toEqual(['BatchGetItem'])
  expect(await cost(() => db.accounts.delete(key))).toEqual(['GetItem', 'TransactWriteItems'])
  expect(await cost(() => db.accounts.delete(key))).toEqual(['GetItem'])
  expect(await cost(() => db.accounts.delete({ accountId: 'none' }))).toEqual(['GetItem', 'DeleteItem'])
})

test('nothing is sent by connect, by plans, or before a mistake is found', async () => {
  const requests = new Requests()
  const db = await testDatabase({ accounts }, { observe: requests.observe })
  expect(db.accounts.plan.create({ tenantId: 't', email: 'a' }).operation).toBe('TransactWriteItems')
  await expect(db.accounts.create({ tenantId: 't', nope: 1 } as never)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  expect(requests.take()).toEqual([])
})

test('capacity of a plan is what the engine reports', async () => {
  const capacities: number[] = []
  const db = await testDatabase(
    { accounts },
    {
      observe: {
        onRequest: ({ capacity, command }) => command !== 'GetItem' && capacities.push(capacity ?? 0),
      },
    },
  )
  const big = { accountId: 'a', tenantId: 't', email: 'a@x.io', nickname: 'n'.repeat(1500) }
  const { capacity } = db.accounts.plan.create(big)
  await db.accounts.create(big)
  await db.accounts.create({ accountId: 'b', tenantId: 't' })
  expect([capacity, db.accounts.plan.create({ accountId: 'b', tenantId: 't' }).capacity]).toEqual([6, 1])
  expect(capacities).toHaveLength(2)
})
