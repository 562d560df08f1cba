import { constrain } from '@latchkey/core'
import { testDatabase, testTable } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { accounts, users } from './models.js'
import { expectSound, guardKeys, Requests, readTable } from './table.js'

const Line = new Entity({
  model: { entity: 'line', version: '1', service: 'shop' },
  attributes: { id: { type: 'string', required: true }, no: { type: 'number' }, at: { type: 'number' } },
  indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
})
const lines = constrain(Line, {
  sequences: { no: { attribute: 'no' } },
  pointers: { last: { attribute: 'at' } },
})
const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `${at}`, email: `e${at}` }))

const open = async () => {
  const requests = new Requests()
  const db = await testDatabase(
    { users, accounts, lines },
    { observe: requests.observe, retry: { attempts: 40, baseDelayMs: 1 } },
  )
  return { db, requests }
}

describe('createMany', () => {
  test('gives a result for each row, in order, with so many under way at once', async () => {
    const { db } = await open()
    await db.users.create({ id: 'x', email: 'e3' })
    const progress: number[] = []
    const results = await db.users.createMany([...rows(20), { id: '0' }, { nope: 1 } as never], {
      concurrency: 4,
      onProgress: (done, total) => progress.push(done * 100 + total),
    })
    expect(results).toHaveLength(22)
    expect(results.flatMap((result, at) => (result.ok ? [] : [[at, result.error.code]]))).toEqual([
      [3, 'UNIQUE'],
      [20, 'EXISTS'],
      [21, 'INVALID_INPUT'],
    ])
    expect(results[7]).toMatchObject({ ok: true, data: { id: '7', email: 'e7' } })
    expect(progress).toEqual(Array.from({ length: 22 }, (_, at) => (at + 1) * 100 + 22))
    await expectSound(db)
  })

  test('starts no row once its signal is aborted, and says which', async () => {
    const { db } = await open()
    const stop = new AbortController()
    const results = await db.users.createMany(rows(10), {
      concurrency: 1,
      signal: stop.signal,
      onProgress: (done) => {
        if (done === 3) stop.abort(new Error('enough'))
      },
    })
    expect(results.map((result) => (result.ok ? 'ok' : result.error.code))).toEqual([
      ...Array(3).fill('ok'),
      ...Array(7).fill('ABORTED'),
    ])
    expect((await db.users.scan.go()).data).toHaveLength(3)
  })

  test('atomic is one request: all or nothing', async () => {
    const { db, requests } = await open()
    const progress: number[][] = []
    const onProgress = (...told: number[]) => progress.push(told)
    const results = await db.users.createMany(rows(40), { atomic: true, onProgress })
    expect(results.every(({ ok }) => ok)).toBe(true)
    expect(progress).toEqual([[40, 40]])
    expect(requests.take()).toEqual(['TransactWriteItems'])
    await expectSound(db)
    await expect(
      db.users.createMany(
        [
          { id: 'a', email: 'new' },
          { id: 'b', email: 'e1' },
          { id: 'c', email: 'e2' },
        ],
        { atomic: true },
      ),
    ).rejects.toMatchObject({
      code: 'UNIQUE',
      violations: [{ constraint: 'email' }, { constraint: 'email' }],
    })
    expect(await guardKeys(db)).toHaveLength(40)
    requests.take()
    await expect(
      db.users.createMany(
        [
          { id: 'a', email: 'same' },
          { id: 'b', email: 'same' },
        ],
        { atomic: true },
      ),
    ).rejects.toMatchObject({ code: 'UNIQUE', violations: [{ key: { id: 'a' } }, { key: { id: 'b' } }] })
    await expect(db.users.createMany([{ id: 'a' }, { id: 'A' }], { atomic: true })).rejects.toMatchObject({
      code: 'DUPLICATE_ITEM',
    })
    const many = Array.from({ length: 40 }, (_, at) => ({ tenantId: 't', email: `${at}`, username: `${at}` }))
    await expect(db.accounts.createMany(many, { atomic: true })).rejects.toMatchObject({
      code: 'PLAN_TOO_LARGE',
      count: 120,
      limit: 100,
    })
    expect(requests.take()).toEqual([])
  })

  test('atomic numbers rows one after another, and moves a pointer to the furthest', async () => {
    const { db } = await open()
    await db.lines.create({ id: 'first', at: 1 })
    const made = await db.lines.createMany(
      [
        { id: 'a', at: 5 },
        { id: 'b', at: 9 },
        { id: 'c', at: 7 },
      ],
      { atomic: true },
    )
    expect(made.map((result) => result.ok && result.data.no)).toEqual([2, 3, 4])
    expect(await db.lines.pointers.last.follow()).toMatchObject({ id: 'b' })
    const both = await Promise.all([
      db.lines.createMany([{ id: 'd' }, { id: 'e' }], { atomic: true }),
      db.lines.createMany([{ id: 'f' }, { id: 'g' }], { atomic: true }),
    ])
    expect(
      both
        .flat()
        .map((result) => result.ok && result.data.no)
        .sort(),
    ).toEqual([5, 6, 7, 8])
    await expectSound(db)
  })
})

test('putMany and deleteMany carry guards, one by one and as one', async () => {
  const { db } = await open()
  await db.users.createMany(rows(4), { atomic: true })
  await db.users.putMany(
    [
      { id: '0', email: 'e1' },
      { id: '1', email: 'e0' },
    ],
    { atomic: true },
  )
  expect(await db.users.by.email({ email: 'e0' })).toMatchObject({ id: '1' })
  expect(await db.users.by.email({ email: 'e1' })).toMatchObject({ id: '0' })
  await expectSound(db)
  const put = await db.users.putMany([
    { id: '2', email: 'x' },
    { id: '9', email: 'e0' },
  ])
  expect(put.map((result) => (result.ok ? 'ok' : result.error.code))).toEqual(['ok', 'UNIQUE'])
  const gone = await db.users.deleteMany([{ id: '0' }, { id: 'none' }, { id: '2' }], { atomic: true })
  expect(gone.map((result) => result.ok && result.data?.id)).toEqual(['0', undefined, '2'])
  const rest = await db.users.deleteMany([{ id: '1' }, { id: '3' }, { id: '1' }], { concurrency: 1 })
  expect(rest.map((result) => result.ok && result.data?.id)).toEqual(['1', '3', undefined])
  expect((await readTable(db)).filter((item) => item['_lk'] === undefined)).toEqual([])
  expect(await guardKeys(db)).toEqual([])
})

test('many rows outlive conflicts and lost answers', async () => {
  const { db } = await open()
  const { faults } = testTable(db).dynamo
  faults.conflict({ operation: 'TransactWriteItems', times: 10, seeded: { seed: 7, probability: 0.3 } })
  faults.lostAnswer({ operation: 'TransactWriteItems', times: 10, seeded: { seed: 8, probability: 0.3 } })
  const results = await db.users.createMany(rows(60))
  expect(results.every(({ ok }) => ok)).toBe(true)
  await expectSound(db)
  expect(await guardKeys(db)).toHaveLength(60)
})
