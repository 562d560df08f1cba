import { type AttributeValue, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { constrain, inspectDatabase } from '@latchkey/core'
import { testDatabase, testTable } from '@latchkey/testing'
import { CustomAttributeType, Entity } from 'electrodb'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectSound, Requests, readTable } from './table.js'

const Order = new Entity({
  model: { entity: 'order', version: '1', service: 'shop' },
  attributes: {
    orderId: { type: 'string', required: true, default: () => crypto.randomUUID() },
    tenantId: { type: 'string', required: true },
    orderNumber: { type: 'number' },
    placedAt: { type: 'string' },
    position: { type: CustomAttributeType<bigint>('any') },
    reference: { type: 'string' },
    note: { type: 'string' },
  },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['orderId'] }, sk: { field: 'sk', composite: [] } },
    byTenant: {
      index: 'tenant-index',
      pk: { field: 'gpk', composite: ['tenantId'] },
      sk: { field: 'gsk', composite: ['orderNumber'] },
    },
  },
})

const orders = constrain(Order, {
  unique: { reference: { attributes: ['reference'], scope: ['tenantId'] } },
  pointers: {
    last: { attribute: 'orderNumber', scope: ['tenantId'] },
    first: { attribute: 'placedAt', order: 'min' },
    farthest: { attribute: 'position' },
  },
})
const stream = constrain(Order, {
  pointers: { last: { attribute: 'orderNumber', scope: ['tenantId'], stale: 'reject' } },
})
const hot = constrain(Order, {
  pointers: { last: { attribute: 'orderNumber', scope: ['tenantId'], advance: 'after' } },
})
const t = { tenantId: 't' }

const open = async () => {
  const requests = new Requests()
  const db = await testDatabase(
    { orders },
    { observe: requests.observe, retry: { attempts: 40, baseDelayMs: 1 } },
  )
  return { db, requests }
}
const raw = async (db: object, kind: string) =>
  (await readTable(db)).filter((item) => item['_lk']?.S === kind)

