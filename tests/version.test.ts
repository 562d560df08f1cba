import { UpdateItemCommand } from '@aws-sdk/client-dynamodb'
import { inspectDatabase } from '@latchkey/core'
import { testDatabase } from '@latchkey/testing'
import { describe, expect, test } from 'vitest'
import { accounts, users } from './models.js'
import { expectSound, Requests, readTable } from './table.js'

const open = async () => {
  const requests = new Requests()
  const db = await testDatabase({ accounts, users }, { observe: requests.observe })
  const ada = await db.accounts.create({ tenantId: 't', email: 'ada@x.io', username: 'ada' })
  requests.take()
  return { db, ada, key: { accountId: ada.accountId }, requests }
}

describe('a version', () => {
  test('starts at 1 and is counted by every write, asked for or not', async () => {
    const { db, ada, key } = await open()
    expect(ada.revision).toBe(1)
    expect((await db.accounts.update(key, { set: { nickname: 'x' } })).revision).toBe(2)
    expect((await db.accounts.update(key, { set: { email: 'b@x.io' } })).revision).toBe(3)
    expect((await db.accounts.modify(key, () => ({ add: { logins: 1 } }))).revision).toBe(4)
  })

  test('cannot be set by hand, in a create or an update', async () => {
    const { db, key } = await open()
    const input = { tenantId: 't', revision: 9 }
    await expect(db.accounts.create(input)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      problems: [{ path: 'revision' }],
    })
    for (const changes of [{ set: { revision: 9 } }, { add: { revision: 1 } }, { remove: ['revision'] }])
      await expect(db.accounts.update(key, changes as object)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      })
    await expect(
      db.accounts.update(key, { data: (attributes, { set }) => set(Reflect.get(attributes, 'revision'), 9) }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(await db.accounts.get(key)).toMatchObject({ revision: 1 })
  })

  test('that is asked for and has moved is a violation with both versions', async () => {
    const { db, key, requests } = await open()
    await db.accounts.update(key, { set: { nickname: 'x' } }, { version: 1 })
    expect(requests.take()).toEqual(['UpdateItem'])
    for (const changes of [{ set: { nickname: 'y' } }, { set: { email: 'y@x.io' } }]) {
      const result = await db.accounts.update(key, changes, { version: 1 }).result()
      if (result.ok || result.error.code !== 'VERSION') throw new Error('was not refused')
      expect(result.error.violations).toHaveLength(1)
      expect(result.error.violations[0]).toHaveProperty('expected', 1)
      expect(result.error.violations[0]).toHaveProperty('actual', 2)
    }
    const deleted = await db.accounts.delete(key, { version: 1 }).result()
    expect(deleted).toMatchObject({ ok: false, error: { code: 'VERSION' } })
    expect(await db.accounts.delete(key, { version: 2 })).toMatchObject({ nickname: 'x' })
    await expect(db.accounts.delete(key, { version: 2 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expectSound(db)
  })

  test('of an item older than its declaration starts with its next write', async () => {
    const { db, key } = await open()
    const { client, table } = inspectDatabase(db)
    const [raw] = (await readTable(db)).filter((item) => item['_lk'] === undefined)
    await client.send(
      new UpdateItemCommand({
        TableName: table,
        Key: { pk: raw?.['pk'] ?? { S: '' }, sk: raw?.['sk'] ?? { S: '' } },
        UpdateExpression: 'REMOVE revision',
      }),
    )
    const old = await db.accounts.get(key)
    if (old === null) throw new Error('is gone')
    expect(old.revision).toBeUndefined()
    await expect(db.accounts.update(key, { set: { email: 'c@x.io' } }, { version: 1 })).rejects.toMatchObject(
      { code: 'VERSION' },
    )
    const [one, two] = await Promise.all([
      db.accounts.update(key, { set: { nickname: 'x' } }, { current: old }).result(),
      db.accounts.update(key, { set: { nickname: 'y' } }, { current: old }).result(),
    ])
    expect([one.ok, two.ok].sort()).toEqual([false, true])
    expect(await db.accounts.get(key)).toMatchObject({ revision: 1 })
  })

  test('undefined as an option is a mistake, not a choice', async () => {
    const { db, key, ada } = await open()
    for (const options of [
      { version: undefined },
      { current: undefined },
      { version: 1, current: ada },
      { version: '1' },
    ])
      await expect(
        db.accounts.update(key, { set: { nickname: 'x' } }, options as object),
      ).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      })
    await db.users.create({ id: '1' })
    await expect(
      db.users.update({ id: '1' }, { set: { name: 'x' } }, { version: 1 } as object),
    ).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  })
})

describe('current', () => {
  test('saves the read, and is refused once anything has moved', async () => {
    const { db, ada, key, requests } = await open()
    const moved = await db.accounts.update(key, { set: { email: 'b@x.io' } }, { current: ada })
    expect(requests.take()).toEqual(['TransactWriteItems'])
    await expect(
      db.accounts.update(key, { set: { email: 'c@x.io' } }, { current: ada }),
    ).rejects.toMatchObject({ code: 'VERSION' })
    await expect(db.accounts.delete(key, { current: ada })).rejects.toMatchObject({ code: 'VERSION' })
    requests.take()
    await db.accounts.delete(key, { current: moved })
    expect(requests.take()).toEqual(['TransactWriteItems'])
    expect(await readTable(db)).toEqual([])
  })

  test('without a version compares the whole item, added attributes too', async () => {
    const { db } = await open()
    const user = await db.users.create({ id: '1', email: 'a', meta: { deep: [1, { b: 2 }] } })
    await db.users.update({ id: '1' }, { set: { name: 'added' } })
    await expect(db.users.update({ id: '1' }, { set: { n: 3 } }, { current: user })).rejects.toMatchObject({
      code: 'VERSION',
    })
    const now = await db.users.get({ id: '1' }, { consistent: true })
    if (now === null) throw new Error('is gone')
    expect(await db.users.update({ id: '1' }, { set: { n: 3 } }, { current: now })).toMatchObject({
      n: 3,
      name: 'added',
    })
  })

  test('as a copy is read afresh and compared', async () => {
    const { db, ada, key, requests } = await open()
    const copy = JSON.parse(JSON.stringify(ada)) as typeof ada
    await db.accounts.update(key, { set: { nickname: 'x' } }, { current: copy })
    expect(requests.take()).toEqual(['GetItem', 'UpdateItem'])
    await expect(
      db.accounts.update(key, { set: { nickname: 'y' } }, { current: copy }),
    ).rejects.toMatchObject({ code: 'VERSION' })
    const projected = await db.accounts.get(key, { attributes: ['email'] })
    await expect(
      db.accounts.update(
        key,
        { set: { nickname: 'z' } },
        { current: { ...projected, email: 'other' } as typeof ada },
      ),
    ).rejects.toMatchObject({ code: 'VERSION' })
  })

  test('that is a part of an item is read afresh: what it lacks is not absent', async () => {
    const { db, key, requests } = await open()
    const [one] = await db.accounts.getMany([key], { attributes: ['nickname'] })
    const part = (await db.accounts.get(key, { attributes: ['nickname'] })) as never
    requests.take()
    await db.accounts.update(key, { set: { email: 'b@x.io' } }, { current: part })
    expect(requests.take()[0]).toBe('GetItem')
    await db.accounts.update(key, { set: { email: 'c@x.io' } }, { current: one as never })
    expect(requests.take()[0]).toBe('GetItem')
    await expectSound(db)
  })

  test('knows hidden attributes, and is not fooled by a caller who changed the item in hand', async () => {
    const { db } = await open()
    const eve = await db.accounts.create({ tenantId: 't', email: 'eve@x.io', secret: 's' })
    eve.email = 'changed in memory'
    await db.accounts.update({ accountId: eve.accountId }, { set: { email: 'eve2@x.io' } }, { current: eve })
    await expectSound(db)
  })

  test('of another item or model is refused before anything is sent', async () => {
    const { db, ada, requests } = await open()
    const bob = await db.accounts.create({ tenantId: 't' })
    requests.take()
    await expect(
      db.accounts.update({ accountId: bob.accountId }, { set: { nickname: 'x' } }, { current: ada }),
    ).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    await expect(
      db.accounts.update(
        { accountId: bob.accountId },
        { set: { nickname: 'x' } },
        { current: { id: '1', nope: 1 } as never },
      ),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(requests.take()).toEqual([])
  })

  test('that was deleted and created again at the same version is not the same item', async () => {
    const { db, ada, key } = await open()
    await db.accounts.delete(key)
    await db.accounts.create({ ...key, tenantId: 't', email: 'again@x.io', username: 'ada' })
    await expect(
      db.accounts.update(key, { set: { email: 'b@x.io' } }, { current: ada }),
    ).rejects.toMatchObject({ code: 'VERSION' })
    await expectSound(db)
  })
})

describe('modify', () => {
  test('loses nothing among parallel callers, with and without a version', async () => {
    const { db, key } = await open()
    await db.users.create({ id: '1', n: 0 })
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        await db.accounts.modify(key, ({ credit = 0 }) => ({ set: { credit: credit + 1 } }))
        await db.users.modify({ id: '1' }, ({ n = 0 }) => ({ set: { n: n + 1 } }))
      }),
    )
    expect(await db.accounts.get(key)).toMatchObject({ credit: 20, revision: 21 })
    expect(await db.users.get({ id: '1' })).toMatchObject({ n: 20 })
  })

  test('decides again when somebody else was faster', async () => {
    const { db, key } = await open()
    let calls = 0
    const after = await db.accounts.modify(key, async ({ credit = 0 }) => {
      calls += 1
      if (calls === 1) await db.accounts.update(key, { set: { credit: 10 } })
      return { set: { credit: credit + 1 } }
    })
    expect([calls, after.credit]).toEqual([2, 11])
  })

  test('writes nothing for null, and refuses a missing item and what it cannot store', async () => {
    const { db, key, requests } = await open()
    expect(await db.accounts.modify(key, () => null)).toMatchObject({ revision: 1 })
    expect(requests.take()).toEqual(['GetItem'])
    await expect(db.accounts.modify({ accountId: 'none' }, () => null)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(db.accounts.modify(key, () => ({ set: { nope: 1 } }) as never)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    await expect(
      db.accounts.modify(key, () => {
        throw new Error('mine')
      }),
    ).rejects.toThrow('mine')
  })
})

describe('where', () => {
  test('is the caller’s condition, in parentheses: an OR opens nothing', async () => {
    const { db, key } = await open()
    await expect(
      db.accounts.update(
        { accountId: 'none' },
        { set: { nickname: 'x' } },
        { where: (a, { eq, notExists }) => `${eq(a.credit, 1)} OR ${notExists(a.nickname)}` },
      ),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await db.accounts.update(
      key,
      { set: { nickname: 'x' } },
      { where: (a, { eq, notExists }) => `${eq(a.credit, 1)} OR ${notExists(a.nickname)}` },
    )
    await expect(
      db.accounts.update(
        key,
        { set: { nickname: 'y' } },
        { where: (a, { notExists }) => notExists(a.nickname) },
      ),
    ).rejects.toMatchObject({ code: 'CONDITION' })
    await expect(
      db.accounts.update(
        key,
        { set: { email: 'y@x.io' } },
        { where: (a, { notExists }) => notExists(a.nickname) },
      ),
    ).rejects.toMatchObject({ code: 'CONDITION' })
    await expect(
      db.accounts.delete(key, { where: (a, { eq }) => eq(a.nickname, 'no') }),
    ).rejects.toMatchObject({ code: 'CONDITION' })
    expect(await db.accounts.delete(key, { where: (a, { eq }) => eq(a.nickname, 'x') })).toMatchObject({
      nickname: 'x',
    })
    await expect(
      db.accounts.delete(key, { where: (a, { eq }) => eq(a.nickname, 'x') }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
