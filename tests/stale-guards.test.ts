import {
  type AttributeValue,
  DeleteItemCommand,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { constrain, inspectDatabase } from '@latchkey/core'
import { testDatabase, testTable } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { User, users } from './models.js'
import { expectSound, guardKeys, Requests, readTable } from './table.js'

const HOUR = 3600
const now = () => Math.floor(Date.now() / 1000)

const Session = new Entity({
  model: { entity: 'session', version: '1', service: 'shop' },
  attributes: {
    id: { type: 'string', required: true },
    token: { type: 'string' },
    device: { type: 'string' },
    name: { type: 'string' },
    ttl: { type: 'number', field: 'x' },
  },
  indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
})
const sessions = constrain(Session, { unique: { token: ['token'], device: ['device'] }, expires: 'ttl' })

const open = async () => {
  const requests = new Requests()
  const db = await testDatabase({ users, sessions }, { observe: requests.observe })
  const { client, table } = inspectDatabase(db)
  const key = (pk: string, sk: string) => ({ pk: { S: pk }, sk: { S: sk } })
  return {
    db,
    requests,
    deleteRaw: (id: string) =>
      client.send(new DeleteItemCommand({ TableName: table, Key: key(`$shop#id_${id}`, '$user_1') })),
    setRaw: (id: string, entity: string, field: string, value: AttributeValue) =>
      client.send(
        new UpdateItemCommand({
          TableName: table,
          Key: key(`$shop#id_${id}`, `$${entity}_1`),
          UpdateExpression: 'SET #f = :v',
          ExpressionAttributeNames: { '#f': field },
          ExpressionAttributeValues: { ':v': value },
        }),
      ),
    putRaw: (item: Record<string, AttributeValue>) =>
      client.send(new PutItemCommand({ TableName: table, Item: item })),
    deleteGuard: (pk: string) => client.send(new DeleteItemCommand({ TableName: table, Key: key(pk, pk) })),
  }
}

describe('a guard whose owner has no right to it any more', () => {
  test('because it was deleted behind our back, is taken over by one more request', async () => {
    const { db, requests, deleteRaw } = await open()
    await db.users.create({ id: '1', email: 'a' })
    await deleteRaw('1')
    expect(await db.users.by.email({ email: 'a' })).toBeNull()
    requests.take()
    await db.users.create({ id: '2', email: 'a' })
    expect(requests.take()).toEqual(['TransactWriteItems', 'GetItem', 'TransactWriteItems'])
    expect(await db.users.by.email({ email: 'a' })).toMatchObject({ id: '2' })
    await expectSound(db)
  })

  test('because its value was changed behind our back, is taken over, and the rest of the owner stays', async () => {
    const { db, setRaw } = await open()
    await db.users.create({ id: '1', email: 'a' })
    await setRaw('1', 'user', 'email', { S: 'b' })
    await db.users.create({ id: '2' })
    await db.users.update({ id: '2' }, { set: { email: 'a' } })
    expect(await db.users.get({ id: '1' }, { consistent: true })).toMatchObject({ email: 'b' })
    expect(await guardKeys(db)).toEqual(['UNIQ#shop.user.email#a'])
  })

  test('several at once, of one former owner and of two', async () => {
    const { db, setRaw } = await open()
    await db.sessions.create({ id: '1', token: 't', device: 'd' })
    await setRaw('1', 'session', 'token', { S: 'other' })
    await setRaw('1', 'session', 'device', { S: 'other' })
    await db.sessions.create({ id: '2', token: 't', device: 'd' })
    expect(await db.sessions.by.device({ device: 'd' })).toMatchObject({ id: '2' })
    await setRaw('2', 'session', 'token', { S: 'y' })
    await db.sessions.create({ id: '3', token: 't' })
    await setRaw('3', 'session', 'token', { S: 'z' })
    await setRaw('2', 'session', 'device', { S: 'z' })
    await db.sessions.create({ id: '4', token: 't', device: 'd' })
    expect(await db.sessions.by.token({ token: 't' })).toMatchObject({ id: '4' })
  })

  test('is still refused while its owner is alive, and so is one beside it that is stale', async () => {
    const { db, setRaw } = await open()
    await db.sessions.create({ id: '1', token: 't', device: 'd' })
    await setRaw('1', 'session', 'token', { S: 'other' })
    const result = await db.sessions.create({ id: '2', token: 't', device: 'd' }).result()
    expect(result).toMatchObject({ ok: false, error: { violations: [{ constraint: 'device' }] } })
  })

  test('by many at once: one of them gets it', async () => {
    const { db, deleteRaw } = await open()
    await db.users.create({ id: '0', email: 'a' })
    await deleteRaw('0')
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        db.users.create({ id: `n${at}`, email: 'a' }, { retry: { attempts: 30 } }).result(),
      ),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    for (const result of results) if (!result.ok) expect(result.error.code).toBe('UNIQUE')
    await expectSound(db)
  })
})

describe('a guard that does not say whose it is', () => {
  const legacy = { pk: { S: 'UNIQ#shop.user.email#a' }, sk: { S: 'UNIQ#shop.user.email#a' } }

  test('refuses claims, with no owner to name', async () => {
    const { db, putRaw } = await open()
    await putRaw(legacy)
    const result = await db.users.create({ id: '1', email: 'a' }).result()
    if (result.ok || result.error.code !== 'UNIQUE') throw new Error('was not refused')
    expect(result.error.violations[0]).toHaveProperty('owner', undefined)
    expect(await readTable(db)).toEqual([legacy])
  })

  test('is left where an owner would release it, and never locks the item up', async () => {
    const { db, putRaw, deleteGuard } = await open()
    await db.users.create({ id: '1', email: 'a' })
    await deleteGuard('UNIQ#shop.user.email#a')
    await putRaw(legacy)
    await db.users.update({ id: '1' }, { set: { email: 'b' } })
    expect(await guardKeys(db)).toEqual(['UNIQ#shop.user.email#b'])
    expect(await readTable(db)).toContainEqual(legacy)
  })
})