describe('a pointer', () => {
  test('moves forward with the create, in the same request, and says whose it is', async () => {
    const { db, requests } = await open()
    expect(await db.orders.pointers.last.read(t)).toBeNull()
    const one = await db.orders.create({ ...t, orderNumber: 1 })
    requests.take()
    await db.orders.create({ ...t, orderNumber: 5, reference: 'r' })
    expect(requests.take()).toEqual(['TransactWriteItems'])
    const five = await db.orders.pointers.last.follow(t)
    expect(five).toMatchObject({ orderNumber: 5 })
    expect(await db.orders.pointers.last.read(t, { consistent: true })).toEqual({
      value: 5,
      key: { orderId: five?.orderId },
    })
    expect(await db.orders.pointers.last.read({ tenantId: 'u' })).toBeNull()
    const [item] = await raw(db, 'pointer')
    expect(item).toMatchObject({
      pk: { S: 'PTR#shop.order.last#t' },
      sk: { S: 'PTR#shop.order.last#t' },
      _lk_of: { S: 'shop.order.last' },
      _lk_owner: { S: expect.stringContaining('order') },
      _lk_value: { N: '5' },
    })
    expect(one.orderId).not.toBe(five?.orderId)
  })

  test('that is further on never fails a create, and never goes back', async () => {
    const { db, requests } = await open()
    await db.orders.create({ ...t, orderNumber: 5 })
    requests.take()
    expect(await db.orders.create({ ...t, orderNumber: 3 })).toMatchObject({ orderNumber: 3 })
    expect(requests.take()).toEqual(['TransactWriteItems', 'PutItem'])
    expect(await db.orders.pointers.last.read(t)).toMatchObject({ value: 5 })
    await db.orders.create({ ...t, orderNumber: 5 })
    expect((await db.orders.pointers.last.follow(t))?.orderNumber).toBe(5)
    await expectSound(db)
  })

  test('is no way around a unique value: the violation counts, and the pointer stays', async () => {
    const { db } = await open()
    await db.orders.create({ ...t, orderNumber: 5, reference: 'r' })
    for (const orderNumber of [3, 9])
      await expect(db.orders.create({ ...t, orderNumber, reference: 'r' })).rejects.toMatchObject({
        code: 'UNIQUE',
      })
    expect(await db.orders.pointers.last.read(t)).toMatchObject({ value: 5 })
  })

  test('moves with an update of what it tracks, or of its scope', async () => {
    const { db, requests } = await open()
    const order = await db.orders.create({ ...t, orderNumber: 1 })
    const key = { orderId: order.orderId }
    await db.orders.update(key, { set: { orderNumber: 7 } })
    expect(await db.orders.pointers.last.follow(t)).toMatchObject({ orderNumber: 7 })
    await db.orders.update(key, { set: { tenantId: 'u' } })
    expect(await db.orders.pointers.last.follow({ tenantId: 'u' })).toMatchObject({ orderNumber: 7 })
    expect(await db.orders.pointers.last.follow(t)).toBeNull()
    expect(await db.orders.pointers.last.read(t)).toMatchObject({ value: 7 })
    requests.take()
    await db.orders.update(key, { set: { note: 'x' } })
    expect(requests.take()).toEqual(['UpdateItem'])
    await db.orders.update(key, { set: { orderNumber: 7 } })
    expect(requests.take()).toEqual(['GetItem', 'UpdateItem'])
  })

  test('stays where it is when its owner is deleted', async () => {
    const { db } = await open()
    const order = await db.orders.create({ ...t, orderNumber: 1 })
    await db.orders.delete({ orderId: order.orderId })
    expect(await db.orders.pointers.last.read(t)).toMatchObject({ value: 1 })
    expect(await db.orders.pointers.last.follow(t)).toBeNull()
  })

  test('goes by bytes for text, by the least for min, and keeps every digit of a bigint', async () => {
    const { db } = await open()
    const texts = ['b', 'a', 'é', '𝒳', '～', 'B']
    for (const placedAt of texts) await db.orders.create({ ...t, placedAt })
    expect(await db.orders.pointers.first.read({})).toMatchObject({ value: 'B' })
    const huge = 2n ** 80n
    await db.orders.create({ ...t, position: huge })
    await db.orders.create({ ...t, position: huge + 1n })
    await db.orders.create({ ...t, position: huge })
    expect(await db.orders.pointers.farthest.read()).toMatchObject({ value: huge + 1n })
    expect(await db.orders.pointers.farthest.follow()).toMatchObject({ position: huge + 1n })
  })

  test('that holds another type of value is an error, not a skip', async () => {
    const { db } = await open()
    const { client, table } = inspectDatabase(db)
    const key: Record<string, AttributeValue> = {
      pk: { S: 'PTR#shop.order.last#t' },
      sk: { S: 'PTR#shop.order.last#t' },
    }
    await client.send(
      new PutItemCommand({
        TableName: table,
        Item: { ...key, _lk: { S: 'pointer' }, _lk_value: { S: '5' } },
      }),
    )
    await expect(db.orders.create({ ...t, orderNumber: 9 })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      problems: [{ path: 'pointers.last' }],
    })
    expect(await db.orders.scan.go()).toMatchObject({ data: [] })
  })

  test('ends at the maximum whatever the order of arrival, and is never seen to go back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 25 }),
        async (numbers) => {
          const { db } = await open()
          const seen: number[] = []
          let isOver = false
          const watch = async () => {
            while (!isOver) {
              seen.push((await db.orders.pointers.last.read(t, { consistent: true }))?.value ?? 0)
              await new Promise((resolve) => setImmediate(resolve))
            }
          }
          const watching = watch()
          await Promise.all(numbers.map((orderNumber) => db.orders.create({ ...t, orderNumber })))
          isOver = true
          await watching
          expect([...seen].sort((a, b) => a - b)).toEqual(seen)
          expect(await db.orders.pointers.last.read(t, { consistent: true })).toMatchObject({
            value: Math.max(...numbers),
          })
          expect((await db.orders.scan.go({ pages: 'all' })).data).toHaveLength(numbers.length)
        },
      ),
      { numRuns: 12 },
    )
  })

  test('is rebuilt from the items of its scope, and never lowered by that', async () => {
    const { db } = await open()
    const { client, table } = inspectDatabase(db)
    const plain = constrain(Order, {})
    const older = (await testDatabase({ plain })).$with({ client, table })
    for (const orderNumber of [3, 8, 5]) await older.plain.create({ ...t, orderNumber })
    await older.plain.create({ tenantId: 'u', orderNumber: 99 })
    expect(await db.orders.pointers.last.read(t)).toBeNull()
    expect(await db.orders.pointers.last.rebuild(t)).toMatchObject({ value: 8 })
    expect(await db.orders.pointers.last.follow(t)).toMatchObject({ orderNumber: 8 })
    const top = await db.orders.create({ ...t, orderNumber: 20 })
    await db.orders.delete({ orderId: top.orderId })
    expect(await db.orders.pointers.last.rebuild(t)).toMatchObject({ value: 20 })
    expect(await db.orders.pointers.first.rebuild()).toBeNull()
  })

  test('is rebuilt from all pages of its scope', async () => {
    const { db } = await open()
    const { client, table } = inspectDatabase(db)
    const older = (await testDatabase({ plain: constrain(Order, {}) })).$with({ client, table })
    const note = 'x'.repeat(350_000)
    for (const orderNumber of [1, 2, 3, 4]) await older.plain.create({ ...t, orderNumber, note })
    expect(await db.orders.pointers.last.rebuild(t)).toMatchObject({ value: 4 })
  })

  test.each(['lostAnswer', 'lostRequest'] as const)(
    'is rebuilt whatever becomes of the answer: %s',
    async (fault) => {
      const db = await testDatabase({ orders }, { retry: { attempts: 5, baseDelayMs: 1, maxDelayMs: 5 } })
      const { client, table } = inspectDatabase(db)
      const { faults } = testTable(db).dynamo
      const older = (await testDatabase({ plain: constrain(Order, {}) })).$with({ client, table })
      for (const orderNumber of [3, 8])
        await older.plain.create({ ...t, orderNumber, placedAt: `at ${orderNumber}` })
      // The first is lived through by the client, the others are more than it tries.
      for (const times of [1, 3, 7]) {
        await older.plain.create({ ...t, orderNumber: 10 + times, placedAt: `a ${9 - times}` })
        faults[fault]({ operation: 'PutItem', times })
        expect(await db.orders.pointers.last.rebuild(t)).toMatchObject({ value: 10 + times })
        expect(await db.orders.pointers.last.follow(t)).toMatchObject({ orderNumber: 10 + times })
        faults[fault]({ operation: 'PutItem', times })
        expect(await db.orders.pointers.first.rebuild()).toMatchObject({ value: `a ${9 - times}` })
        faults.clear()
      }
      faults[fault]({ operation: 'PutItem', times: 1000 })
      expect(await db.orders.pointers.last.rebuild(t)).toMatchObject({ value: 17 })
      faults.clear()
      await older.plain.create({ ...t, orderNumber: 99 })
      faults.lostRequest({ operation: 'PutItem', times: 1000 })
      await expect(db.orders.pointers.last.rebuild(t)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
      faults.clear()
    },
  )
})

