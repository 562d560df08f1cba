import { testDatabase } from '@latchkey/testing'
import { describe, expect, test } from 'vitest'
import { accounts, users } from './models.js'
import { Requests, readTable } from './table.js'

const open = async () => {
  const requests = new Requests()
  const db = await testDatabase({ accounts, users }, { observe: requests.observe })
  await db.accounts.create({ accountId: 'a', tenantId: 't', email: 'a@x.io', username: 'a', tags: ['x'] })
  const before = await readTable(db)
  requests.take()
  return { db, requests, before }
}
type Db = Awaited<ReturnType<typeof open>>['db']
const key = { accountId: 'a' }

// What a caller without types can pass: each is refused before anything is sent, and says where the mistake is.
const mistakes: [string, string, (db: Db) => Promise<unknown>][] = [
  ['a create without a required attribute', 'tenantId', (db) => db.accounts.create({} as never)],
  ['a create of no object', '', (db) => db.accounts.create(null as never)],
  [
    'a create with an unknown attribute',
    'nope',
    (db) => db.accounts.create({ tenantId: 't', nope: 1 } as never),
  ],
  ['a create with a wrong type', 'email', (db) => db.accounts.create({ tenantId: 't', email: 5 } as never)],
  ['a create with null', 'email', (db) => db.accounts.create({ tenantId: 't', email: null } as never)],
  [
    'a create with a version',
    'revision',
    (db) => db.accounts.create({ tenantId: 't', revision: 1 } as never),
  ],
  [
    'a create with a condition',
    'where',
    (db) => db.accounts.create({ tenantId: 't' }, { where: () => '' } as never),
  ],
  [
    'a create with an unknown option',
    'retries',
    (db) => db.accounts.create({ tenantId: 't' }, { retries: 1 } as never),
  ],
  ['a date where none can be stored', 'meta', (db) => db.users.create({ id: '1', meta: new Date() })],
  ['a get without a key', 'accountId', (db) => db.accounts.get({} as never)],
  ['a get with a wrong key', 'accountId', (db) => db.accounts.get({ accountId: 1 } as never)],
  [
    'a get with more than the key',
    'tenantId',
    (db) => db.accounts.get({ accountId: 'a', tenantId: 't' } as never),
  ],
  [
    'a get of unknown attributes',
    'attributes.nope',
    (db) => db.accounts.get(key, { attributes: ['nope'] } as never),
  ],
  ['a getMany of no list', '', (db) => db.accounts.getMany(key as never)],
  ['an empty update', '', (db) => db.accounts.update(key, {})],
  ['an update of nothing', '', (db) => db.accounts.update(key, { set: {}, remove: [] })],
  ['an update to undefined', '', (db) => db.accounts.update(key, { set: { nickname: undefined } } as never)],
  ['an update to null', 'nickname', (db) => db.accounts.update(key, { set: { nickname: null } } as never)],
  ['an unknown verb', 'sets', (db) => db.accounts.update(key, { sets: { nickname: 'x' } } as never)],
  ['an unknown attribute in set', 'set.nope', (db) => db.accounts.update(key, { set: { nope: 1 } } as never)],
  [
    'an unknown attribute in remove',
    'remove.nope',
    (db) => db.accounts.update(key, { remove: ['nope'] } as never),
  ],
  ['a remove of no list', 'remove', (db) => db.accounts.update(key, { remove: 'nickname' } as never)],
  [
    'a removal of a required attribute',
    'tenantId',
    (db) => db.accounts.update(key, { remove: ['tenantId'] } as never),
  ],
  ['a wrong type in set', 'nickname', (db) => db.accounts.update(key, { set: { nickname: 5 } } as never)],
  ['a wrong type in add', 'add', (db) => db.accounts.update(key, { add: 5 } as never)],
  [
    'a change of the key',
    'set.accountId',
    (db) => db.accounts.update(key, { set: { accountId: 'b' } } as never),
  ],
  [
    'an attribute in two verbs',
    'remove.nickname',
    (db) => db.accounts.update(key, { set: { nickname: 'x' }, remove: ['nickname'] }),
  ],
  [
    'an addition to a unique value',
    'add.email',
    (db) => db.accounts.update(key, { add: { email: 1 } } as never),
  ],
  [
    'data on a unique value',
    'data.email',
    (db) =>
      db.users.update(
        { id: '1' },
        { data: (a, { ifNotExists }) => ifNotExists(Reflect.get(a, 'email'), 'x') },
      ),
  ],
  ['an empty set', 'set.tags', (db) => db.accounts.update(key, { set: { tags: [] } })],
  [
    'an update without a key',
    'accountId',
    (db) => db.accounts.update({} as never, { set: { nickname: 'x' } }),
  ],
  [
    'a condition that is no function',
    'where',
    (db) => db.accounts.update(key, { set: { nickname: 'x' } }, { where: 'x' } as never),
  ],
  [
    'a retry policy that is none',
    'retry.attempts',
    (db) => db.accounts.update(key, { set: { nickname: 'x' } }, { retry: { attempts: 0 } }),
  ],
  [
    'a return that is none',
    'returns',
    (db) => db.accounts.update(key, { set: { nickname: 'x' } }, { returns: 'all' } as never),
  ],
  ['a modify without a function', 'change', (db) => db.accounts.modify(key, { set: {} } as never)],
  ['a delete without a key', 'accountId', (db) => db.accounts.delete({} as never)],
  ['a lookup of too little', 'tenantId', (db) => db.accounts.by.handle({ username: 'a' } as never)],
  ['a lookup of too much', 'tenantId', (db) => db.accounts.by.email({ email: 'a', tenantId: 't' } as never)],
  ['a lookup of a wrong type', 'email', (db) => db.accounts.by.email({ email: 1 } as never)],
  ['a query without its key', 'tenantId', async (db) => db.accounts.query.byTenant({} as never).go()],
  [
    'a query by what is no key',
    'email',
    async (db) => db.accounts.query.byTenant({ tenantId: 't', email: 'a' } as never).go(),
  ],
  [
    'a consistent query of an index',
    'consistent',
    (db) => db.accounts.query.byTenant({ tenantId: 't' }).go({ consistent: true } as never),
  ],
  [
    'a query with an unknown option',
    'limits',
    (db) => db.accounts.query.byTenant({ tenantId: 't' }).go({ limits: 1 } as never),
  ],
  ['a page of no items', 'limit', (db) => db.accounts.scan.go({ limit: 0 })],
  [
    'a range by what is no sort key',
    'email',
    async (db) =>
      db.accounts.query
        .byTenant({ tenantId: 't' })
        .gt({ email: 'a' } as never)
        .go(),
  ],
  [
    'a plan of a wrong change',
    'set.nope',
    async (db) => db.accounts.plan.update({ accountId: 'a' } as never, { set: { nope: 1 } } as never),
  ],
]

