import { constrain } from '@latchkey/core'
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
    team: { type: 'string', required: true },
    rank: { type: 'string', required: true },
    since: { type: 'string', required: true },
    revision: { type: 'number', required: true },
  },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['memberId'] }, sk: { field: 'sk', composite: [] } },
    byTeam: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['team'] },
      sk: { field: 'gsi1sk', composite: ['rank', 'since'] },
    },
  },
})
const members = constrain(MemberEntity, {
  version: 'revision',
  unique: { email: { attributes: ['email'], normalize: 'lowercase' } },
})
const NoteEntity = new Entity({
  model: { service: 'costs', entity: 'note', version: '1' },
  attributes: {
    noteId: { type: 'string', required: true },
    title: { type: 'string' },
    text: { type: 'string' },
  },
  indexes: { primary: { pk: { field: 'pk', composite: ['noteId'] }, sk: { field: 'sk', composite: [] } } },
})
const notes = constrain(NoteEntity, { unique: { title: ['title'] } })

const ada = { memberId: 'ada', team: 'red', rank: 'a', since: '2024', email: 'ada@l.io' }
const key = { memberId: 'ada' }

/** A database in which Ada is, and how to see what a call sends. */
async function withAda() {
  const { observe, sent } = sentRequests()
  const db = await testDatabase({ members, notes }, { observe })
  const current = await db.members.create(ada)
  return { db, current, sent }
}

describe('the costs in the README', () => {
  test('create', async () => {
    const { db, sent } = await withAda()
    const { email, ...unnamed } = { ...ada, memberId: 'bob' }
    expect(await sent(() => db.members.create(unnamed))).toEqual(['PutItem'])
    expect(await sent(() => db.members.create({ ...ada, memberId: 'eve', email: 'eve@l.io' }))).toEqual([
      'TransactWriteItems',
    ])
    const refused = () => db.members.create({ ...unnamed, memberId: 'mallory', email }).result()
    expect(await sent(refused)).toEqual(['TransactWriteItems', 'GetItem'])
  })

  test('get, getMany and lookups', async () => {
    const { db, sent } = await withAda()
    const many = Array.from({ length: 101 }, (_, at) => ({ memberId: `m${at}` }))
    expect(await sent(() => db.members.get(key))).toEqual(['GetItem'])
    expect(await sent(() => db.members.getMany([key, key]))).toEqual(['BatchGetItem'])
    expect(await sent(() => db.members.getMany(many))).toEqual(['BatchGetItem', 'BatchGetItem'])
    expect(await sent(() => db.members.by.email({ email: 'ADA@l.io' }))).toEqual(['GetItem', 'GetItem'])
    expect(await sent(() => db.members.by.email({ email: 'bob@l.io' }))).toEqual(['GetItem'])
    expect(await sent(() => db.members.by.email.key({ email: 'ada@l.io' }))).toEqual(['GetItem'])
  })

  test('update', async () => {
    const { db, current, sent } = await withAda()
    const email = { set: { email: 'ada@x.io' } }
    const fenced = () => db.members.update(key, email, { current })
    expect(await sent(fenced)).toEqual(['TransactWriteItems'])
    expect(await sent(() => db.members.update(key, { set: { nickname: 'a' } }))).toEqual(['UpdateItem'])
    const moved = () => db.members.update(key, { set: { email: 'ada@y.io' } })
    expect(await sent(moved)).toEqual(['GetItem', 'TransactWriteItems'])
    const unmoved = () => db.members.update(key, { set: { email: 'ADA@y.io' } })
    expect(await sent(unmoved)).toEqual(['GetItem', 'UpdateItem'])
    const ofIndex = () => db.members.update(key, { set: { rank: 'b' } })
    expect(await sent(ofIndex)).toEqual(['GetItem', 'UpdateItem'])
  })

  test('update without a version reads the item back where a transaction cannot give it', async () => {
    const { db, sent } = await withAda()
    await db.notes.create({ noteId: 'n', title: 'one' })
    const rename = (title: string, returns: 'item' | 'none') =>
      sent(() => db.notes.update({ noteId: 'n' }, { set: { title } }, { returns }))
    expect(await rename('two', 'item')).toEqual(['GetItem', 'TransactWriteItems', 'GetItem'])
    expect(await rename('three', 'none')).toEqual(['GetItem', 'TransactWriteItems'])
  })

  test('modify', async () => {
    const { db, sent } = await withAda()
    const nickname = () => db.members.modify(key, () => ({ set: { nickname: 'a' } }))
    expect(await sent(nickname)).toEqual(['GetItem', 'UpdateItem'])
    const email = () => db.members.modify(key, () => ({ set: { email: 'ada@x.io' } }))
    expect(await sent(email)).toEqual(['GetItem', 'TransactWriteItems'])
    expect(await sent(() => db.members.modify(key, () => null))).toEqual(['GetItem'])
  })

  test('delete', async () => {
    const { db, current, sent } = await withAda()
    expect(await sent(() => db.members.delete(key, { current }))).toEqual(['TransactWriteItems'])
    await db.members.create(ada)
    expect(await sent(() => db.members.delete(key))).toEqual(['GetItem', 'TransactWriteItems'])
    await db.notes.create({ noteId: 'n' })
    expect(await sent(() => db.notes.delete({ noteId: 'n' }))).toEqual(['GetItem', 'DeleteItem'])
  })

  test('query, scan, plan and $with', async () => {
    const { db, current, sent } = await withAda()
    expect(await sent(() => db.members.query.byTeam({ team: 'red' }).go())).toEqual(['Query'])
    expect(await sent(() => db.members.scan.go())).toEqual(['Scan'])
    const silent = async () => {
      db.members.plan.create({ ...ada, memberId: 'bob' })
      db.members.plan.update(current, { set: { email: 'ada@x.io' } })
      db.members.plan.delete(current)
      db.$with({ table: 'elsewhere' })
    }
    expect(await sent(silent)).toEqual([])
  })
})
