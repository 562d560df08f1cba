import { connect, constrain, counter, inspectDatabase, singleton } from '@latchkey/core'
import { testDatabase, testTable } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { accounts, users } from './models.js'
import { expectSound, Requests, readTable } from './table.js'

const Note = new Entity({
  model: { entity: 'note', version: '1', service: 'shop' },
  attributes: {
    id: { type: 'string', required: true, default: () => crypto.randomUUID() },
    text: { type: 'string' },
    no: { type: 'number' },
    hits: { type: 'number' },
    expiresAt: { type: 'number' },
  },
  indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
})
const notes = constrain(Note, { sequences: { no: { attribute: 'no' } }, expires: 'expiresAt' })
const visits = counter({ service: 'shop', name: 'visits' })
const tally = singleton(
  new Entity({
    model: { entity: 'tally', version: '1', service: 'shop' },
    attributes: { count: { type: 'number' } },
    indexes: { primary: { pk: { field: 'pk', composite: [] }, sk: { field: 'sk', composite: [] } } },
  }),
  { defaults: { count: 10 } },
)
const models = { accounts, users, notes, visits, tally }

const open = async (idempotencyTtlMs?: number) => {
  const requests = new Requests()
  const options = {
    observe: requests.observe,
    retry: { attempts: 40, baseDelayMs: 1, maxDelayMs: 5 },
    ...(idempotencyTtlMs === undefined ? {} : { idempotencyTtlMs }),
  }
  const db = await testDatabase(models, options)
  const { client, table } = inspectDatabase(db)
  // Another process shares nothing with the first but the table.
  const other = connect(models, { client, table, ...options })
  return { db, other, requests, faults: testTable(db).dynamo.faults }
}
const records = async (db: object) => (await readTable(db)).filter((item) => item['_lk']?.S === 'idempotency')
const input = { tenantId: 't', email: 'a@x.io' }

