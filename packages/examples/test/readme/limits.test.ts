import { constrain, counter } from '@latchkey/core'
import { testDatabase, testTable } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { sentRequests } from './sent-requests.js'

const PersonEntity = new Entity({
  model: { service: 'limits', entity: 'person', version: '1' },
  attributes: {
    id: { type: 'string', required: true, default: () => crypto.randomUUID() },
    email: { type: 'string' },
    credit: { type: 'number', default: 0 },
    parentId: { type: 'string' },
    children: { type: 'number', default: 0 },
  },
  indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
})
const people = constrain(PersonEntity, {
  unique: { email: ['email'] },
  references: { parent: { entity: PersonEntity, attributes: { id: 'parentId' } } },
})
const hits = counter({ service: 'limits', name: 'hits', shards: 2 })
const ada = { id: 'ada' }

async function open() {
  const { observe, sent } = sentRequests()
  const db = await testDatabase({ people, hits }, { observe, retry: { attempts: 20, baseDelayMs: 1 } })
  await db.people.create({ ...ada, email: 'ada@l.io' })
  return { db, sent, faults: testTable(db).dynamo.faults }
}

describe('what the README says of transactions', () => {
  test('one write is that write: a counter alone is at least once, exactly once with a key or another write', async () => {
    const { db, faults } = await open()
    faults.lostAnswer({ operation: 'UpdateItem' })
    await db.$transaction((tx) => tx.hits.increment())
    expect(await db.hits.read()).toBe(2)
    await db.hits.reset()
    faults.lostAnswer({ operation: 'TransactWriteItems', times: 3 })
    await db.$transaction((tx) => tx.hits.increment(), { idempotencyKey: 'k' })
    expect(await db.hits.read()).toBe(1)
    faults.lostAnswer({ operation: 'TransactWriteItems', times: 3 })
    await db.$transaction((tx) => {
      tx.hits.increment()
      tx.people.update(ada, { add: { credit: 1 } })
    })
    expect(await db.hits.read()).toBe(2)
    expect(await db.people.get(ada)).toMatchObject({ credit: 1 })
  })

  test('checks and fenced reads count among the 100 writes', async () => {
    const { db } = await open()
    const run = (checks: number) =>
      db
        .$transaction((tx) => {
          for (let at = 0; at < checks; at += 1) tx.people.check({ id: `${at}` }).absent()
          tx.people.create({ email: 'bob@l.io' })
        })
        .result()
    expect(await run(99)).toMatchObject({ ok: false, error: { code: 'PLAN_TOO_LARGE', count: 101 } })
    expect((await run(98)).ok).toBe(true)
    const reads = async () =>
      db
        .$transaction(async (tx) => {
          for (let at = 0; at < 100; at += 1) await tx.people.get({ id: `r${at}` })
          tx.people.create({})
        })
        .result()
    expect(await reads()).toMatchObject({ ok: false, error: { code: 'PLAN_TOO_LARGE', count: 101 } })
  })

  test('a parent whose children are counted in the same transaction stays while it has some', async () => {
    const { db } = await open()
    await db.$transaction((tx) => {
      tx.people.create({ parentId: 'ada' })
      tx.people.update(ada, { add: { children: 1 } })
    })
    const refused = await db.people.delete(ada, { where: (a, op) => op.eq(a.children, 0) }).result()
    expect(refused).toMatchObject({ ok: false, error: { code: 'CONDITION' } })
    await db.people.delete(ada)
  })
})

describe('what the README says of idempotency keys', () => {
  test('a handle’s generated key is recognised as it is, and not in other text', async () => {
    const { db } = await open()
    const run = (idempotencyKey: string, email: (id: string) => string) =>
      db
        .$transaction(
          (tx) => {
            const parent = tx.people.create({})
            tx.people.create({ parentId: parent.key.id, email: email(parent.key.id) })
          },
          { idempotencyKey },
        )
        .result()
    expect((await run('a', (id) => id)).ok).toBe(true)
    expect((await run('a', (id) => id)).ok).toBe(true)
    expect((await run('b', (id) => `${id}@l.io`)).ok).toBe(true)
    const error = { code: 'IDEMPOTENCY_KEY_REUSED' }
    expect(await run('b', (id) => `${id}@l.io`)).toMatchObject({ ok: false, error })
  })

  test('a callback that reads finds what it left behind, and is the same request', async () => {
    const { db } = await open()
    const run = () =>
      db
        .$transaction(
          async (tx) => {
            const found = await tx.people.get(ada)
            tx.people.update(ada, { set: { credit: (found?.credit ?? 0) + 1 } })
          },
          { idempotencyKey: 'k' },
        )
        .result()
    expect((await run()).ok).toBe(true)
    expect(await run()).toMatchObject({ ok: true })
    expect(await db.people.get(ada)).toMatchObject({ credit: 1 })
  })

  test('what was refused leaves no record', async () => {
    const { db } = await open()
    const create = (id: string) =>
      db.people.create({ id, email: 'ada@l.io' }, { idempotencyKey: 'k' }).result()
    expect(await create('bob')).toMatchObject({ ok: false, error: { code: 'UNIQUE' } })
    await db.people.delete(ada)
    expect((await create('eve')).ok).toBe(true)
  })

  test('the same key with another method is another request', async () => {
    const { db } = await open()
    const options = { idempotencyKey: 'k' }
    await db.people.put({ ...ada, email: 'ada@x.io' }, options)
    expect(await db.people.update(ada, { add: { credit: 1 } }, options)).toMatchObject({ credit: 1 })
    expect(await db.people.put({ ...ada, email: 'ada@x.io' }, options)).toMatchObject({ credit: 1 })
  })
})
