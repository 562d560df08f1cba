import { constrain, inspectDatabase } from '@latchkey/core'
import { testDatabase } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { User, users } from './models.js'
import { expectSound, guardKeys, Requests, readTable } from './table.js'

const Doc = new Entity({
  model: { entity: 'doc', version: '1', service: 'shop' },
  attributes: {
    id: { type: 'string', required: true },
    slug: { type: 'string' },
    title: { type: 'string' },
    number: { type: 'number', required: true },
    state: { type: 'string', default: 'draft' },
    createdAt: { type: 'string', readOnly: true, default: () => 'then' },
    revision: { type: 'number', required: true },
  },
  indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
})
const docs = constrain(Doc, {
  version: 'revision',
  unique: { slug: ['slug'] },
  sequences: { number: { attribute: 'number' } },
  pointers: { last: { attribute: 'title' } },
})
const plain = constrain(User, {})

const open = async () => {
  const requests = new Requests()
  const db = await testDatabase(
    { docs, users },
    { observe: requests.observe, retry: { attempts: 60, baseDelayMs: 1, maxDelayMs: 10 } },
  )
  return { db, requests }
}

describe('put', () => {
  test('creates, or replaces all of it: guards and pointers move, the version goes on, the number stays', async () => {
    const { db, requests } = await open()
    expect(await db.docs.put({ id: '1', slug: 'a', title: 'm' })).toMatchObject({
      revision: 1,
      number: 1,
      state: 'draft',
    })
    requests.take()
    expect(await db.docs.put({ id: '1', slug: 'b', title: 'z' })).toEqual({
      id: '1',
      slug: 'b',
      title: 'z',
      revision: 2,
      number: 1,
      state: 'draft',
      createdAt: 'then',
    })
    expect(requests.take()).toEqual(['GetItem', 'TransactWriteItems'])
    expect(await guardKeys(db)).toEqual(['UNIQ#shop.doc.slug#b'])
    expect(await db.docs.pointers.last.read()).toMatchObject({ value: 'z' })
    expect(await db.docs.put({ id: '1', title: 'c' })).not.toHaveProperty('slug')
    expect(await guardKeys(db)).toEqual([])
    await expectSound(db)
  })

  test('takes its own guard for no conflict, and another’s for one', async () => {
    const { db, requests } = await open()
    await db.users.put({ id: '1', email: 'a', name: 'x' })
    requests.take()
    await db.users.put({ id: '1', email: 'a', name: 'y' })
    expect(requests.take()).toEqual(['GetItem', 'PutItem'])
    await expect(db.users.put({ id: '2', email: 'a' })).rejects.toMatchObject({ code: 'UNIQUE' })
    await expectSound(db)
  })

  test('without constraints is one write', async () => {
    const requests = new Requests()
    const db = await testDatabase({ plain }, { observe: requests.observe })
    await db.plain.put({ id: '1', email: 'a' })
    await db.plain.put({ id: '1', name: 'x' })
    expect(requests.take()).toEqual(['PutItem', 'PutItem'])
    expect(await db.plain.get({ id: '1' })).toEqual({ id: '1', name: 'x', n: 1 })
  })

  test('takes a condition', async () => {
    const { db } = await open()
    await db.users.put({ id: '1', email: 'a', n: 5 })
    await db.users.put({ id: '1', email: 'b', n: 6 }, { where: (a, { eq }) => eq(a.n, 5) })
    await expect(
      db.users.put({ id: '1', email: 'c' }, { where: (a, { eq }) => eq(a.n, 5) }),
    ).rejects.toMatchObject({ code: 'CONDITION' })
    await expect(
      db.users.put({ id: '2', email: 'c' }, { where: (a, { eq }) => eq(a.n, 5) }),
    ).rejects.toMatchObject({ code: 'CONDITION' })
    await expectSound(db)
  })

  test('never overwrites an item of another entity', async () => {
    const { db } = await open()
    const Other = new Entity({
      model: { entity: 'other', version: '1', service: 'shop' },
      attributes: { id: { type: 'string', required: true }, email: { type: 'string' } },
      indexes: {
        primary: {
          // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of ElectroDB
          pk: { field: 'pk', composite: ['id'], template: '$shop#id_${id}' },
          sk: { field: 'sk', composite: [], template: '$user_1' },
        },
      },
    })
    const others = constrain(Other, { unique: { email: ['email'] } })
    const { client, table } = inspectDatabase(db)
    const second = (await testDatabase({ others })).$with({ client, table })
    await db.users.create({ id: '1', email: 'a' })
    await expect(second.others.put({ id: '1', email: 'b' })).rejects.toMatchObject({ code: 'EXISTS' })
    expect(await db.users.get({ id: '1' })).toMatchObject({ email: 'a' })
  })
})

