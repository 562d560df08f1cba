import { constrain, singleton } from '@latchkey/core'
import { testDatabase } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { users } from './models.js'
import { Requests, readTable } from './table.js'

const SECOND = 1000
const DAY = 24 * 60 * 60 * SECOND
const START = Date.UTC(2026, 0, 1)

const Session = new Entity({
  model: { entity: 'session', version: '1', service: 'shop' },
  attributes: {
    id: { type: 'string', required: true },
    token: { type: 'string' },
    expiresAt: { type: 'number' },
  },
  indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
})
const sessions = constrain(Session, { unique: { token: ['token'] }, expires: 'expiresAt' })
const flags = singleton(
  new Entity({
    model: { entity: 'flags', version: '1', service: 'shop' },
    attributes: { limit: { type: 'number' } },
    indexes: { primary: { pk: { field: 'pk', composite: [] }, sk: { field: 'sk', composite: [] } } },
  }),
  { defaults: { limit: 1 } },
)

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: START }))
afterEach(() => void vi.useRealTimers())
const at = (ms: number) => vi.setSystemTime(START + ms)

const open = async (
  options: { readonly idempotencyTtlMs?: number; readonly expiryMarginMs?: number } = {},
) => {
  const requests = new Requests()
  const db = await testDatabase({ users, sessions, flags }, { ...options, observe: requests.observe })
  return { db, requests }
}

describe('a request is remembered', () => {
  const k = { idempotencyKey: 'k' }

  test.each([
    ['a day where nothing else is said', {}, DAY],
    ['as long as is said', { idempotencyTtlMs: 10 * SECOND }, 10 * SECOND],
    ['in whole seconds, none of them less', { idempotencyTtlMs: 9_001 }, 10 * SECOND],
  ])('%s', async (_, options, ttl) => {
    const { db } = await open(options)
    await db.users.create({ id: 'u', n: 0 })
    const add = () => db.users.update({ id: 'u' }, { add: { n: 1 } }, k)
    await add()
    const [record] = (await readTable(db)).filter((item) => item['_lk']?.S === 'idempotency')
    const until = { N: String((START + ttl) / SECOND) }
    expect(record).toMatchObject({ _lk_until: until, expiresAt: until })
    at(ttl)
    expect(await add()).toMatchObject({ n: 1 })
    at(ttl + SECOND)
    expect(await add()).toMatchObject({ n: 2 })
  })

  test('and no longer, also by what is refused before it is sent', async () => {
    const { db } = await open({ idempotencyTtlMs: 10 * SECOND })
    await db.users.create({ id: 'u', email: 'a' })
    const remove = () => db.users.delete({ id: 'u' }, { ...k, where: (a, { eq }) => eq(a.email, 'a') })
    expect(await remove()).toMatchObject({ id: 'u' })
    at(10 * SECOND)
    expect(await remove()).toBeNull()
    at(11 * SECOND)
    await expect(remove()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a value of an item whose time is over is free', () => {
  test.each([
    ['five minutes later where nothing else is said', {}, 5 * 60 * SECOND],
    ['as much later as is said', { expiryMarginMs: 7 * SECOND }, 7 * SECOND],
  ])('%s', async (_, options, margin) => {
    const { db } = await open(options)
    await db.sessions.create({ id: '1', token: 'x', expiresAt: START / SECOND + 60 })
    const take = () => db.sessions.create({ id: '2', token: 'x' })
    at(60 * SECOND + margin)
    await expect(take()).rejects.toMatchObject({ code: 'UNIQUE' })
    at(60 * SECOND + margin + 1)
    await take()
    expect(await db.sessions.by.token.key({ token: 'x' })).toEqual({ id: '2' })
  })
})

describe('a record in memory', () => {
  test('is read again once its time is over, and not before', async () => {
    const { db, requests } = await open()
    const cached = db.flags.cached({ ttlMs: 5 * SECOND })
    await cached.get()
    requests.take()
    at(5 * SECOND - 1)
    await cached.get()
    expect(requests.take()).toEqual([])
    at(5 * SECOND)
    await cached.get()
    expect(requests.take()).toEqual(['GetItem'])
  })

  test('without a time is read each time', async () => {
    const { db, requests } = await open()
    const cached = db.flags.cached({ ttlMs: 0 })
    await cached.get()
    await cached.get()
    expect(requests.take()).toEqual(['GetItem', 'GetItem'])
  })

  test('may be older while it is read again, by so much and no more', async () => {
    const { db, requests } = await open()
    const cached = db.flags.cached({ ttlMs: SECOND, staleWhileRevalidateMs: SECOND })
    await cached.get()
    await db.$transaction((tx) => void tx.users.create({ id: '1' }))
    requests.take()
    at(2 * SECOND - 1)
    await cached.get()
    expect(requests.take()).toEqual([])
    await expect.poll(() => requests.take()).toEqual(['GetItem'])
    at(4 * SECOND)
    await cached.get()
    expect(requests.take()).toEqual(['GetItem'])
  })
})
