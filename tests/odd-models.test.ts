import { constrain } from '@latchkey/core'
import { testDatabase } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { expectSound, guardKeys, Requests, readTable } from './table.js'

/** Everything that a model can do to a value before it is stored, on a table whose keys are called hash and range. */
const Member = new Entity({
  model: { entity: 'member', version: '2', service: 'club' },
  attributes: {
    id: { type: 'string', required: true, field: 'i' },
    email: { type: 'string', field: 'e', set: (value?: string) => value?.trim().toLowerCase() },
    phone: { type: 'string', field: 'p', hidden: true },
    code: { type: 'string', field: 'c', readOnly: true, default: () => crypto.randomUUID() },
    first: { type: 'string', field: 'f' },
    last: { type: 'string', field: 'l' },
    full: {
      type: 'string',
      field: 'n',
      watch: ['first', 'last'],
      set: (_?: string, item?: { first?: string; last?: string }) =>
        item?.first === undefined || item.last === undefined ? undefined : `${item.first} ${item.last}`,
    },
    shown: { type: 'string', get: (value?: string) => (value === undefined ? undefined : `<${value}>`) },
    seat: { type: 'number' },
    isChair: { type: 'boolean' },
    rank: { type: ['gold', 'silver'] as const },
    version: { type: 'number', field: 'v', default: 7 },
    updated: { type: 'string', watch: '*', set: () => 'now' },
  },
  indexes: {
    primary: { pk: { field: 'hash', composite: [] }, sk: { field: 'range', composite: ['id'] } },
    byRank: {
      index: 'rank-index',
      pk: { field: 'rh', composite: ['rank'] },
      sk: { field: 'rr', composite: ['seat'] },
    },
  },
})

const members = constrain(Member, {
  version: 'version',
  unique: {
    email: ['email'],
    phone: ['phone'],
    code: ['code'],
    full: { attributes: ['full'], normalize: 'lowercase' },
    shown: ['shown'],
    seat: { attributes: ['seat'], scope: ['rank'] },
    chair: ['isChair'],
  },
})

const open = async () => {
  const requests = new Requests()
  return { db: await testDatabase({ members }, { observe: requests.observe }), requests }
}