describe('upsert', () => {
  test('creates with onInsert and defaults, and patches without them', async () => {
    const { db } = await open()
    expect(
      await db.docs.upsert({ id: '1', slug: 'a' }, { onInsert: { state: 'new', title: 'first' } }),
    ).toMatchObject({ state: 'new', title: 'first', number: 1, revision: 1 })
    expect(
      await db.docs.upsert({ id: '1', slug: 'a', title: 'x' }, { onInsert: { state: 'other' } }),
    ).toMatchObject({ state: 'new', title: 'x', number: 1, revision: 2, createdAt: 'then' })
    expect(await db.docs.upsert({ id: '1', slug: 'b' })).toMatchObject({ title: 'x', slug: 'b' })
    expect(await guardKeys(db)).toEqual(['UNIQ#shop.doc.slug#b'])
    await db.docs.create({ id: '2', slug: 'c' })
    await expect(db.docs.upsert({ id: '2', slug: 'b' })).rejects.toMatchObject({ code: 'UNIQUE' })
    expect(await db.docs.upsert({ id: '2' })).toMatchObject({ slug: 'c' })
    await expect(db.docs.upsert({ slug: 'x' } as never)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      problems: [{ path: 'id' }],
    })
    await expectSound(db)
  })
})

test('both are right against creates, updates and deletes of the same item at the same moment', async () => {
  const { db } = await open()
  for (let round = 0; round < 12; round += 1) {
    const id = `r${round}`
    await Promise.all([
      db.docs.put({ id, slug: `${round}a` }).result(),
      db.docs.upsert({ id, slug: `${round}b` }).result(),
      db.docs.create({ id, slug: `${round}c` }).result(),
      db.docs.update({ id }, { set: { slug: `${round}d` } }).result(),
      db.docs.delete({ id }).result(),
      db.docs.put({ id, slug: `${round}e` }).result(),
    ]).then((results) => {
      for (const result of results)
        if (!result.ok) expect(['EXISTS', 'NOT_FOUND']).toContain(result.error.code)
    })
  }
  await expectSound(db)
  const numbers = (await readTable(db)).flatMap((item) => item['number']?.N ?? [])
  expect(new Set(numbers).size).toBe(numbers.length)
})

describe('put and upsert never touch an item of another key', () => {
  const parts = (entity: string) =>
    new Entity({
      model: { entity, version: '1', service: 'shop' },
      attributes: {
        org: { type: 'string', required: true },
        id: { type: 'string', required: true },
        email: { type: 'string' },
      },
      indexes: {
        primary: {
          // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of ElectroDB
          pk: { field: 'pk', composite: ['org', 'id'], template: 'P#${org}#id_${id}' },
          sk: { field: 'sk', composite: [], template: 'META' },
        },
      },
    })
  const guarded = constrain(parts('guarded'), { unique: { email: ['email'] } })
  const bare = constrain(parts('bare'), {})
  const first = { org: 'a', id: 'b#id_c', email: 'x' }
  const alike = { org: 'a#id_b', id: 'c', email: 'y' }

  test.each(['guarded', 'bare'] as const)('one whose values read alike: %s', async (name) => {
    const db = await testDatabase({ guarded, bare })
    const repository = db[name]
    await repository.create(first)
    const items = await readTable(db)
    for (const result of await Promise.all([
      repository.put(alike).result(),
      repository.upsert(alike).result(),
      repository.create(alike).result(),
    ]))
      expect(result).toMatchObject({ ok: false, error: { code: 'EXISTS' } })
    expect(await readTable(db)).toEqual(items)
    expect(await repository.put({ ...first, email: 'z' })).toMatchObject({ email: 'z' })
    await expectSound(db)
  })

  test('one of another entity, whether it has constraints or not', async () => {
    const db = await testDatabase({ guarded, bare })
    await db.guarded.create({ org: 'a', id: '1', email: 'x' })
    await db.bare.create({ org: 'a', id: '2', email: 'x' })
    const items = await readTable(db)
    for (const result of await Promise.all([
      db.bare.put({ org: 'a', id: '1' }).result(),
      db.bare.upsert({ org: 'a', id: '1', email: 'n' }).result(),
      db.guarded.put({ org: 'a', id: '2' }).result(),
      db.guarded.upsert({ org: 'a', id: '2', email: 'n' }).result(),
    ]))
      expect(result).toMatchObject({ ok: false, error: { code: 'EXISTS' } })
    expect(await readTable(db)).toEqual(items)
  })
})