describe('an idempotency key', () => {
  test('gives the result of the first request to a repeat, in any process', async () => {
    const { db, other, requests } = await open()
    const first = await db.accounts.create(input, { idempotencyKey: 'k1' })
    requests.take()
    const again = await other.accounts.create(input, { idempotencyKey: 'k1' })
    expect(again).toEqual(first)
    expect(requests.take()).toEqual(['TransactWriteItems', 'GetItem'])
    expect(await db.accounts.create({ email: 'a@x.io', tenantId: 't' }, { idempotencyKey: 'k1' })).toEqual(
      first,
    )
    expect((await db.accounts.scan.go()).data).toHaveLength(1)
    expect(await records(db)).toHaveLength(1)
    await expectSound(db)
  })

  test('says the record with what it is of, and no value that the caller passed', async () => {
    const { db } = await open()
    const before = Math.floor(Date.now() / 1000)
    await db.accounts.create(input, { idempotencyKey: 'secret-key' })
    const [record] = await records(db)
    expect(record?.['pk']?.S).toMatch(/^IDEM#[0-9a-f]{64}$/)
    expect(record?.['sk']).toEqual(record?.['pk'])
    expect(JSON.stringify(record)).not.toMatch(/secret-key|a@x\.io/)
    const until = Number(record?.['_lk_until']?.N)
    expect(until - before).toBeGreaterThanOrEqual(86_400)
    expect(until - before).toBeLessThan(86_500)
    // The table's time to live removes it.
    expect(record?.['expiresAt']).toEqual(record?.['_lk_until'])
  })

  test('of another request is refused, and nothing is written', async () => {
    const { db } = await open()
    await db.accounts.create(input, { idempotencyKey: 'k' })
    const items = await readTable(db)
    await expect(
      db.accounts.create({ ...input, email: 'b@x.io' }, { idempotencyKey: 'k' }),
    ).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    const result = await db.accounts.create({ ...input, nickname: 'x' }, { idempotencyKey: 'k' }).result()
    expect(result).toMatchObject({ ok: false, error: { code: 'IDEMPOTENCY_KEY_REUSED' } })
    expect(await readTable(db)).toEqual(items)
  })

  test('belongs to its model and operation', async () => {
    const { db } = await open()
    const ada = await db.accounts.create(input, { idempotencyKey: 'k' })
    const key = { accountId: ada?.accountId ?? '' }
    await db.users.create({ id: 'u' }, { idempotencyKey: 'k' })
    await db.accounts.update(key, { add: { logins: 1 } }, { idempotencyKey: 'k' })
    expect(await db.accounts.delete(key, { idempotencyKey: 'k' })).toMatchObject({ logins: 1 })
    expect(await records(db)).toHaveLength(4)
  })

  test('makes arithmetic exactly once', async () => {
    const { db, other, faults } = await open()
    await db.users.create({ id: 'u', n: 0 })
    faults.lostAnswer({ operation: 'TransactWriteItems', times: 7 })
    const add = (from: typeof db) =>
      from.users.update({ id: 'u' }, { add: { n: 5 } }, { idempotencyKey: 'k' })
    expect(await add(db)).toMatchObject({ n: 5 })
    expect(faults.armed).toBe(0)
    expect(await add(other)).toMatchObject({ n: 5 })
    await Promise.all([add(db), add(other), add(db)])
    expect(await db.users.get({ id: 'u' })).toMatchObject({ n: 5 })
  })

  test('finds out what became of a request whose outcome was unknown', async () => {
    const { db, other, faults } = await open()
    faults.lostAnswer({ operation: 'TransactWriteItems', times: 1000 })
    const failed = await db.accounts.create(input, { idempotencyKey: 'k', retry: { attempts: 2 } }).result()
    expect(failed).toMatchObject({ ok: false, error: { code: 'OUTCOME_UNKNOWN' } })
    faults.clear()
    const found = await other.accounts.create(input, { idempotencyKey: 'k' })
    expect(found).toMatchObject(input)
    expect((await db.accounts.scan.go()).data).toEqual([found])
    await expectSound(db)
  })

  test('of a request that was lost before it was carried out carries it out', async () => {
    const { db, other, faults } = await open()
    faults.lostRequest({ operation: 'TransactWriteItems', times: 1000 })
    const failed = await db.accounts.create(input, { idempotencyKey: 'k', retry: { attempts: 2 } }).result()
    expect(failed).toMatchObject({ ok: false, error: { code: 'OUTCOME_UNKNOWN' } })
    faults.clear()
    expect(await readTable(db)).toEqual([])
    expect(await other.accounts.create(input, { idempotencyKey: 'k' })).toMatchObject(input)
    await expectSound(db)
  })

  test('lets one of many callers at once carry it out', async () => {
    const { db, other } = await open()
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        (at % 2 ? db : other).accounts.create(input, { idempotencyKey: 'k' }),
      ),
    )
    for (const item of all) expect(item).toEqual(all[0])
    expect((await db.accounts.scan.go()).data).toHaveLength(1)
    await expectSound(db)
  })

  test('draws a number once', async () => {
    const { db, other } = await open()
    const first = await db.notes.create({ text: 'x' }, { idempotencyKey: 'k' })
    expect(await other.notes.create({ text: 'x' }, { idempotencyKey: 'k' })).toEqual(first)
    expect(await db.notes.create({ text: 'y' })).toMatchObject({ no: 2 })
  })

  test('of a deleted item gives null, and so does one whose item is gone', async () => {
    const { db, other } = await open()
    const ada = await db.accounts.create(input, { idempotencyKey: 'k' })
    const key = { accountId: ada?.accountId ?? '' }
    expect(await db.accounts.delete(key, { idempotencyKey: 'd' })).toEqual(ada)
    expect(await other.accounts.delete(key, { idempotencyKey: 'd' })).toBeNull()
    expect(await other.accounts.create(input, { idempotencyKey: 'k' })).toBeNull()
    expect((await db.accounts.scan.go()).data).toEqual([])
  })

  test('of a delete that found nothing does not delete what came later', async () => {
    const { db, other } = await open()
    const key = { accountId: 'z' }
    expect(await db.accounts.delete(key, { idempotencyKey: 'd' })).toBeNull()
    await db.accounts.create({ ...input, ...key })
    expect(await other.accounts.delete(key, { idempotencyKey: 'e' })).toMatchObject(key)
    await db.accounts.create({ ...input, ...key })
    expect(await other.accounts.delete(key, { idempotencyKey: 'e' })).toBeNull()
    expect(await db.accounts.get(key)).toMatchObject(key)
  })

  test('of a request that found nothing to write is remembered', async () => {
    const { db, other, requests } = await open()
    await db.users.create({ id: 'u', n: 1 })
    requests.take()
    const leave = (from: typeof db) => from.users.modify({ id: 'u' }, () => null, { idempotencyKey: 'k' })
    expect(await leave(db)).toMatchObject({ id: 'u', n: 1 })
    expect(requests.take()).toEqual(['GetItem', 'PutItem'])
    await db.users.update({ id: 'u' }, { set: { n: 2 } })
    const raise = other.users.modify({ id: 'u' }, () => ({ set: { n: 9 } }), { idempotencyKey: 'k' })
    expect(await raise).toMatchObject({ n: 2 })
    const same = (from: typeof db) => from.users.upsert({ id: 'u' }, { idempotencyKey: 'k' })
    expect(await same(db)).toMatchObject({ n: 2 })
    expect(await same(other)).toMatchObject({ n: 2 })
    const nothing = (from: typeof db) => from.$transaction(() => 'nothing', { idempotencyKey: 'k' })
    expect([await nothing(db), await nothing(other)]).toEqual(['nothing', 'nothing'])
    expect(await records(db)).toHaveLength(3)
  })

  test('of a request that found nothing to write outlives a lost answer', async () => {
    const { db, other, faults } = await open()
    faults.lostAnswer({ operation: 'PutItem' })
    const remove = (from: typeof db) => from.users.delete({ id: 'u' }, { idempotencyKey: 'k' })
    expect(await remove(db)).toBeNull()
    await db.users.create({ id: 'u' })
    expect(await remove(other)).toBeNull()
    expect(await db.users.get({ id: 'u' })).toMatchObject({ id: 'u' })
  })

  test('knows a request again whose item was read anew', async () => {
    const { db, other } = await open()
    await db.users.create({ id: 'u', n: 1 })
    const raise = async (from: typeof db) => {
      const current = await from.users.get({ id: 'u' }, { consistent: true })
      if (current === null) throw new Error('it is gone')
      return from.users.update({ id: 'u' }, { set: { n: 2 } }, { current, idempotencyKey: 'k' })
    }
    expect(await raise(db)).toMatchObject({ n: 2 })
    expect(await raise(other)).toMatchObject({ n: 2 })
    const together = async (from: typeof db) => {
      const current = await from.users.get({ id: 'u' }, { consistent: true })
      if (current === null) throw new Error('it is gone')
      return from.$transaction((tx) => tx.users.update({ id: 'u' }, { set: { n: 3 } }, { current }), {
        idempotencyKey: 'k',
      })
    }
    expect(await together(db)).toMatchObject({ n: 3 })
    expect(await together(other)).toMatchObject({ n: 3 })
    expect(await db.users.get({ id: 'u' })).toMatchObject({ n: 3 })
  })

  test('makes arithmetic on a singleton exactly once', async () => {
    const { db, other, faults } = await open()
    const live = other.tally.cached({ ttlMs: 60_000 })
    expect(await live.get()).toMatchObject({ count: 10 })
    faults.lostAnswer({ operation: 'TransactWriteItems' })
    const add = (from: typeof db, by: number) =>
      from.tally.update({ add: { count: by } }, { idempotencyKey: 'k' })
    expect(await add(db, 2)).toMatchObject({ count: 12 })
    expect(await add(other, 2)).toMatchObject({ count: 12 })
    expect(await live.get()).toMatchObject({ count: 12 })
    await expect(add(db, 3)).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    const double = (from: typeof db) =>
      from.tally.modify(({ count }) => ({ set: { count: count * 2 } }), {
        idempotencyKey: 'k',
        returns: 'none',
      })
    expect([await double(db), await double(other)]).toEqual([undefined, undefined])
    const stay = (from: typeof db) => from.tally.modify(() => null, { idempotencyKey: 'stay' })
    expect([await stay(db), await stay(other)]).toMatchObject([{ count: 24 }, { count: 24 }])
    expect(await db.tally.get({ consistent: true })).toMatchObject({ count: 24 })
  })

  test('is looked at before every other refusal', async () => {
    const { db, other } = await open()
    await db.accounts.create({ ...input, accountId: 'a' })
    const rename = (from: typeof db) =>
      from.accounts.update(
        { accountId: 'a' },
        { set: { email: 'n@x.io' } },
        { version: 1, idempotencyKey: 'k', where: (a, op) => op.eq(a.email, 'a@x.io') },
      )
    const first = await rename(db)
    expect(first).toMatchObject({ email: 'n@x.io', revision: 2 })
    expect(await rename(other)).toEqual(first)
    await db.accounts.delete({ accountId: 'a' })
    expect(await rename(other)).toBeNull()
    const put = (from: typeof db) => from.users.put({ id: 'u', email: 'u' }, { idempotencyKey: 'k' })
    expect(await put(other)).toEqual(await put(db))
    const upsert = (from: typeof db) =>
      from.users.upsert({ id: 'w', name: 'w' }, { onInsert: { n: 2 }, idempotencyKey: 'k' })
    expect(await upsert(other)).toEqual(await upsert(db))
    expect(await db.users.get({ id: 'w' })).toMatchObject({ name: 'w', n: 2 })
  })

  test('of a modify is that of its function’s first run', async () => {
    const { db, other } = await open()
    await db.users.create({ id: 'u', n: 1 })
    const double = (from: typeof db) =>
      from.users.modify({ id: 'u' }, (u) => ({ set: { n: Number(u.n) * 2 } }), { idempotencyKey: 'k' })
    expect(await double(db)).toMatchObject({ n: 2 })
    expect(await double(other)).toMatchObject({ n: 2 })
    expect(await db.users.get({ id: 'u' })).toMatchObject({ n: 2 })
  })

  test('counts no more once its time is over', async () => {
    const { db } = await open(0)
    await db.users.create({ id: 'u', n: 0 })
    const add = () => db.users.update({ id: 'u' }, { add: { n: 1 } }, { idempotencyKey: 'k' })
    await add()
    await new Promise((resolve) => setTimeout(resolve, 1100))
    expect(await add()).toMatchObject({ n: 2 })
    expect(await records(db)).toHaveLength(1)
  })

  test('that is none is refused', async () => {
    const { db } = await open()
    for (const idempotencyKey of ['', undefined, 7, null])
      await expect(db.users.create({ id: 'u' }, { idempotencyKey } as never)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      })
    expect(await readTable(db)).toEqual([])
  })

  test('tells values apart that read alike', async () => {
    const { db } = await open()
    const same = { id: 'u', meta: { a: 1, b: [1, '2'] } }
    await db.users.create(same, { idempotencyKey: 'k' })
    expect(
      await db.users.create({ meta: { b: [1, '2'], a: 1 }, id: 'u' }, { idempotencyKey: 'k' }),
    ).toMatchObject(same)
    for (const meta of [
      { a: 1, b: ['1', 2] },
      { a: 1, b: [1, '2'], c: null },
      [['a', 1]],
      { a: '1', b: [1, '2'] },
    ])
      await expect(db.users.create({ id: 'u', meta }, { idempotencyKey: 'k' })).rejects.toMatchObject({
        code: 'IDEMPOTENCY_KEY_REUSED',
      })
  })
})

