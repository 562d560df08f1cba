import { PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb'
import { constrain, inspectDatabase } from '@latchkey/core'
import { testDatabase, testTable } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { accounts, User, users } from './models.js'
import { expectSound, guardKeys, Requests, readTable } from './table.js'

const primary = { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } as const
const retry = { attempts: 6, baseDelayMs: 1, maxDelayMs: 5 }

describe('queries and scans', () => {
  test('take every condition in parentheses: an OR opens none of the others', async () => {
    const db = await testDatabase({ users })
    for (const [id, n] of [
      ['a', 2],
      ['b', 1],
    ] as const)
      await db.users.create({ id, name: id, n })
    const found = await db.users.scan
      .where((a, { eq }) => `${eq(a.name, 'a')} OR ${eq(a.name, 'b')}`)
      .where((a, { eq }) => eq(a.n, 1))
      .go()
    expect(found.data.map(({ id }) => id)).toEqual(['b'])
  })

  test('can be used again, and a filter stays with who made it', async () => {
    const db = await testDatabase({ users })
    for (const id of ['a', 'b', 'c']) await db.users.create({ id, name: id })
    db.users.scan.where((a, { eq }) => eq(a.name, 'a'))
    expect((await db.users.scan.go()).data).toHaveLength(3)
    const query = db.users.query.primary({ id: 'a' })
    expect((await query.where((a, { eq }) => eq(a.name, 'b')).go()).data).toEqual([])
    expect((await query.go()).data).toHaveLength(1)
    const broken = db.users.scan.where((a, { eq }) => {
      eq(a.n, 5)
      throw new Error('mine')
    })
    await expect(broken.go()).rejects.toThrow('mine')
    expect((await db.users.scan.go()).data).toHaveLength(3)
  })
})

describe('keys of an index', () => {
  const Score = new Entity({
    model: { entity: 'score', version: '1', service: 'game' },
    attributes: {
      id: { type: 'string', required: true },
      owner: { type: 'string' },
      status: { type: 'string' },
      points: { type: 'number' },
      tag: { type: 'string' },
    },
    indexes: {
      primary,
      byOwner: {
        index: 'owner-index',
        pk: { field: 'opk', composite: ['owner'] },
        sk: { field: 'osk', composite: ['status'] },
      },
      byPoints: {
        index: 'points-index',
        pk: { field: 'ppk', composite: ['id'] },
        sk: { field: 'psk', composite: ['points'] },
      },
      byTag: { index: 'tag-index', pk: { field: 'tag', composite: ['tag'] } },
    },
  })
  const scores = constrain(Score, { unique: { tag: ['tag'] } })

  test('come back whole after an attribute of theirs was removed and set again', async () => {
    const requests = new Requests()
    const db = await testDatabase({ scores }, { observe: requests.observe })
    await db.scores.create({ id: '1', owner: 'bob', status: 'todo' })
    await db.scores.update({ id: '1' }, { remove: ['owner'] })
    await db.scores.update({ id: '1' }, { set: { owner: 'ada' } })
    expect((await db.scores.query.byOwner({ owner: 'ada', status: 'todo' }).go()).data).toHaveLength(1)
    requests.take()
    await db.scores.update({ id: '1' }, { set: { owner: 'eve' } })
    expect(requests.take()).toEqual(['UpdateItem'])
    expect((await db.scores.query.byOwner({ owner: 'eve', status: 'todo' }).go()).data).toHaveLength(1)
  })

  test('are never those of an amount', async () => {
    const db = await testDatabase({ scores })
    await db.scores.create({ id: '1', points: 1 })
    for (const changes of [{ add: { points: 5 } }, { subtract: { points: 1 } }])
      await expect(db.scores.update({ id: '1' }, changes)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        problems: [{ path: 'points' }],
      })
    await db.scores.modify({ id: '1' }, ({ points = 0 }) => ({ set: { points: points + 5 } }))
    expect((await db.scores.query.byPoints({ id: '1', points: 6 }).go()).data).toHaveLength(1)
  })

  test('that are attributes are spelt as a create spells them', async () => {
    const db = await testDatabase({ scores })
    await db.scores.create({ id: '1', tag: 'AbC' })
    await db.scores.update({ id: '1' }, { set: { tag: 'XyZ' } })
    expect((await db.scores.query.byTag({ tag: 'XyZ' }).go()).data).toHaveLength(1)
    await expect(db.scores.create({ id: '2', tag: 'xyz' })).rejects.toMatchObject({ code: 'UNIQUE' })
    await expectSound(db)
  })
})