describe('a guard that belongs to somebody else', () => {
  const stolen = (pk: string) => ({
    pk: { S: pk },
    sk: { S: pk },
    _lk: { S: 'guard' },
    _lk_of: { S: 'shop.user.email' },
    _lk_owner: { S: '$shop%23id_9#$user_1' },
    _lk_key: { M: { id: { S: '9' } } },
  })

  test('is left when the item that has the value too changes it or is deleted', async () => {
    const { db, putRaw } = await open()
    await db.users.create({ id: '9', email: 'a' })
    for (const id of ['1', '2']) {
      await db.users.create({ id, email: `${id}x` })
      await putRaw(stolen(`UNIQ#shop.user.email#${id}x`))
    }
    await db.users.update({ id: '1' }, { set: { email: 'c' } })
    expect(await db.users.delete({ id: '2' })).toMatchObject({ id: '2' })
    expect(await guardKeys(db)).toEqual(
      ['1x', '2x', 'a', 'c'].map((email) => `UNIQ#shop.user.email#${email}`),
    )
    const held = (await readTable(db)).filter((item) => item['_lk_owner']?.S === '$shop%23id_9#$user_1')
    expect(held).toHaveLength(3)
  })
})

describe('an item older than its constraint', () => {
  test('gets its guards when the value next moves', async () => {
    const before = constrain(User, {})
    const plain = await testDatabase({ before })
    const { client, table } = inspectDatabase(plain)
    await plain.before.create({ id: '1', email: 'a' })
    const db = (await testDatabase({ users })).$with({ client, table })
    expect(await db.users.by.email({ email: 'a' })).toBeNull()
    await db.users.update({ id: '1' }, { set: { email: 'b' } })
    expect(await db.users.by.email({ email: 'b' })).toMatchObject({ id: '1' })
    await expectSound(db)
    await db.users.delete({ id: '1' })
    expect(await readTable(db)).toEqual([])
  })
})

describe('expires', () => {
  test('guards carry the item’s time, and an update of it refreshes them in the same request', async () => {
    const { db, requests } = await open()
    const soon = now() + HOUR
    await db.sessions.create({ id: '1', token: 't', device: 'd', ttl: soon })
    await expectSound(db)
    requests.take()
    await db.sessions.update({ id: '1' }, { set: { ttl: soon + 1 } })
    expect(requests.take()[1]).toBe('TransactWriteItems')
    const times = (await readTable(db)).map((item) => item['x'])
    expect(times).toEqual(Array.from({ length: 3 }, () => ({ N: `${soon + 1}` })))
    await db.sessions.update({ id: '1' }, { set: { token: 'u', ttl: soon + 2 } })
    await db.sessions.update({ id: '1' }, { remove: ['ttl'] })
    await expectSound(db)
    requests.take()
    await db.sessions.update({ id: '1' }, { set: { name: 'x' } })
    expect(requests.take()).toEqual(['UpdateItem'])
  })

  test('a value of an item that expired long ago is free, one that expired just now is not', async () => {
    const { db } = await open()
    await db.sessions.create({ id: 'long', token: 'long', ttl: now() - HOUR })
    await db.sessions.create({ id: 'just', token: 'just', ttl: now() - 10 })
    await db.sessions.create({ id: '1', token: 'long', ttl: now() + HOUR })
    await expect(db.sessions.create({ id: '2', token: 'just' })).rejects.toMatchObject({ code: 'UNIQUE' })
    expect(await db.sessions.get({ id: 'long' })).toMatchObject({ token: 'long' })
    expect(await db.sessions.by.token({ token: 'long' })).toMatchObject({ id: '1' })
  })

  test('an item that comes back to life after its value was taken is refused', async () => {
    const { db } = await open()
    await db.sessions.create({ id: 'old', token: 't', ttl: now() - HOUR })
    await db.sessions.create({ id: 'new', token: 't', ttl: now() + HOUR })
    const result = await db.sessions.update({ id: 'old' }, { set: { ttl: now() + HOUR } }).result()
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'UNIQUE', violations: [{ constraint: 'token' }] },
    })
    await db.sessions.update({ id: 'old' }, { set: { token: 'other', ttl: now() + HOUR } })
    await expectSound(db)
  })
})

test('whose owner comes back while it is read, and is written by the same request, is none of somebody else', async () => {
  const { db, deleteRaw } = await open()
  const { dynamo } = testTable(db)
  const race = async (write: () => Promise<unknown>) => {
    await db.users.put({ id: 'a', email: 'x' })
    await deleteRaw('a')
    // Both items are read, and the request is refused by the guard; then its owner is read.
    const gate = dynamo.hold({ operation: 'GetItem', where: () => seen++ >= 2 })
    let seen = 0
    const writing = write()
    await gate.waitFor(1)
    await db.users.create({ id: 'a', email: 'x' })
    gate.open()
    return writing
  }
  const rows = [
    { id: 'a', email: 'y' },
    { id: 'b', email: 'x' },
  ]
  const put = await race(() => db.users.putMany(rows, { atomic: true }))
  expect(put).toMatchObject([{ ok: true }, { ok: true }])
  expect(await db.users.by.email({ email: 'x' })).toMatchObject({ id: 'b' })
  await expectSound(db)
})
