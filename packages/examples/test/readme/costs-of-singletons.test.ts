import { counter, eventually, singleton } from '@latchkey/core'
import { testDatabase } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { sentRequests } from './sent-requests.js'

const FlagsEntity = (version: '1' | '2') =>
  new Entity({
    model: { service: 'costs', entity: 'flags', version },
    attributes: { signup: { type: 'boolean', required: true }, limit: { type: 'number' } },
    indexes: {
      primary: {
        pk: { field: 'pk', composite: [], template: 'FLAGS', casing: 'none' },
        sk: { field: 'sk', composite: [], template: `V${version}`, casing: 'none' },
      },
    },
  })
const defaults = { signup: false }
const older = FlagsEntity('1')
const map = ({ signup }: { readonly signup: boolean }) => ({ signup })
const models = {
  old: singleton(older, { defaults }),
  flags: singleton(FlagsEntity('2'), { defaults }),
  moving: singleton(FlagsEntity('2'), { defaults, supersedes: { model: older, map } }),
  visits: counter({ service: 'costs', name: 'visits', scope: ['page'], shards: 4 }),
  total: counter({ service: 'costs', name: 'total' }),
}
const on = { set: { signup: true } }

async function open() {
  const { observe, sent } = sentRequests()
  return { db: await testDatabase(models, { observe }), sent }
}

describe('the costs of singletons in the README', () => {
  test('get, update and modify', async () => {
    const { db, sent } = await open()
    expect(await sent(() => db.flags.get())).toEqual(['GetItem'])
    expect(await sent(() => db.flags.update(on))).toEqual(['UpdateItem'])
    expect(await sent(() => db.flags.modify(() => on))).toEqual(['GetItem', 'UpdateItem'])
    expect(await sent(() => db.flags.modify(() => null))).toEqual(['GetItem'])
  })

  test('cached', async () => {
    const { db, sent } = await open()
    const live = db.flags.cached({ ttlMs: 60_000 })
    expect(await sent(() => Promise.all([live.get(), live.get()]))).toEqual(['GetItem'])
    expect(await sent(() => live.get())).toEqual([])
    await db.flags.update(on)
    expect(await sent(() => live.get())).toEqual([])
  })

  test('supersedes', async () => {
    const { db, sent } = await open()
    await db.old.update(on)
    expect(await sent(() => db.moving.get())).toEqual(['GetItem', 'GetItem'])
    const takeOver = ['GetItem', 'GetItem', 'TransactWriteItems']
    expect(await sent(() => db.moving.update(on))).toEqual([...takeOver, 'GetItem', 'UpdateItem'])
    expect(await sent(() => db.moving.get())).toEqual(['GetItem'])
    expect(await sent(() => db.moving.update(on))).toEqual(['UpdateItem'])
  })
})

describe('the costs of counters and of eventually in the README', () => {
  test('increment, read and reset', async () => {
    const { db, sent } = await open()
    const scope = { page: '/' }
    expect(await sent(() => db.visits.increment(scope))).toEqual(['UpdateItem'])
    expect(await sent(() => db.visits.read(scope))).toEqual(['BatchGetItem'])
    expect(await sent(() => db.visits.reset(scope))).toEqual(['TransactWriteItems'])
    expect(await sent(() => db.total.increment(5))).toEqual(['UpdateItem'])
    expect(await sent(() => db.total.reset())).toEqual(['DeleteItem'])
  })

  test('eventually', async () => {
    const { db, sent } = await open()
    let reads = 0
    const until = () => {
      reads += 1
      return reads === 3
    }
    const wait = () => eventually(() => db.flags.get(), { until, timeoutMs: 5000, baseDelayMs: 1 })
    expect(await sent(wait)).toEqual(['GetItem', 'GetItem', 'GetItem'])
  })
})