describe('items of other entities', () => {
  const twin = (entity: string) =>
    new Entity({
      model: { entity, version: '1', service: 'shop' },
      attributes: { id: { type: 'string', required: true }, email: { type: 'string' } },
      indexes: {
        primary: {
          // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of ElectroDB
          pk: { field: 'pk', composite: ['id'], template: 'ID#${id}' },
          sk: { field: 'sk', composite: [], template: 'META' },
        },
      },
    })
  const ones = constrain(twin('one'), { unique: { email: ['email'] } })
  const twos = constrain(twin('two'), {})

  test('under the same key are neither updated nor deleted', async () => {
    const db = await testDatabase({ ones, twos })
    await db.ones.create({ id: '1', email: 'a' })
    const before = await readTable(db)
    await expect(db.twos.update({ id: '1' }, { set: { email: 'b' } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(db.twos.modify({ id: '1' }, () => ({ set: { email: 'b' } }))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await db.twos.delete({ id: '1' })).toBeNull()
    expect(await readTable(db)).toEqual(before)
  })

  test('are not reached by a key whose values join to the same text', async () => {
    const Member = new Entity({
      model: { entity: 'member', version: '1', service: 'shop' },
      attributes: {
        org: { type: 'string', required: true },
        id: { type: 'string', required: true },
        email: { type: 'string' },
        note: { type: 'string' },
      },
      indexes: {
        primary: { pk: { field: 'pk', composite: ['org', 'id'] }, sk: { field: 'sk', composite: [] } },
      },
    })
    const members = constrain(Member, { unique: { email: ['email'] } })
    const db = await testDatabase({ members })
    await db.members.create({ org: 'a', id: 'b#id_c', email: 'e' })
    const before = await readTable(db)
    const other = { org: 'a#id_b', id: 'c' }
    expect(await db.members.get(other)).toBeNull()
    expect(await db.members.getMany([other, { org: 'A', id: 'B#id_c' }])).toEqual([
      null,
      expect.objectContaining({ email: 'e' }),
    ])
    await expect(db.members.update(other, { set: { note: 'x' } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(db.members.update(other, { set: { email: 'x' } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await db.members.delete(other)).toBeNull()
    expect(await readTable(db)).toEqual(before)
  })
})

describe('what is given back', () => {
  test('is what is stored, also where the item was deleted and created again in between', async () => {
    const db = await testDatabase({ accounts }, { retry })
    const { dynamo, name } = testTable(db)
    const key = { accountId: 'a' }
    await db.accounts.create({ ...key, tenantId: 't', email: 'e', credit: 10 })
    const other = db.$with({ client: dynamo.client, table: name })
    let isBetween = false
    const after = await db.accounts.modify(key, async ({ credit = 0 }) => {
      if (!isBetween) {
        isBetween = true
        await other.accounts.delete(key)
        await other.accounts.create({ ...key, tenantId: 't', email: 'e', credit: 100 })
      }
      return { set: { email: 'z', credit: credit - 1 } }
    })
    expect(after).toMatchObject({ email: 'z', credit: 99 })
    expect(await db.accounts.get(key, { consistent: true })).toEqual(after)
  })

  test('is computed where the committed item cannot be read back', async () => {
    const db = await testDatabase({ users }, { retry: false })
    const { faults } = testTable(db).dynamo
    await db.users.create({ id: '1', email: 'a' })
    faults.lostRequest({ operation: 'GetItem', after: 1, times: Number.POSITIVE_INFINITY })
    expect(await db.users.update({ id: '1' }, { set: { email: 'b' } })).toMatchObject({ id: '1', email: 'b' })
  })
})

describe('lost answers', () => {
  test('of a delete that nothing protects are in doubt, where it matters what was there', async () => {
    const plain = constrain(User, {})
    const db = await testDatabase({ plain }, { retry })
    const { faults } = testTable(db).dynamo
    await db.plain.create({ id: '1' })
    faults.lostAnswer({ operation: 'DeleteItem' })
    await expect(db.plain.delete({ id: '1' })).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    faults.lostAnswer({ operation: 'DeleteItem' })
    expect(await db.plain.delete({ id: '1' }, { returns: 'none' })).toBeUndefined()
  })

  test('never make somebody else’s item ours', async () => {
    let at = 0
    const Avatar = new Entity({
      model: { entity: 'avatar', version: '1', service: 'shop' },
      attributes: {
        id: { type: 'string', required: true },
        owner: { type: 'string' },
        picture: { type: 'string', default: () => `https://cdn.example/picture-${at++ % 4}.png` },
      },
      indexes: { primary },
    })
    const avatars = constrain(Avatar, {})
    const db = await testDatabase({ avatars }, { retry })
    await db.avatars.create({ id: '1', owner: 'bob' })
    at = 4
    testTable(db).dynamo.faults.lostRequest({ operation: 'PutItem' })
    await expect(db.avatars.create({ id: '1', owner: 'alice' })).rejects.toMatchObject({
      code: expect.stringMatching(/OUTCOME_UNKNOWN|EXISTS/),
    })
  })
})

describe('observers', () => {
  test('look on: what they throw or reject with changes nothing', async () => {
    const fail = (): never => {
      throw new Error('observer')
    }
    const reject = async (): Promise<never> => fail()
    const db = await testDatabase(
      { users },
      { observe: { onPlan: fail, onRequest: reject as never, onViolation: fail, onRetry: fail } },
    )
    await db.users.create({ id: '1', email: 'a' })
    await expect(db.users.create({ id: '2', email: 'a' })).rejects.toMatchObject({ code: 'UNIQUE' })
  })
})

describe('modify', () => {
  test('inside a modify of the same item does not wait for itself for ever', async () => {
    const db = await testDatabase({ users }, { retry })
    await db.users.create({ id: '1', n: 0 })
    let isNested = false
    const after = await db.users.modify({ id: '1' }, async ({ n = 0 }) => {
      if (!isNested) {
        isNested = true
        await db.users.modify({ id: '1' }, ({ n: inner = 0 }) => ({ set: { n: inner + 10 } }))
      }
      return { set: { n: n + 1 } }
    })
    expect(after.n).toBe(11)
  })

  test('waits no longer than its signal', async () => {
    const db = await testDatabase({ users }, { retry })
    await db.users.create({ id: '1', n: 0 })
    let open = (): void => {}
    const held = db.users.modify({ id: '1' }, async () => {
      await new Promise<void>((resolve) => {
        open = resolve
      })
      return { set: { n: 1 } }
    })
    const stop = new AbortController()
    const waiting = db.users.modify({ id: '1' }, () => ({ set: { n: 2 } }), { signal: stop.signal })
    setTimeout(() => stop.abort(new Error('enough')), 10)
    await expect(waiting).rejects.toThrow('enough')
    open()
    expect((await held).n).toBe(1)
  })
})

describe('declarations', () => {
  test('that would protect nothing are refused', async () => {
    expect(() => constrain(User, { unique: { email: { attributes: ['email'], unless: 'email' } } })).toThrow(
      /unless: is email itself/,
    )
    const warned: string[] = []
    const onWarning = ({ message }: { message: string }) => warned.push(message)
    await testDatabase({ users, again: constrain(User, {}) }, { observe: { onWarning } })
    expect(warned).toEqual([expect.stringMatching(/is declared twice/)])
  })
})

describe('what somebody else wrote', () => {
  test('never locks an item up, whatever a function of the declaration thinks of it', async () => {
    const strict = constrain(User, {
      unique: {
        email: {
          attributes: ['email'],
          normalize: (value) => {
            if (value === 'legacy') throw new Error('no')
            return value
          },
        },
      },
    })
    const db = await testDatabase({ strict })
    const { client, table } = inspectDatabase(db)
    await db.strict.create({ id: '1' })
    const item = { pk: { S: '$shop#id_1' }, sk: { S: '$user_1' } }
    await client.send(
      new UpdateItemCommand({
        TableName: table,
        Key: item,
        UpdateExpression: 'SET email = :e',
        ExpressionAttributeValues: { ':e': { S: 'legacy' } },
      }),
    )
    await db.strict.update({ id: '1' }, { set: { email: 'new' } })
    await expectSound(db)
    await client.send(
      new UpdateItemCommand({
        TableName: table,
        Key: item,
        UpdateExpression: 'SET email = :e',
        ExpressionAttributeValues: { ':e': { S: 'legacy' } },
      }),
    )
    expect(await db.strict.delete({ id: '1' })).toMatchObject({ id: '1' })
  })

  test('in a guard that names nobody or itself is no owner', async () => {
    const db = await testDatabase({ users })
    const { client, table } = inspectDatabase(db)
    const key = { pk: { S: 'UNIQ#shop.user.email#a' }, sk: { S: 'UNIQ#shop.user.email#a' } }
    for (const owner of ['#', 'UNIQ%23shop.user.email%23a#UNIQ%23shop.user.email%23a']) {
      await client.send(
        new PutItemCommand({
          TableName: table,
          Item: { ...key, _lk: { S: 'guard' }, _lk_of: { S: 'shop.user.email' }, _lk_owner: { S: owner } },
        }),
      )
      expect(await db.users.by.email({ email: 'a' })).toBeNull()
    }
  })

  test('in a stale guard that moves from one to the next is found out again', async () => {
    const db = await testDatabase({ users }, { retry: false })
    const { client, table } = inspectDatabase(db)
    const key = { pk: { S: 'UNIQ#shop.user.email#a' }, sk: { S: 'UNIQ#shop.user.email#a' } }
    await client.send(
      new PutItemCommand({
        TableName: table,
        Item: {
          ...key,
          _lk: { S: 'guard' },
          _lk_of: { S: 'shop.user.email' },
          _lk_owner: { S: '$shop%23id_gone#$user_1' },
        },
      }),
    )
    await db.users.create({ id: '1', email: 'a' })
    expect(await guardKeys(db)).toEqual(['UNIQ#shop.user.email#a'])
    await expectSound(db)
  })
})
