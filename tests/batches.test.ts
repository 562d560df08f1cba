import { constrain } from '@latchkey/core'
import { testDatabase, testTable } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { users } from './models.js'
import { Requests, readTable } from './table.js'

const plain = constrain(
  new Entity({
    model: { entity: 'plain', version: '1', service: 'shop' },
    attributes: {
      id: { type: 'string', required: true },
      no: { type: 'number', default: 7 },
      text: { type: 'string' },
    },
    indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
  }),
  {},
)
const templated = constrain(
  new Entity({
    model: { entity: 'templated', version: '1', service: 'shop' },
    attributes: {
      id: { type: 'string', required: true },
      no: { type: 'number', default: 7 },
      text: { type: 'string' },
    },
    indexes: {
      primary: {
        pk: { field: 'pk', composite: ['id'] },
        sk: {
          field: 'sk',
          composite: ['id'],
          // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of ElectroDB
          template: 'ITEM#${id}',
        },
      },
    },
  }),
  {},
)
const pair = constrain(
  new Entity({
    model: { entity: 'pair', version: '1', service: 'shop' },
    attributes: {
      id: { type: 'string', required: true },
      no: { type: 'number', default: 7 },
      text: { type: 'string' },
      of: { type: 'string', required: true },
    },
    indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: ['of'] } } },
  }),
  {},
)
const versioned = constrain(
  new Entity({
    model: { entity: 'versioned', version: '1', service: 'shop' },
    attributes: {
      id: { type: 'string', required: true },
      no: { type: 'number', default: 7 },
      text: { type: 'string' },
    },
    indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
  }),
  { version: 'no' },
)
const models = { plain, templated, pair, versioned, users }
const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `${at}`, text: `t${at}` }))

const open = async () => {
  const requests = new Requests()
  const db = await testDatabase(models, {
    observe: requests.observe,
    retry: { attempts: 5, baseDelayMs: 1 },
  })
  return { db, requests, ...testTable(db).dynamo }
}

describe('many puts of a model without constraints', () => {
  test('go 25 to a batch, and give what single puts give', async () => {
    const { db, requests } = await open()
    const progress: number[] = []
    const results = await db.plain.putMany(rows(60), { onProgress: (done) => progress.push(done) })
    expect(requests.take()).toEqual(Array(3).fill('BatchWriteItem'))
    expect(results).toEqual(rows(60).map((row) => ({ ok: true, data: { ...row, no: 7 } })))
    expect(progress).toEqual(Array.from({ length: 60 }, (_, at) => at + 1))
    const stored = await readTable(db)
    await db.plain.put({ id: '3', text: 't3' })
    expect(await readTable(db)).toEqual(stored)
    const [third] = results.slice(3, 4)
    if (third?.ok !== true) throw new Error('it was not put')
    const current = third.data
    expect(await db.plain.update({ id: '3' }, { set: { no: 8 } }, { current })).toMatchObject({ no: 8 })
  })

  test('with one key twice go in two batches', async () => {
    const { db, requests } = await open()
    const results = await db.plain.putMany([{ id: 'a', text: '1' }, { id: 'b' }, { id: 'A', text: '2' }])
    expect(results.every(({ ok }) => ok)).toBe(true)
    expect(requests.take()).toEqual(['BatchWriteItem', 'BatchWriteItem'])
    expect(await db.plain.get({ id: 'a' })).toMatchObject({ text: '2' })
  })

  test('are sent again as far as the service left them', async () => {
    const { db, requests, faults } = await open()
    faults.unprocessed({ taken: 10, times: 2 })
    const results = await db.plain.putMany(rows(25))
    expect(results.every(({ ok }) => ok)).toBe(true)
    expect(requests.take()).toEqual(Array(3).fill('BatchWriteItem'))
    expect(await readTable(db)).toHaveLength(25)
  })

  test('that the service leaves for good fail one by one, the others being there', async () => {
    const { db, faults } = await open()
    faults.unprocessed({ taken: 2, times: Infinity })
    const results = await db.plain.putMany(rows(25))
    const done = results.filter(({ ok }) => ok)
    expect(done).toHaveLength(10)
    expect(results.slice(10)).toEqual(
      Array.from({ length: 15 }, () => ({
        ok: false,
        error: expect.objectContaining({ code: 'CONTENTION', operation: 'putMany', attempts: 5 }),
      })),
    )
    expect(await readTable(db)).toHaveLength(10)
  })

  test('outlive throttling, and say where no answer came', async () => {
    const { db, faults, requests } = await open()
    faults.throttle({ operation: 'BatchWriteItem', times: 6 })
    expect((await db.plain.putMany(rows(3))).every(({ ok }) => ok)).toBe(true)
    faults.lostAnswer({ operation: 'BatchWriteItem', times: Infinity })
    requests.take()
    const results = await db.plain.putMany(rows(2))
    expect(requests.take()).toEqual(['BatchWriteItem'])
    expect(results.map((result) => !result.ok && result.error.code)).toEqual([
      'OUTCOME_UNKNOWN',
      'OUTCOME_UNKNOWN',
    ])
  })

  test('that the service refuses stop no other', async () => {
    const { db, requests } = await open()
    const long = 'x'.repeat(3000)
    const results = await db.plain.putMany([
      { id: 'a' },
      { id: 'b', text: 7 } as never,
      { id: long },
      { id: 'c' },
    ])
    expect(results.map((result) => (result.ok ? 'ok' : result.error.code))).toEqual([
      'ok',
      'INVALID_INPUT',
      'PLAN_TOO_LARGE',
      'ok',
    ])
    expect(requests.take()).toEqual(['BatchWriteItem'])
    const deep = Array.from({ length: 40 }).reduce<unknown>((inner) => [inner], 'x')
    const nested = await db.plain.putMany([{ id: 'd' }, { id: 'e', text: deep } as never])
    expect(nested.map(({ ok }) => ok)).toEqual([true, false])
  })

  test('that the service refuses once a part is there are not written again', async () => {
    const { db, faults, client, requests } = await open()
    faults.unprocessed({ operation: 'BatchWriteItem', taken: 2 })
    let batches = 0
    client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          if (commandName === 'BatchWriteItemCommand') batches += 1
          if (batches < 2) return next(args)
          const refusal = { name: 'ValidationException', $metadata: { httpStatusCode: 400 } }
          throw Object.assign(new Error('refused'), refusal)
        },
      { step: 'initialize', name: 'refuseTheRest' },
    )
    const results = await db.plain.putMany(rows(3))
    expect(results.map(({ ok }) => ok)).toEqual([true, true, false])
    expect(requests.take()).toEqual(['BatchWriteItem', 'BatchWriteItem'])
  })

  test('stop when their signal is aborted', async () => {
    const { db } = await open()
    const stop = new AbortController()
    const onProgress = () => stop.abort()
    const results = await db.plain.putMany(rows(60), { signal: stop.signal, concurrency: 1, onProgress })
    expect(results.filter(({ ok }) => ok)).toHaveLength(25)
    expect(results.slice(25).every((result) => !result.ok && result.error.code === 'ABORTED')).toBe(true)
  })

  test('whose keys could be those of other items go one by one', async () => {
    const { db, requests } = await open()
    await db.templated.putMany(rows(2))
    expect(requests.take()).toEqual(['PutItem', 'PutItem'])
    await db.pair.putMany([
      { id: 'a', of: 'b' },
      { id: 'a#of_b', of: 'c' },
    ])
    expect(requests.take().sort()).toEqual(['BatchWriteItem', 'GetItem', 'PutItem'])
  })

  test('of a model whose name another one has in another spelling go one by one', async () => {
    const named = (entity: string) =>
      constrain(
        new Entity({
          model: { entity, version: '1', service: 'shop' },
          attributes: { id: { type: 'string', required: true } },
          indexes: {
            primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } },
          },
        }),
        {},
      )
    const requests = new Requests()
    const alike = { upper: named('Thing'), lower: named('thing') }
    const db = await testDatabase(alike, { observe: requests.observe })
    await db.upper.putMany([{ id: 'a' }])
    expect(requests.take()).toEqual(['PutItem'])
    expect(await db.lower.putMany([{ id: 'a' }])).toMatchObject([{ ok: false }])
  })

  test('of a model with a version or a constraint go one by one', async () => {
    const { db, requests } = await open()
    await db.versioned.putMany([{ id: 'a' }])
    await db.users.putMany([{ id: 'a', email: 'a' }])
    expect(requests.take()).not.toContain('BatchWriteItem')
  })
})

