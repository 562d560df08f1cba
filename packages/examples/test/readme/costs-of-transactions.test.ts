import { constrain, counter, singleton } from '@latchkey/core'
import { testDatabase } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { sentRequests } from './sent-requests.js'

const MemberEntity = new Entity({
  model: { service: 'costs', entity: 'member', version: '1' },
  attributes: {
    memberId: { type: 'string', required: true },
    email: { type: 'string' },
    nickname: { type: 'string' },
    sponsorId: { type: 'string' },
    visits: { type: 'number' },
    revision: { type: 'number', required: true },
  },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['memberId'] }, sk: { field: 'sk', composite: [] } },
  },
})
const FlagsEntity = new Entity({
  model: { service: 'costs', entity: 'flags', version: '1' },
  attributes: { signup: { type: 'boolean', required: true } },
  indexes: {
    primary: {
      pk: { field: 'pk', composite: [], template: 'FLAGS', casing: 'none' },
      sk: { field: 'sk', composite: [], template: 'V1', casing: 'none' },
    },
  },
})
const NoteEntity = new Entity({
  model: { service: 'costs', entity: 'note', version: '1' },
  attributes: { noteId: { type: 'string', required: true }, text: { type: 'string' } },
  indexes: { primary: { pk: { field: 'pk', composite: ['noteId'] }, sk: { field: 'sk', composite: [] } } },
})
const models = {
  members: constrain(MemberEntity, {
    version: 'revision',
    unique: { email: ['email'] },
    references: { sponsor: { entity: MemberEntity, attributes: { memberId: 'sponsorId' } } },
  }),
  notes: constrain(NoteEntity, {}),
  flags: singleton(FlagsEntity, { defaults: { signup: true } }),
  hits: counter({ service: 'costs', name: 'hits', shards: 4 }),
}
const ada = { memberId: 'ada' }
const bob = { memberId: 'bob' }
const put = ['GetItem', 'PutItem']
const create = ['TransactWriteItems']
const readAndTransact = ['GetItem', 'TransactWriteItems']

/** A database with two members, and how to see what a call sends. */
async function open() {
  const { observe, sent } = sentRequests()
  const db = await testDatabase(models, { observe })
  await db.members.create({ ...ada, email: 'ada@l.io' })
  await db.members.create({ ...bob, email: 'bob@l.io' })
  return { db, sent }
}

describe('the costs of put and upsert in the README', () => {
  test('put', async () => {
    const { db, sent } = await open()
    expect(await sent(() => db.notes.put({ noteId: 'n' }))).toEqual(['PutItem'])
    expect(await sent(() => db.notes.put({ noteId: 'n', text: 'x' }))).toEqual(['PutItem'])
    expect(await sent(() => db.members.put({ memberId: 'eve' }))).toEqual(put)
    expect(await sent(() => db.members.put({ memberId: 'fay', email: 'fay@l.io' }))).toEqual(readAndTransact)
    expect(await sent(() => db.members.put({ ...ada, email: 'ada@l.io' }))).toEqual(put)
    expect(await sent(() => db.members.put({ ...ada, email: 'ada@x.io' }))).toEqual(readAndTransact)
  })

  test('upsert', async () => {
    const { db, sent } = await open()
    expect(await sent(() => db.notes.upsert({ noteId: 'n' }))).toEqual(put)
    expect(await sent(() => db.notes.upsert({ noteId: 'n', text: 'x' }))).toEqual(['GetItem', 'UpdateItem'])
    expect(await sent(() => db.notes.upsert({ noteId: 'n' }))).toEqual(['GetItem'])
    const named = { memberId: 'eve', email: 'eve@l.io' }
    expect(await sent(() => db.members.upsert(named))).toEqual(readAndTransact)
    const nickname = { ...named, nickname: 'e' }
    expect(await sent(() => db.members.upsert(nickname))).toEqual(['GetItem', 'UpdateItem'])
    expect(await sent(() => db.members.upsert({ ...named, email: 'e@l.io' }))).toEqual(readAndTransact)
  })
})