describe('guards follow what is stored', () => {
  test('after hooks, defaults and field names, under the table’s own key names', async () => {
    const { db } = await open()
    const made = await db.members.create({
      id: 'A',
      email: ' Ada@X.io ',
      phone: '1',
      shown: 's',
      seat: 0,
      isChair: false,
      rank: 'gold',
    })
    expect(made).toMatchObject({ id: 'A', email: 'ada@x.io', shown: '<s>', version: 1 })
    expect(made).not.toHaveProperty('phone')
    expect(await guardKeys(db)).toEqual(
      [
        'UNIQ#club.member.chair#false',
        `UNIQ#club.member.code#${made.code}`,
        'UNIQ#club.member.email#ada@x.io',
        'UNIQ#club.member.phone#1',
        'UNIQ#club.member.seat#gold#0',
        'UNIQ#club.member.shown#s',
      ].sort(),
    )
    const items = await readTable(db)
    for (const item of items) expect(Object.keys(item)).toEqual(expect.arrayContaining(['hash', 'range']))
    const guard = items.find((item) => item['hash']?.S?.includes('email'))
    expect(guard).toMatchObject({ _lk_key: { M: { id: { S: 'A' } } }, range: guard?.['hash'] })
    await expectSound(db)
    await expect(
      db.members.create({
        id: 'B',
        email: 'ADA@x.io',
        phone: '1',
        shown: 's',
        seat: 0,
        isChair: false,
        rank: 'gold',
      }),
    ).rejects.toMatchObject({
      violations: [
        { constraint: 'email' },
        { constraint: 'phone' },
        { constraint: 'shown' },
        { constraint: 'seat' },
        { constraint: 'chair' },
      ],
    })
    await db.members.create({
      id: 'B',
      email: 'b',
      phone: '2',
      shown: 't',
      seat: 0,
      isChair: true,
      rank: 'silver',
    })
    await expectSound(db)
  })

  test('when a hidden or a read-only attribute is unique, through updates and deletes', async () => {
    const { db } = await open()
    const made = await db.members.create({ id: 'A', phone: '1' })
    await db.members.update({ id: 'A' }, { set: { phone: '2' } }, { current: made })
    await expect(db.members.update({ id: 'A' }, { set: { code: 'x' } } as never)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    expect(await db.members.by.phone({ phone: '2' })).toMatchObject({ id: 'A' })
    expect(await db.members.by.code({ code: made.code ?? '' })).toMatchObject({ id: 'A' })
    await expectSound(db)
    await db.members.delete({ id: 'A' })
    expect(await readTable(db)).toEqual([])
  })

  test('when a watcher computes the value, with what the update does not name taken from the stored item', async () => {
    const { db, requests } = await open()
    await db.members.create({ id: 'A', first: 'Ada', last: 'Lovelace' })
    requests.take()
    const after = await db.members.update({ id: 'A' }, { set: { first: 'Zoe' } })
    expect(requests.take()).toEqual(['GetItem', 'TransactWriteItems'])
    expect(after.full).toBe('Zoe Lovelace')
    expect((await guardKeys(db)).filter((key) => key.includes('full'))).toEqual([
      'UNIQ#club.member.full#zoe lovelace',
    ])
    await expectSound(db)
    await db.members.create({ id: 'B', first: 'Ada', last: 'King' })
    await expect(
      db.members.update({ id: 'B' }, { set: { first: 'ZOE', last: 'lovelace' } }),
    ).rejects.toMatchObject({
      violations: [{ constraint: 'full' }],
    })
    expect(await db.members.get({ id: 'A' }, { consistent: true })).toMatchObject({
      full: 'Zoe Lovelace',
      version: 2,
    })
  })

  test('when somebody changes what a watcher looked at meanwhile', async () => {
    const { db } = await open()
    await db.members.create({ id: 'A', first: 'Ada', last: 'Lovelace' })
    await Promise.all([
      db.members.update({ id: 'A' }, { set: { first: 'Zoe' } }),
      db.members.update({ id: 'A' }, { set: { last: 'King' } }),
    ])
    expect(await db.members.get({ id: 'A' }, { consistent: true })).toMatchObject({ full: 'Zoe King' })
    await expectSound(db)
  })

  test('whatever spelling of a key the caller uses', async () => {
    const { db } = await open()
    await db.members.create({ id: 'AbC', email: 'a' })
    const after = await db.members.update({ id: 'abc' }, { set: { email: 'b', seat: 1 } })
    expect(after.id).toBe('AbC')
    const guard = (await readTable(db)).find(
      (item) => item['_lk'] !== undefined && item['hash']?.S?.includes('email'),
    )
    expect(guard?.['_lk_key']).toEqual({ M: { id: { S: 'AbC' } } })
    await expectSound(db)
  })
})

test('a table without a sort key', async () => {
  const Flat = new Entity({
    model: { entity: 'flat', version: '1', service: 'club' },
    attributes: { id: { type: 'string', required: true }, email: { type: 'string' } },
    indexes: { primary: { pk: { field: 'only', composite: ['id'] } } },
  })
  const flats = constrain(Flat, { unique: { email: ['email'] } })
  const db = await testDatabase({ flats })
  await db.flats.create({ id: '1', email: 'a' })
  await expect(db.flats.create({ id: '2', email: 'a' })).rejects.toMatchObject({ code: 'UNIQUE' })
  await db.flats.update({ id: '1' }, { set: { email: 'b' } })
  expect(await db.flats.by.email({ email: 'b' })).toMatchObject({ id: '1' })
  expect(await guardKeys(db)).toEqual(['UNIQ#club.flat.email#b'])
  await db.flats.delete({ id: '1' })
  expect(await readTable(db)).toEqual([])
})

test('a key attribute that is unique, and an attribute that is the key itself', async () => {
  const Item = new Entity({
    model: { entity: 'item', version: '1', service: 'club' },
    attributes: { owner: { type: 'string', required: true }, sku: { type: 'string', required: true } },
    indexes: {
      primary: { pk: { field: 'owner', composite: ['owner'] }, sk: { field: 'sk', composite: ['sku'] } },
    },
  })
  const items = constrain(Item, { unique: { sku: ['sku'] } })
  const db = await testDatabase({ items })
  await db.items.create({ owner: 'o1', sku: 'S' })
  await expect(db.items.create({ owner: 'o2', sku: 'S' })).rejects.toMatchObject({ code: 'UNIQUE' })
  expect(await db.items.by.sku({ sku: 'S' })).toEqual({ owner: 'o1', sku: 'S' })
  await db.items.delete({ owner: 'o1', sku: 'S' })
  expect(await readTable(db)).toEqual([])
})

test('numbers of many digits and sums that JavaScript cannot say are kept unique as they are stored', async () => {
  const Ticket = new Entity({
    model: { entity: 'ticket', version: '1', service: 'club' },
    attributes: { id: { type: 'string', required: true }, price: { type: 'number' } },
    indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
  })
  const tickets = constrain(Ticket, { unique: { price: ['price'] } })
  const db = await testDatabase({ tickets })
  await db.tickets.create({ id: '1', price: 0.1 + 0.2 })
  await db.tickets.create({ id: '2', price: 0.3 })
  await db.tickets.create({ id: '3', price: 1e-7 })
  expect(await guardKeys(db)).toEqual([
    'UNIQ#club.ticket.price#0.0000001',
    'UNIQ#club.ticket.price#0.3',
    'UNIQ#club.ticket.price#0.30000000000000004',
  ])
  await expect(db.tickets.create({ id: '4', price: 2 ** 60 })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  await db.tickets.update({ id: '1' }, { set: { price: 5 } })
  await expectSound(db)
})

test('a sliding expiry is said to be expensive, and kept', async () => {
  const Session = new Entity({
    model: { entity: 'session', version: '1', service: 'club' },
    attributes: {
      id: { type: 'string', required: true },
      token: { type: 'string' },
      hits: { type: 'number' },
      ttl: { type: 'number', watch: '*', set: () => 4_000_000_000 + Math.floor(Math.random() * 1e6) },
    },
    indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
  })
  const sessions = constrain(Session, { unique: { token: ['token'] }, expires: 'ttl' })
  expect(sessions.warnings).toEqual([expect.stringMatching(/session\.ttl.*transaction/)])
  const warned: string[] = []
  const db = await testDatabase({ sessions }, { observe: { onWarning: ({ model }) => warned.push(model) } })
  expect(warned).toEqual(['session'])
  await db.sessions.create({ id: '1', token: 't' })
  await db.sessions.update({ id: '1' }, { add: { hits: 1 } })
  await expectSound(db)
})

test('an item of another version of the entity is none of the model, though it has the key', async () => {
  const part = (version: string) =>
    new Entity({
      model: { entity: 'part', version, service: 'club' },
      attributes: { id: { type: 'string', required: true }, tag: { type: 'string' } },
      indexes: {
        primary: {
          // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of ElectroDB
          pk: { field: 'pk', composite: ['id'], template: 'PART#${id}' },
          sk: { field: 'sk', composite: [], template: 'PART' },
        },
      },
    })
  const older = constrain(part('1'), {})
  const parts = constrain(part('2'), { unique: { tag: ['tag'] } })
  const db = await testDatabase({ older, parts })
  await db.older.create({ id: '1', tag: 'x' })
  const items = await readTable(db)
  const key = { id: '1' }
  expect(await db.parts.get(key)).toBeNull()
  expect(await db.parts.getMany([key])).toEqual([null])
  expect(await db.$get((of) => of.parts(key))).toBeNull()
  expect(await db.parts.delete(key)).toBeNull()
  const refused: readonly (readonly [() => Promise<unknown>, string])[] = [
    [() => db.parts.create({ ...key, tag: 'y' }), 'EXISTS'],
    [() => db.parts.put({ ...key, tag: 'y' }), 'EXISTS'],
    [() => db.parts.upsert({ ...key, tag: 'y' }), 'EXISTS'],
    [() => db.parts.update(key, { set: { tag: 'y' } }), 'NOT_FOUND'],
    [() => db.parts.modify(key, () => ({ set: { tag: 'y' } })), 'NOT_FOUND'],
    [() => db.$transaction((tx) => tx.parts.check(key).exists()), 'NOT_FOUND'],
  ]
  for (const [run, code] of refused) await expect(run()).rejects.toMatchObject({ code })
  expect(await readTable(db)).toEqual(items)
})

test('a snapshot gives no item whose key values only read alike', async () => {
  const Part = new Entity({
    model: { entity: 'part', version: '1', service: 'club' },
    attributes: { org: { type: 'string', required: true }, id: { type: 'string', required: true } },
    indexes: {
      primary: { pk: { field: 'pk', composite: ['org', 'id'] }, sk: { field: 'sk', composite: [] } },
    },
  })
  const db = await testDatabase({ parts: constrain(Part, {}) })
  await db.parts.create({ org: 'a', id: 'b#id_c' })
  const alike = { org: 'a#id_b', id: 'c' }
  expect(await db.$get((of) => [of.parts(alike), of.parts({ org: 'a', id: 'b#id_c' })])).toMatchObject([
    null,
    { org: 'a' },
  ])
  expect(await db.$transaction((tx) => tx.parts.get(alike))).toBeNull()
})