describe('stale: reject', () => {
  test('makes an append-only stream: what is not new is a violation, all or nothing', async () => {
    const db = await testDatabase({ stream })
    await db.stream.create({ ...t, orderNumber: 2 })
    for (const orderNumber of [1, 2]) {
      const result = await db.stream.create({ ...t, orderNumber }).result()
      if (result.ok || result.error.code !== 'STALE_POINTER') throw new Error('was not refused')
      expect(result.error.violations[0]).toMatchObject({ constraint: 'last', model: 'order' })
      expect(result.error.violations[0]).toHaveProperty('attempted', orderNumber)
      expect(JSON.stringify(result.error)).not.toMatch(/attempted/)
    }
    const results = await Promise.all(
      Array.from({ length: 10 }, () => db.stream.create({ ...t, orderNumber: 3 }).result()),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect((await db.stream.scan.go()).data).toHaveLength(2)
  })
})

describe('advance: after', () => {
  test('is a single write behind the commit, safe to lose', async () => {
    const requests = new Requests()
    const db = await testDatabase({ hot }, { observe: requests.observe })
    const { faults } = testTable(db).dynamo
    const one = await db.hot.create({ ...t, orderNumber: 1 })
    expect(requests.take()).toEqual(['PutItem', 'PutItem'])
    expect(await db.hot.pointers.last.read(t)).toMatchObject({ value: 1 })
    const isPointer = { where: ({ input }: { input: object }) => JSON.stringify(input).includes('PTR#') }
    faults.conflict({ operation: 'PutItem', times: Number.POSITIVE_INFINITY, ...isPointer })
    expect(await db.hot.create({ ...t, orderNumber: 2 })).toMatchObject({ orderNumber: 2 })
    faults.clear()
    requests.take()
    expect(await db.hot.update({ orderId: one.orderId }, { set: { orderNumber: 3 } })).toMatchObject({
      orderNumber: 3,
    })
    expect(requests.take()).toEqual(['UpdateItem', 'PutItem'])
    await db.hot.create({ ...t, orderNumber: 2 })
    expect(await db.hot.pointers.last.read(t)).toMatchObject({ value: 3 })
  })

  test('follows an update that changes more than what it tracks, also one that gives nothing back', async () => {
    const db = await testDatabase({ hot })
    await db.hot.create({ ...t, orderId: 'o', orderNumber: 1 })
    await db.hot.update({ orderId: 'o' }, { set: { orderNumber: 2, note: 'n' } }, { returns: 'none' })
    expect(await db.hot.pointers.last.read(t)).toMatchObject({ value: 2 })
  })
})

const Spelt = new Entity({
  model: { entity: 'spelt', version: '1', service: 'shop' },
  attributes: {
    id: { type: 'string', required: true },
    tenant: { type: 'string', set: (value?: string) => value?.toLowerCase() },
    place: { type: 'number' },
    number: { type: 'number' },
    code: { type: 'string', set: (value?: string) => value?.trim() },
  },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } },
    byTenant: {
      index: 'tenant-index',
      pk: { field: 'gpk', composite: ['tenant'], casing: 'none' },
      sk: { field: 'gsk', composite: ['id'] },
    },
  },
})

