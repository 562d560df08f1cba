import { connect, constrain, inspectDatabase, singleton } from '@latchkey/core'
import { testDatabase, testTable } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { accounts, User, users } from './models.js'
import { guardKeys, Requests, readTable } from './table.js'

const Settings = new Entity({
  model: { entity: 'settings', version: '1', service: 'shop' },
  attributes: { limit: { type: 'number' }, revision: { type: 'number' } },
  indexes: { primary: { pk: { field: 'pk', composite: [] }, sk: { field: 'sk', composite: [] } } },
})
const settings = singleton(Settings, { defaults: { limit: 1 }, version: 'revision' })
const models = { accounts, users, settings, plain: constrain(User, {}) }

const open = async () => {
  const requests = new Requests()
  const db = await testDatabase(models, {
    observe: requests.observe,
    retry: { attempts: 4, baseDelayMs: 1, maxDelayMs: 5 },
  })
  await db.accounts.create({ accountId: 'a', tenantId: 't', email: 'a@x.io' })
  await db.settings.update({ set: { limit: 2 } })
  requests.take()
  return { db, requests, faults: testTable(db).dynamo.faults }
}
type Db = Awaited<ReturnType<typeof open>>['db']
const key = { accountId: 'a' }
const row = { ...key, tenantId: 't', email: 'b@x.io' }
const email = { set: { email: 'b@x.io' } }

describe('where', () => {
  const where: NonNullable<NonNullable<Parameters<Db['accounts']['put']>[1]>['where']> = (a, { eq }) =>
    eq(a.tenantId, 'u')
  const never = { where }
  const limited: NonNullable<Parameters<Db['settings']['modify']>[1]> = {
    where: (a, { eq }) => eq(a.limit, 9),
  }
  const ways: Readonly<Record<string, (db: Db) => Promise<unknown>>> = {
    put: (db) => db.accounts.put(row, never),
    'an update of one item': (db) => db.accounts.update(key, { set: { nickname: 'x' } }, never),
    'an update with guards': (db) => db.accounts.update(key, email, never),
    modify: (db) => db.accounts.modify(key, () => email, never),
    delete: (db) => db.accounts.delete(key, never),
    'put in a transaction': (db) => db.$transaction((tx) => void tx.accounts.put(row, never)),
    'update in a transaction': (db) => db.$transaction((tx) => void tx.accounts.update(key, email, never)),
    'delete in a transaction': (db) => db.$transaction((tx) => void tx.accounts.delete(key, never)),
    'check in a transaction': (db) =>
      db.$transaction((tx) => {
        tx.accounts.check(key).where(where)
        tx.users.create({ id: '1' })
      }),
    'update of a record': (db) => db.settings.update({ set: { limit: 3 } }, limited),
    'modify of a record': (db) => db.settings.modify(() => ({ set: { limit: 3 } }), limited),
    'update of a record in a transaction': (db) =>
      db.$transaction((tx) => void tx.settings.update({ set: { limit: 3 } }, limited)),
  }

  test.each(Object.entries(ways))('holds back %s', async (_, run) => {
    const { db } = await open()
    const items = await readTable(db)
    await expect(run(db)).rejects.toMatchObject({ code: 'CONDITION' })
    expect(await readTable(db)).toEqual(items)
  })
})

describe('version', () => {
  const moved = { version: 7 }
  const ways: Readonly<Record<string, (db: Db) => Promise<unknown>>> = {
    'an update of one item': (db) => db.accounts.update(key, { set: { nickname: 'x' } }, moved),
    'an update with guards': (db) => db.accounts.update(key, email, moved),
    delete: (db) => db.accounts.delete(key, moved),
    'update in a transaction': (db) => db.$transaction((tx) => void tx.accounts.update(key, email, moved)),
    'delete in a transaction': (db) => db.$transaction((tx) => void tx.accounts.delete(key, moved)),
    'update of a record': (db) => db.settings.update({ set: { limit: 3 } }, moved),
    'update of a record in a transaction': (db) =>
      db.$transaction((tx) => void tx.settings.update({ set: { limit: 3 } }, moved)),
  }

  test.each(Object.entries(ways))('that is another one holds back %s', async (_, run) => {
    const { db } = await open()
    const items = await readTable(db)
    await expect(run(db)).rejects.toMatchObject({ code: 'VERSION' })
    expect(await readTable(db)).toEqual(items)
  })

  test('is refused beside current, and for a model that counts none', async () => {
    const { db, requests } = await open()
    const current = await db.accounts.update(key, { set: { nickname: 'x' } })
    requests.take()
    const both = { current, version: 2 } as never
    const refused = { code: 'INVALID_INPUT', problems: [{ path: 'version' }] }
    await expect(db.accounts.update(key, email, both)).rejects.toMatchObject(refused)
    await expect(db.accounts.delete(key, both)).rejects.toMatchObject(refused)
    for (const run of [
      (): unknown => db.$transaction((tx) => void tx.accounts.update(key, email, both)),
      (): unknown => db.$transaction((tx) => void tx.accounts.delete(key, both)),
      (): unknown => db.users.update({ id: '1' }, email, { version: 1 } as never),
      (): unknown => db.users.delete({ id: '1' }, { version: 1 } as never),
    ])
      await expect(run()).rejects.toMatchObject(refused)
    expect(requests.take()).toEqual([])
  })
})