describe('the costs of many in the README', () => {
  test('each by itself', async () => {
    const { db, sent } = await open()
    const rows = [{ memberId: 'eve' }, { memberId: 'fay', email: 'fay@l.io' }]
    const keys = rows.map(({ memberId }) => ({ memberId }))
    const one = { concurrency: 1 }
    expect(await sent(() => db.members.createMany(rows, one))).toEqual(['PutItem', 'TransactWriteItems'])
    expect(await sent(() => db.members.putMany(rows, one))).toEqual([...put, ...put])
    const deletes = ['GetItem', 'DeleteItem', ...readAndTransact]
    expect(await sent(() => db.members.deleteMany(keys, one))).toEqual(deletes)
  })

  test('atomic', async () => {
    const { db, sent } = await open()
    const rows = [{ memberId: 'eve' }, { memberId: 'fay', email: 'fay@l.io' }]
    const keys = rows.map(({ memberId }) => ({ memberId }))
    const atomic = { atomic: true } as const
    const readBoth = ['GetItem', 'GetItem', 'TransactWriteItems']
    expect(await sent(() => db.members.createMany(rows, atomic))).toEqual(create)
    expect(await sent(() => db.members.putMany(rows, atomic))).toEqual(readBoth)
    expect(await sent(() => db.members.deleteMany(keys, atomic))).toEqual(readBoth)
  })
})

test('the costs of references in the README', async () => {
  const { db, sent } = await open()
  expect(await sent(() => db.members.create({ memberId: 'eve', sponsorId: 'ada' }))).toEqual(create)
  const move = (sponsorId: string) => db.members.update({ memberId: 'eve' }, { set: { sponsorId } })
  expect(await sent(() => move('bob'))).toEqual(readAndTransact)
  expect(await sent(() => move('bob'))).toEqual(['GetItem', 'UpdateItem'])
  expect(await sent(() => db.members.delete(bob))).toEqual(readAndTransact)
})

describe('the costs of transactions in the README', () => {
  test('of several writes', async () => {
    const { db, sent } = await open()
    const swap = () =>
      db.$transaction((tx) => {
        tx.members.update(ada, { set: { email: 'bob@l.io' } })
        tx.members.update(bob, { set: { email: 'ada@l.io' } })
      })
    expect(await sent(swap)).toEqual(['GetItem', 'GetItem', 'TransactWriteItems'])
    const blind = () =>
      db.$transaction((tx) => {
        tx.notes.create({ noteId: 'n' })
        tx.members.check(ada).exists()
        tx.hits.increment()
      })
    expect(await sent(blind)).toEqual(create)
    const updated = () =>
      db.$transaction((tx) => {
        tx.notes.create({ noteId: 'o' })
        tx.flags.update({ set: { signup: false } })
      })
    expect(await sent(updated)).toEqual(['TransactWriteItems', 'GetItem'])
    const read = () =>
      db.$transaction(async (tx) => {
        const found = [await tx.members.get(ada), await tx.members.get(ada)]
        if ((await tx.flags.get()).signup) return found
        return [tx.notes.create({ noteId: 'm' })]
      })
    expect(await sent(read)).toEqual(['GetItem', 'GetItem', 'TransactWriteItems'])
  })

  test('of one write, and of none', async () => {
    const { db, sent } = await open()
    expect(await sent(() => db.$transaction((tx) => tx.hits.increment()))).toEqual(['UpdateItem'])
    expect(await sent(() => db.$transaction((tx) => tx.notes.create({ noteId: 'n' })))).toEqual(['PutItem'])
    expect(await sent(() => db.$transaction((tx) => tx.members.check(ada).exists()))).toEqual(create)
    expect(await sent(() => db.$transaction(() => 1))).toEqual([])
  })

  test('$get and $record', async () => {
    const { db, sent } = await open()
    const both = () => db.$get((read) => [read.members(ada), read.members(bob)])
    expect(await sent(both)).toEqual(['TransactGetItems'])
    expect(await sent(async () => db.$record({ dynamodb: { Keys: { pk: { S: 'x' } } } }))).toEqual([])
  })
})

test('the costs of idempotency keys in the README', async () => {
  const { db, sent } = await open()
  const noted = () => db.notes.create({ noteId: 'n' }, { idempotencyKey: 'k' })
  expect(await sent(noted)).toEqual(create)
  expect(await sent(noted)).toEqual(['TransactWriteItems', 'GetItem'])
  const counted = () => db.members.update(ada, { add: { visits: 1 } }, { idempotencyKey: 'k' })
  expect(await sent(counted)).toEqual(['TransactWriteItems', 'GetItem'])
  expect(await sent(counted)).toEqual(['TransactWriteItems', 'GetItem'])
  const count = () => db.$transaction((tx) => tx.hits.increment(), { idempotencyKey: 'k' })
  expect(await sent(count)).toEqual(create)
  expect(await sent(count)).toEqual(['TransactWriteItems'])
  const gone = () => db.members.delete(bob, { idempotencyKey: 'k' })
  expect(await sent(gone)).toEqual(readAndTransact)
  expect(await sent(gone)).toEqual(['GetItem', 'PutItem'])
})
