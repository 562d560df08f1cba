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