describe('retry', () => {
  const once = { retry: false } as const
  const ways: Readonly<Record<string, (db: Db, options: typeof once | object) => Promise<unknown>>> = {
    create: (db, options) => db.accounts.create({ ...row, accountId: 'b' }, options),
    put: (db, options) => db.accounts.put(row, options),
    upsert: (db, options) => db.accounts.upsert(row, options),
    update: (db, options) => db.accounts.update(key, email, options),
    modify: (db, options) => db.accounts.modify(key, () => email, options),
    delete: (db, options) => db.accounts.delete(key, options),
    $transaction: (db, options) => db.$transaction((tx) => void tx.accounts.update(key, email), options),
    'createMany, all at once': (db, options) =>
      db.accounts.createMany([{ ...row, accountId: 'b' }], { ...options, atomic: true }),
  }

  test.each(Object.entries(ways))('false tries %s once', async (_, run) => {
    const { db, requests, faults } = await open()
    faults.conflict({ operation: 'TransactWriteItems' })
    await expect(run(db, once)).rejects.toMatchObject({ code: 'CONTENTION', attempts: 1 })
    expect(requests.take().filter((command) => command === 'TransactWriteItems')).toHaveLength(1)
    faults.conflict({ operation: 'TransactWriteItems' })
    await run(db, {})
    expect(requests.take().filter((command) => command === 'TransactWriteItems')).toHaveLength(2)
  })

  test.each(['createMany', 'putMany'] as const)('false tries the rows of %s once', async (method) => {
    const { db, faults } = await open()
    faults.conflict({ operation: 'TransactWriteItems' })
    const rows = [{ ...row, accountId: 'b' }]
    expect(await db.accounts[method](rows, once)).toMatchObject([
      { ok: false, error: { code: 'CONTENTION', attempts: 1 } },
    ])
    faults.conflict({ operation: 'TransactWriteItems' })
    expect(await db.accounts[method](rows)).toMatchObject([{ ok: true }])
  })

  test('false tries what is read for a write once, too', async () => {
    const { db, faults } = await open()
    faults.throttle({ operation: 'GetItem', times: Number.POSITIVE_INFINITY })
    await expect(db.accounts.update(key, email, once)).rejects.toMatchObject({
      code: 'CONTENTION',
      model: 'account',
      operation: 'update',
      attempts: 1,
    })
    await expect(db.accounts.update(key, email, { retry: { attempts: 2 } })).rejects.toMatchObject({
      attempts: 2,
    })
  })

  test('of the connection is that of every call that has none', async () => {
    const { db, faults } = await open()
    const { client, table } = inspectDatabase(db)
    const once = connect(models, { client, table, retry: false })
    faults.conflict({ operation: 'TransactWriteItems' })
    await expect(once.accounts.update(key, email)).rejects.toMatchObject({ code: 'CONTENTION', attempts: 1 })
    faults.conflict({ operation: 'TransactWriteItems' })
    await once.accounts.update(key, email, { retry: { attempts: 2, baseDelayMs: 1 } })
  })
})

describe('returns: none', () => {
  const none = { returns: 'none' } as const
  const ways: Readonly<Record<string, (db: Db) => Promise<unknown>>> = {
    create: (db) => db.accounts.create({ ...row, accountId: 'b' }, none),
    put: (db) => db.accounts.put(row, none),
    'an upsert that creates': (db) => db.accounts.upsert({ ...row, accountId: 'b' }, none),
    'an upsert that changes': (db) => db.accounts.upsert(row, none),
    update: (db) => db.accounts.update(key, email, none),
    modify: (db) => db.accounts.modify(key, () => email, none),
    'a modify of nothing': (db) => db.accounts.modify(key, () => null, none),
    delete: (db) => db.accounts.delete(key, none),
    'a delete of nothing': (db) => db.accounts.delete({ accountId: 'none' }, none),
    'update of a record': (db) => db.settings.update({ set: { limit: 3 } }, none),
    'modify of a record': (db) => db.settings.modify(() => ({ set: { limit: 3 } }), none),
    'a modify of a record that changes nothing': (db) => db.settings.modify(() => null, none),
  }

  test.each(Object.entries(ways))('gives nothing back: %s', async (_, run) => {
    const { db } = await open()
    expect(await run(db)).toBeUndefined()
  })
})