describe('many deletes of a model without constraints', () => {
  test('go in batches where nothing is given back', async () => {
    const { db, requests, faults } = await open()
    await db.plain.putMany(rows(30))
    requests.take()
    faults.unprocessed({ taken: 3 })
    const results = await db.plain.deleteMany(
      rows(30).map(({ id }) => ({ id })),
      { returns: 'none' },
    )
    expect(results).toEqual(Array(30).fill({ ok: true, data: undefined }))
    expect(requests.take()).toEqual(Array(3).fill('BatchWriteItem'))
    expect(await readTable(db)).toEqual([])
  })

  test('go one by one where the items are given back', async () => {
    const { db, requests } = await open()
    await db.plain.putMany(rows(2))
    requests.take()
    const results = await db.plain.deleteMany([{ id: '0' }, { id: 'none' }])
    expect(results).toEqual([
      { ok: true, data: { id: '0', text: 't0', no: 7 } },
      { ok: true, data: null },
    ])
    expect(requests.take()).toEqual(['DeleteItem', 'DeleteItem'])
  })

  test('free unique values where nothing is given back, too', async () => {
    const { db, requests } = await open()
    await db.users.create({ id: 'a', email: 'a' })
    requests.take()
    expect(await db.users.deleteMany([{ id: 'a' }], { returns: 'none' })).toEqual([
      { ok: true, data: undefined },
    ])
    expect(requests.take()).not.toContain('BatchWriteItem')
    expect(await readTable(db)).toEqual([])
  })
})

test('rows give nothing back where that is asked for', async () => {
  const { db } = await open()
  const options = { returns: 'none' } as const
  expect(await db.users.createMany([{ id: 'a', email: 'a' }], options)).toEqual([
    { ok: true, data: undefined },
  ])
  expect(await db.users.putMany([{ id: 'a', email: 'b' }], { ...options, atomic: true })).toEqual([
    { ok: true, data: undefined },
  ])
  expect(await db.users.deleteMany([{ id: 'a' }, { id: 'b' }], { ...options, atomic: true })).toEqual([
    { ok: true, data: undefined },
    { ok: true, data: undefined },
  ])
})