describe('bad input is refused before anything is sent, and changes nothing', () => {
  test.each(mistakes)('%s', async (_, path, run) => {
    const { db, requests, before } = await open()
    const error = await Promise.resolve()
      .then(() => run(db))
      .then(() => undefined)
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'INVALID_INPUT', name: 'InvalidInputError' })
    expect((error as { problems: { path: string }[] }).problems.map((problem) => problem.path)).toContain(
      path,
    )
    expect(requests.take()).toEqual([])
    expect(await readTable(db)).toEqual(before)
  })
})

test('an update or a modify of what is not there says so and creates nothing', async () => {
  const { db, before } = await open()
  const none = { accountId: 'none' }
  await expect(db.accounts.update(none, { set: { nickname: 'x' } })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(db.accounts.update(none, { set: { email: 'x' } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(db.accounts.update(none, { set: { nickname: 'x' } }, { version: 1 })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await readTable(db)).toEqual(before)
})

test('limits are found before sending, with what takes the room', async () => {
  const { db, requests } = await open()
  const big = await db.accounts
    .create({ tenantId: 't', email: 'b', nickname: 'x'.repeat(410 * 1024) })
    .result()
  if (big.ok || big.error.code !== 'PLAN_TOO_LARGE') throw new Error('was not refused')
  expect([big.error.limitName, big.error.breakdown[0]?.what]).toEqual(['item bytes', 'nickname'])
  const long = await db.users.create({ id: 'x'.repeat(2100) }).result()
  expect(long).toMatchObject({
    ok: false,
    error: { code: 'PLAN_TOO_LARGE', limitName: 'partition key bytes' },
  })
  expect(requests.take()).toEqual([])
})

test('reads are in the order that was asked for, with null where there is nothing', async () => {
  const { db } = await open()
  await db.users.create({ id: '1', email: 'e' })
  const found = await db.accounts.getMany([{ accountId: 'none' }, key, key], {
    consistent: true,
    attributes: ['email'],
  })
  expect(found).toEqual([null, { email: 'a@x.io' }, { email: 'a@x.io' }])
  const many = Array.from({ length: 230 }, (_, at) => ({ accountId: at === 200 ? 'a' : `n${at}` }))
  expect((await db.accounts.getMany(many)).findIndex((item) => item !== null)).toBe(200)
  expect(await db.accounts.get({ accountId: '1' })).toBeNull()
})

test('queries and scans page as ElectroDB’s: the cursor is behind the last item that was given', async () => {
  const { db } = await open()
  for (let at = 0; at < 9; at += 1)
    await db.accounts.create({ tenantId: 'q', username: `u${at}`, nickname: `${at % 3}` })
  const query = db.accounts.query.byTenant({ tenantId: 'q' }).where((a, { eq }) => eq(a.nickname, '1'))
  const first = await query.go({ count: 2 })
  expect(first.data.map(({ username }) => username)).toEqual(['u1', 'u4'])
  const second = await db.accounts.query
    .byTenant({ tenantId: 'q' })
    .where((a, { eq }) => eq(a.nickname, '1'))
    .go({ count: 2, cursor: first.cursor })
  expect(second.data.map(({ username }) => username)).toEqual(['u7'])
  const page = await db.accounts.query
    .byTenant({ tenantId: 'q' })
    .between({ username: 'u2' }, { username: 'u4' })
    .go({ order: 'desc', attributes: ['username'] })
  expect(page.data).toEqual([{ username: 'u4' }, { username: 'u3' }, { username: 'u2' }])
  const all = await db.accounts.scan.go({ pages: 'all', limit: 3 })
  expect(all.data).toHaveLength(10)
  expect(all.cursor).toBeNull()
})

test('a cursor that is none of this query is refused by name', async () => {
  const { db } = await open()
  for (const tenantId of ['q', 'r'])
    for (const username of ['u1', 'u2']) await db.accounts.create({ tenantId, username })
  const page = (cursor: string | null, tenantId = 'q') =>
    db.accounts.query.byTenant({ tenantId }).go({ limit: 1, cursor })
  const { cursor } = await page(null)
  const scanned = await db.accounts.scan.go({ limit: 1 })
  const made = (key: unknown): string => Buffer.from(JSON.stringify(key)).toString('base64url')
  const part = { pk: { S: 'a' }, sk: { S: 'a' } }
  const odd = [7, 'a', null, [], {}, { pk: {} }, { pk: 'a', sk: 1 }, part, { ...part, gsi1pk: { S: 'a' } }]
  const wrong = ['x', '%', '', ...odd.map(made)]
  for (const given of [...wrong, scanned.cursor])
    await expect(page(given)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      problems: [{ path: 'cursor' }],
    })
  await expect(page(cursor, 'r')).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    problems: [{ path: 'cursor' }],
  })
  expect((await page(cursor)).data).toMatchObject([{ username: 'u2' }])
  const second = await db.accounts.scan.go({ limit: 1, cursor: scanned.cursor })
  expect(second.data).toHaveLength(1)
})