describe('an idempotency key', () => {
  const k = { idempotencyKey: 'k' }
  const reused = { code: 'IDEMPOTENCY_KEY_REUSED' }
  const other = { accountId: 'b' }

  test('is of one key and one input: neither another item nor another onInsert or option goes under it', async () => {
    const { db } = await open()
    await db.accounts.create({ ...other, tenantId: 't' })
    await db.accounts.update(key, { set: { nickname: 'x' } }, k)
    await expect(db.accounts.update(other, { set: { nickname: 'x' } }, k)).rejects.toMatchObject(reused)
    await db.accounts.upsert(row, { ...k, onInsert: { nickname: 'x' } })
    await expect(db.accounts.upsert(row, { ...k, onInsert: { nickname: 'y' } })).rejects.toMatchObject(reused)
    await db.accounts.modify(key, () => ({ set: { nickname: 'x' } }), k)
    await expect(db.accounts.modify(other, () => ({ set: { nickname: 'x' } }), k)).rejects.toMatchObject(
      reused,
    )
    const before = { ...k, version: 4 }
    await db.accounts.delete(key, before)
    await expect(db.accounts.delete(other, before)).rejects.toMatchObject(reused)
    await expect(db.accounts.delete(key, { ...k, version: 5 })).rejects.toMatchObject(reused)
    expect(await db.accounts.get(other)).not.toHaveProperty('nickname')
  })

  test('is of one table', async () => {
    const first = await testDatabase(models)
    const { client } = inspectDatabase(first)
    const second = await testDatabase(models, { dynamo: testTable(first).dynamo })
    await first.users.create({ id: '1' }, k)
    const there = first.$with({ client, table: inspectDatabase(second).table })
    expect(await there.users.create({ id: '2' }, k)).toMatchObject({ id: '2' })
    const recordsOf = async (db: object) =>
      (await readTable(db)).filter((item) => item['_lk']?.S === 'idempotency').map((item) => item['pk']?.S)
    expect(await recordsOf(first)).not.toEqual(await recordsOf(second))
  })

  test('gives an upsert of nothing new and a modify of nothing their item again', async () => {
    const { db } = await open()
    const account = await db.accounts.get(key)
    for (let time = 0; time < 2; time += 1) {
      expect(await db.accounts.modify(key, () => null, k)).toEqual(account)
      expect(await db.accounts.upsert({ ...key } as never, k)).toEqual(account)
    }
  })
})

describe('a fence that would outgrow a request', () => {
  const names = Array.from({ length: 200 }, (_, at) => `attribute${at}`)
  const Wide = new Entity({
    model: { entity: 'wide', version: '1', service: 'shop' },
    attributes: {
      id: { type: 'string', required: true },
      ...Object.fromEntries(names.map((name) => [name, { type: 'number' }] as const)),
    },
    indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
  })
  const wide = constrain(Wide, {})

  test('asks for a version', async () => {
    const db = await testDatabase({ wide })
    const current = await db.wide.create({ id: '1', ...Object.fromEntries(names.map((name) => [name, 1])) })
    const first = { id: '1' }
    const asks = { code: 'INVALID_INPUT', message: expect.stringContaining('declare a version') }
    const change = { set: { attribute0: 2 } } as never
    await expect(db.wide.update(first, change, { current })).rejects.toMatchObject(asks)
    await expect(db.wide.modify(first, () => change)).rejects.toMatchObject(asks)
    await expect(db.wide.delete(first, { current })).rejects.toMatchObject(asks)
    expect(await db.wide.update(first, change)).toMatchObject({ attribute0: 2 })
  })
})

test('what a database is bound to anew with keeps every other option of its connection', async () => {
  const requests = new Requests()
  const db = await testDatabase(models, {
    observe: requests.observe,
    retry: false,
    keys: { prefixes: { guard: 'MINE' } },
  })
  const { client, table } = inspectDatabase(await testDatabase(models))
  const there = db.$with({ client, table })
  await there.users.create({ id: '1', email: 'a' })
  expect(requests.take()).toEqual(['TransactWriteItems'])
  expect(await guardKeys(there)).toEqual(['MINE#shop.user.email#a'])
  expect(await readTable(db)).toEqual([])
})