test('what a set hook spells is found in every spelling, by pointers, sequences and unique values', async () => {
  const spelt = constrain(Spelt, {
    unique: { code: { attributes: ['code'], scope: ['tenant'] } },
    pointers: { last: { attribute: 'place', scope: ['tenant'] } },
    sequences: { number: { attribute: 'number', scope: ['tenant'] } },
  })
  const db = await testDatabase({ spelt })
  await db.spelt.create({ id: '1', tenant: 'TENANT', place: 3, code: ' c ' })
  for (const tenant of ['TENANT', 'tenant', 'Tenant']) {
    const value = { value: 3, key: { id: '1' } }
    expect(await db.spelt.pointers.last.read({ tenant })).toEqual(value)
    expect(await db.spelt.pointers.last.follow({ tenant })).toMatchObject({ id: '1' })
    expect(await db.spelt.pointers.last.rebuild({ tenant })).toEqual(value)
    expect(await db.spelt.by.code({ tenant, code: 'c ' })).toMatchObject({ id: '1' })
    expect(await db.spelt.by.code.key({ tenant, code: 'c' })).toEqual({ id: '1' })
    expect(await db.spelt.sequences.number.read({ tenant })).toBe(1)
  }
  const block = await db.spelt.sequences.number.reserve({ tenant: 'TENANT' }, 2)
  const reserved = { reserved: { number: block } }
  expect(await db.spelt.create({ id: '2', tenant: 'Tenant' }, reserved)).toMatchObject({ number: 2 })
  await expectSound(db)
})
