import { constrain } from '@latchkey/core'
import { testDatabase } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { sentRequests } from './sent-requests.js'

const OrderEntity = new Entity({
  model: { service: 'costs', entity: 'order', version: '1' },
  attributes: {
    orderId: { type: 'string', required: true, default: () => crypto.randomUUID() },
    tenantId: { type: 'string', required: true },
    placed: { type: 'number', required: true },
    invoice: { type: 'number' },
    note: { type: 'string' },
  },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['orderId'] }, sk: { field: 'sk', composite: [] } },
    byTenant: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['tenantId'] },
      sk: { field: 'gsi1sk', composite: [] },
    },
  },
})
const last = { attribute: 'placed', scope: ['tenantId'] } as const
const invoice = { attribute: 'invoice', scope: ['tenantId'] } as const
const models = {
  pointed: constrain(OrderEntity, { pointers: { last } }),
  strict: constrain(OrderEntity, { pointers: { last: { ...last, stale: 'reject' } } }),
  after: constrain(OrderEntity, { pointers: { last: { ...last, advance: 'after' } } }),
  numbered: constrain(OrderEntity, { sequences: { invoice } }),
  loose: constrain(OrderEntity, { sequences: { invoice: { ...invoice, gapless: false } } }),
}
const t = { tenantId: 't' }

async function open() {
  const { observe, sent } = sentRequests()
  return { db: await testDatabase(models, { observe }), sent }
}

describe('the costs of pointers in the README', () => {
  test('create', async () => {
    const { db, sent } = await open()
    const five = { ...t, placed: 5 }
    expect(await sent(() => db.pointed.create(five))).toEqual(['TransactWriteItems'])
    expect(await sent(() => db.pointed.create(five))).toEqual(['TransactWriteItems', 'PutItem'])
    expect(await sent(() => db.strict.create(five).result())).toEqual(['TransactWriteItems'])
    expect(await sent(() => db.after.create({ ...t, placed: 9 }))).toEqual(['PutItem', 'PutItem'])
    expect(await sent(() => db.after.create(five))).toEqual(['PutItem', 'PutItem'])
  })

  test('update', async () => {
    const { db, sent } = await open()
    const current = await db.pointed.create({ ...t, placed: 1 })
    const key = { orderId: current.orderId }
    const move = (placed: number) => db.pointed.update(key, { set: { placed } }, { returns: 'none' })
    expect(await sent(() => move(2))).toEqual(['GetItem', 'TransactWriteItems'])
    expect(await sent(() => move(2))).toEqual(['GetItem', 'UpdateItem'])
    expect(await sent(() => db.pointed.update(key, { set: { note: 'x' } }))).toEqual(['UpdateItem'])
    const item = await db.pointed.get(key, { consistent: true })
    const fenced = () =>
      db.pointed.update(key, { set: { placed: 3 } }, { returns: 'none', ...(item && { current: item }) })
    expect(await sent(fenced)).toEqual(['TransactWriteItems'])
    expect(await sent(() => db.after.update(key, { set: { placed: 4 } }))).toEqual(['UpdateItem', 'PutItem'])
  })

  test('delete, which leaves the pointer as it is', async () => {
    const { db, sent } = await open()
    const { orderId } = await db.pointed.create({ ...t, placed: 1 })
    expect(await sent(() => db.pointed.delete({ orderId }))).toEqual(['DeleteItem'])
  })

  test('read, follow and rebuild', async () => {
    const { db, sent } = await open()
    const { last } = db.pointed.pointers
    expect(await sent(() => last.follow(t))).toEqual(['GetItem'])
    await db.pointed.create({ ...t, placed: 1 })
    expect(await sent(() => last.read(t))).toEqual(['GetItem'])
    expect(await sent(() => last.follow(t))).toEqual(['GetItem', 'GetItem'])
    expect(await sent(() => last.rebuild(t))).toEqual(['Query', 'PutItem', 'GetItem'])
  })
})

describe('the costs of sequences in the README', () => {
  test('create', async () => {
    const { db, sent } = await open()
    const one = { ...t, placed: 1 }
    expect(await sent(() => db.numbered.create(one))).toEqual(['GetItem', 'TransactWriteItems'])
    expect(await sent(() => db.loose.create(one))).toEqual(['UpdateItem', 'PutItem'])
    const block = await db.numbered.sequences.invoice.reserve(t, 2)
    const reserved = () => db.numbered.create(one, { reserved: { invoice: block } })
    expect(await sent(reserved)).toEqual(['PutItem'])
  })

  test('read and reserve', async () => {
    const { db, sent } = await open()
    const { invoice: numbers } = db.numbered.sequences
    expect(await sent(() => numbers.reserve(t, 100))).toEqual(['UpdateItem'])
    expect(await sent(() => numbers.read(t))).toEqual(['GetItem'])
  })
})