describe('numbers of what is put', () => {
  const Row = new Entity({
    model: { entity: 'row', version: '1', service: 'shop' },
    attributes: {
      id: { type: 'string', required: true },
      shelf: { type: 'string', readOnly: true },
      user: { type: 'string' },
      no: { type: 'number' },
      mine: { type: 'string' },
      email: { type: 'string' },
    },
    indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
  })
  const rows = constrain(Row, {
    unique: { email: ['email'] },
    sequences: {
      no: { attribute: 'no', scope: ['shelf'] },
      mine: { attribute: 'mine', scope: ['user'], format: 'U{000}' },
    },
  })

  test('stay in their scope: those that there are are kept, missing ones are drawn', async () => {
    const db = await testDatabase({ rows })
    await db.rows.put({ id: '1', shelf: 'a' })
    await db.rows.put({ id: '2', shelf: 'a' })
    expect(await db.rows.put({ id: '1', shelf: 'a', user: 'u' })).toMatchObject({ no: 1, mine: 'U001' })
    expect(await db.rows.put({ id: '1', shelf: 'a', user: 'u' })).toMatchObject({ no: 1, mine: 'U001' })
    expect(await db.rows.put({ id: '3', shelf: 'a', user: 'u' })).toMatchObject({ no: 3, mine: 'U002' })
  })

  test('are drawn anew in another scope, where another item may have the number', async () => {
    const db = await testDatabase({ rows })
    await db.rows.put({ id: '1', shelf: 'a' })
    await db.rows.put({ id: '2', shelf: 'b' })
    expect(await db.rows.put({ id: '1', shelf: 'b' })).toMatchObject({ no: 2 })
    expect(await db.rows.put({ id: '1' })).not.toHaveProperty('no')
  })

  test('that are part of the key make a put refused: there is nothing that it could replace', async () => {
    const Invoice = new Entity({
      model: { entity: 'invoice', version: '1', service: 'shop' },
      attributes: {
        tenant: { type: 'string', required: true },
        no: { type: 'number', required: true },
        text: { type: 'string' },
      },
      indexes: {
        primary: { pk: { field: 'pk', composite: ['tenant'] }, sk: { field: 'sk', composite: ['no'] } },
      },
    })
    const invoices = constrain(Invoice, { sequences: { no: { attribute: 'no', scope: ['tenant'] } } })
    const db = await testDatabase({ invoices })
    await db.invoices.create({ tenant: 't', text: 'one' })
    const items = await readTable(db)
    const row = { tenant: 't', text: 'put' }
    const refused = { code: 'INVALID_INPUT', problems: [{ path: 'no' }] }
    await expect(db.invoices.put(row)).rejects.toMatchObject(refused)
    await expect(db.invoices.putMany([row], { atomic: true })).rejects.toMatchObject(refused)
    expect(await db.invoices.putMany([row])).toMatchObject([{ ok: false, error: refused }])
    await expect(db.$transaction((tx) => tx.invoices.put(row))).rejects.toMatchObject(refused)
    expect(await readTable(db)).toEqual(items)
  })

  test('are drawn one after another in a process, by upserts too', async () => {
    const requests = new Requests()
    const db = await testDatabase({ rows }, { observe: requests.observe })
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, at) => db.rows.upsert({ id: `${at}`, shelf: 'a' })),
    )
    expect(made.map(({ no }) => Number(no)).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, at) => at + 1),
    )
    expect(requests.take().filter((command) => command === 'TransactWriteItems')).toHaveLength(20)
  })
})

test('a put that spells the key in another way tells the guards', async () => {
  const db = await testDatabase({ users })
  await db.users.create({ id: 'abc', email: 'x' })
  await db.users.put({ id: 'ABC', email: 'x' })
  expect(await db.users.by.email.key({ email: 'x' })).toEqual({ id: 'ABC' })
  await expectSound(db)
})