describe('an idempotency key of a transaction', () => {
  const order = (from: Awaited<ReturnType<typeof open>>['db'], text = 'x') =>
    from.$transaction(
      (tx) => {
        const account = tx.accounts.create(input)
        const note = tx.notes.create({ id: account.key.accountId, text })
        tx.visits.increment(2)
        const gone = tx.users.delete({ id: 'u' })
        return { account, note, gone, said: 'done' }
      },
      { idempotencyKey: 'k' },
    )

  test('gives what the first gave, keys that were made included', async () => {
    const { db, other } = await open()
    await db.users.create({ id: 'u', email: 'u' })
    const first = await order(db)
    expect(first.gone).toMatchObject({ id: 'u' })
    const again = await order(other)
    expect(again).toEqual({ ...first, gone: null })
    expect(await db.visits.read()).toBe(2)
    expect((await db.accounts.scan.go()).data).toHaveLength(1)
    await expectSound(db)
  })

  test('of other operations is refused', async () => {
    const { db } = await open()
    await order(db)
    await expect(order(db, 'y')).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    await expect(db.$transaction(() => undefined, { idempotencyKey: 'k' })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
    await expect(
      db.$transaction(
        () => {
          throw new RangeError('decided otherwise')
        },
        { idempotencyKey: 'k' },
      ),
    ).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    expect(await db.visits.read()).toBe(2)
  })

  test('outlives lost answers, and many callers at once', async () => {
    const { db, other, faults } = await open()
    faults.lostAnswer({ operation: 'TransactWriteItems', times: 6 })
    const first = await order(db)
    expect(faults.armed).toBe(0)
    const all = await Promise.all([order(other), order(db), order(other)])
    for (const each of all) expect(each).toEqual(first)
    expect(await db.visits.read()).toBe(2)
    await expectSound(db)
  })

  test('makes a count of its own exactly once', async () => {
    const { db, other, faults } = await open()
    faults.lostAnswer({ operation: 'TransactWriteItems', times: 6 })
    const count = (from: typeof db) =>
      from.$transaction((tx) => tx.visits.increment(), { idempotencyKey: 'c' })
    await count(db)
    await count(other)
    expect(await db.visits.read()).toBe(1)
  })

  test('of a function that reads gives what the first gave, whatever it reads by now', async () => {
    const { db, other, faults } = await open()
    await db.users.create({ id: 'u', n: 1 })
    const add = (from: typeof db) =>
      from.$transaction(
        async (tx) => {
          const user = await tx.users.get({ id: 'u' })
          return tx.users.update({ id: 'u' }, { set: { n: Number(user?.n) + 1 } })
        },
        { idempotencyKey: 'add', retry: { attempts: 2 } },
      )
    faults.lostAnswer({ operation: 'TransactWriteItems', times: 1000 })
    await expect(add(db)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    faults.clear()
    expect(await add(other)).toMatchObject({ n: 2 })
    expect(await db.users.get({ id: 'u' })).toMatchObject({ n: 2 })
    const getOrCreate = (from: typeof db) =>
      from.$transaction(
        async (tx) => (await tx.users.get({ id: 'w' })) ?? tx.users.create({ id: 'w', email: 'w' }),
        { idempotencyKey: 'once' },
      )
    expect(await getOrCreate(other)).toEqual(await getOrCreate(db))
    const spend = (from: typeof db) =>
      from.$transaction(
        async (tx) => {
          const user = await tx.users.get({ id: 'u' })
          if (Number(user?.n) < 2) throw new RangeError('insufficient')
          tx.users.update({ id: 'u' }, { subtract: { n: 2 } })
        },
        { idempotencyKey: 'spend' },
      )
    await spend(db)
    await expect(spend(other)).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
      cause: { message: 'insufficient' },
    })
    expect(await db.users.get({ id: 'u' })).toMatchObject({ n: 0 })
  })
})
