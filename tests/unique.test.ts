import { constrain, isViolation } from '@latchkey/core'
import { testDatabase } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { accounts, User, users } from './models.js'
import { expectSound, guardKeys, Requests, readTable } from './table.js'

describe('a unique value', () => {
  test('is claimed by a create, freed by a delete, and free for another then', async () => {
    const db = await testDatabase({ users })
    await db.users.create({ id: '1', email: 'a' })
    await db.users.delete({ id: '1' })
    expect(await readTable(db)).toEqual([])
    await db.users.create({ id: '2', email: 'a' })
    await expectSound(db)
  })

  test('that is absent has no guard, and an item without it can be deleted', async () => {
    const db = await testDatabase({ users })
    await db.users.create({ id: '1' })
    expect(await guardKeys(db)).toEqual([])
    expect(await db.users.delete({ id: '1' })).toEqual({ id: '1', n: 1 })
    expect(await db.users.delete({ id: '1' })).toBeNull()
  })

  test('moves with an update: the old one is free, the new one is taken', async () => {
    const db = await testDatabase({ users })
    await db.users.create({ id: '1', email: 'a' })
    await db.users.update({ id: '1' }, { set: { email: 'b' } })
    await db.users.create({ id: '2', email: 'a' })
    await expect(db.users.create({ id: '3', email: 'b' })).rejects.toMatchObject({ code: 'UNIQUE' })
    await expectSound(db)
  })

  test('that is removed is free, and one that is set later is claimed', async () => {
    const db = await testDatabase({ users })
    await db.users.create({ id: '1', email: 'a' })
    await db.users.update({ id: '1' }, { remove: ['email'] })
    await db.users.create({ id: '2', email: 'a' })
    await db.users.update({ id: '1' }, { set: { email: 'c' } })
    await expect(db.users.update({ id: '2' }, { set: { email: 'c' } })).rejects.toMatchObject({
      code: 'UNIQUE',
    })
    await expectSound(db)
  })

  test('that an update sets again to what it was writes no guard', async () => {
    const requests = new Requests()
    const db = await testDatabase({ users }, { observe: requests.observe })
    await db.users.create({ id: '1', email: 'a' })
    requests.take()
    await db.users.update({ id: '1' }, { set: { email: 'a', name: 'x' } })
    expect(requests.take()).toEqual(['GetItem', 'UpdateItem'])
  })

  test('is refused for all fields at once, with the owner and no value in the message', async () => {
    const db = await testDatabase({ accounts })
    const ada = await db.accounts.create({ tenantId: 't', email: 'ada@x.io', username: 'ada' })
    const other = await db.accounts.create({ tenantId: 't', email: 'bob@x.io', username: 'bob' })
    const result = await db.accounts
      .update({ accountId: other.accountId }, { set: { email: 'ADA@x.io', username: 'ada' } })
      .result()
    if (result.ok || result.error.code !== 'UNIQUE') throw new Error('was not refused')
    expect(
      result.error.violations.map((violation) => [violation.code, 'fields' in violation && violation.fields]),
    ).toEqual([
      ['UNIQUE', ['email']],
      ['UNIQUE', ['username']],
    ])
    expect(result.error.violations[0]).toHaveProperty('owner', { accountId: ada.accountId })
    expect(`${result.error.message} ${JSON.stringify(result.error)}`).not.toMatch(/ada@x|bob/i)
    expect(isViolation(result.error, accounts, 'UNIQUE', 'handle')).toBe(true)
    await expectSound(db)
  })

  test('beside a key that exists is refused for both', async () => {
    const db = await testDatabase({ users })
    await db.users.create({ id: '1', email: 'a' })
    await db.users.create({ id: '2', email: 'b' })
    const result = await db.users.create({ id: '1', email: 'b' }).result()
    if (result.ok || result.error.code !== 'EXISTS') throw new Error('was not refused as existing')
    expect(result.error.violations.map(({ code }) => code)).toEqual(['EXISTS', 'UNIQUE'])
    const own = await db.users.create({ id: '1', email: 'a' }).result()
    if (own.ok || own.error.code !== 'EXISTS') throw new Error('was not refused as existing')
    expect(own.error.violations.map(({ code }) => code)).toEqual(['EXISTS'])
  })

  test('has one winner among parallel creates', async () => {
    const db = await testDatabase({ users })
    const results = await Promise.all(
      Array.from({ length: 25 }, (_, at) => db.users.create({ id: `${at}`, email: 'a' }).result()),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    for (const result of results) if (!result.ok) expect(result.error.code).toBe('UNIQUE')
    await expectSound(db)
  })

  test('has one winner among parallel updates', async () => {
    const db = await testDatabase({ users })
    await Promise.all(Array.from({ length: 10 }, (_, at) => db.users.create({ id: `${at}`, email: `${at}` })))
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        db.users.update({ id: `${at}` }, { set: { email: 'a' } }).result(),
      ),
    )
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    await expectSound(db)
  })

  test('stays with one item when parallel updates move it about', async () => {
    const db = await testDatabase({ users })
    await db.users.create({ id: '1', email: '0' })
    await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        db.users.update({ id: '1' }, { set: { email: `${at}` } }, { retry: { attempts: 40 } }),
      ),
    )
    expect(await guardKeys(db)).toHaveLength(1)
    await expectSound(db)
  })
})

const every = [
  '',
  '#',
  '%',
  '%23',
  'a#b',
  'ünï',
  '__proto__',
  'constructor',
  'x'.repeat(1500),
  ' ',
  '\u0000',
  '𝒳',
] as const

describe('odd values', () => {
  test.each(every)('%j is kept unique and found again', async (email) => {
    const db = await testDatabase({ users })
    await db.users.create({ id: '1', email })
    await expect(db.users.create({ id: '2', email })).rejects.toMatchObject({ code: 'UNIQUE' })
    expect(await db.users.by.email({ email })).toMatchObject({ id: '1', email })
    await expectSound(db)
    await db.users.delete({ id: '1' })
    expect(await readTable(db)).toEqual([])
  })

  test('half a surrogate pair is refused, and nothing is written', async () => {
    const db = await testDatabase({ users })
    await expect(db.users.create({ id: '1', email: 'a\ud800' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    expect(await readTable(db)).toEqual([])
  })

  test('values that are joined in a key do not run into each other', async () => {
    const Pair = new Entity({
      model: { entity: 'pair', version: '1', service: 'shop' },
      attributes: { id: { type: 'string', required: true }, a: { type: 'string' }, b: { type: 'string' } },
      indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
    })
    const pairs = constrain(Pair, { unique: { both: { attributes: ['a', 'b'] } } })
    const db = await testDatabase({ pairs })
    const tricky = [
      ['a#b', 'c'],
      ['a', 'b#c'],
      ['a%23b', 'c'],
      ['', 'a#b#c'],
      ['a#b#c', ''],
      ['%', '23'],
    ] as const
    for (const [at, [a, b]] of tricky.entries()) await db.pairs.create({ id: `${at}`, a, b })
    for (const [a, b] of tricky)
      await expect(db.pairs.create({ id: 'x', a, b })).rejects.toMatchObject({ code: 'UNIQUE' })
    await db.pairs.create({ id: 'only a', a: 'a' })
    await db.pairs.create({ id: 'only a too', a: 'a' })
    expect(await guardKeys(db)).toHaveLength(tricky.length)
    await expectSound(db)
  })
})

describe('options', () => {
  test('normalize shapes the guard alone: the item keeps what was written, and case is no move', async () => {
    const requests = new Requests()
    const db = await testDatabase({ accounts }, { observe: requests.observe })
    const ada = await db.accounts.create({ tenantId: 't', email: 'Ada@X.io' })
    expect(ada.email).toBe('Ada@X.io')
    requests.take()
    await db.accounts.update({ accountId: ada.accountId }, { set: { email: 'ADA@x.io' } })
    expect(requests.take()).toEqual(['GetItem', 'UpdateItem'])
    expect(await db.accounts.by.email({ email: 'ada@x.IO' })).toMatchObject({ email: 'ADA@x.io' })
  })

  test('unless: a soft delete frees the value, and coming back claims it again', async () => {
    const db = await testDatabase({ accounts })
    const first = await db.accounts.create({ tenantId: 't', email: 'a@x.io' })
    await db.accounts.update({ accountId: first.accountId }, { set: { deletedAt: 1 } })
    const second = await db.accounts.create({ tenantId: 't', email: 'a@x.io' })
    await expect(
      db.accounts.update({ accountId: first.accountId }, { remove: ['deletedAt'] }),
    ).rejects.toMatchObject({
      code: 'UNIQUE',
    })
    await db.accounts.delete({ accountId: second.accountId })
    await db.accounts.update({ accountId: first.accountId }, { remove: ['deletedAt'] })
    await expectSound(db)
    expect(await guardKeys(db)).toEqual(['UNIQ#shop.account.email#a@x.io'])
  })

  test('scope: the same value in another scope, and a move to another scope', async () => {
    const db = await testDatabase({ accounts })
    const one = await db.accounts.create({ tenantId: 't1', username: 'ada' })
    await db.accounts.create({ tenantId: 't2', username: 'ada' })
    await expect(db.accounts.create({ tenantId: 't1', username: 'ada' })).rejects.toMatchObject({
      code: 'UNIQUE',
    })
    const moved = await db.accounts.update({ accountId: one.accountId }, { set: { tenantId: 't3' } })
    expect(moved.tenantId).toBe('t3')
    expect(await guardKeys(db)).toEqual([
      'UNIQ#shop.account.handle#t2#ada',
      'UNIQ#shop.account.handle#t3#ada',
    ])
    expect(await db.accounts.by.handle({ tenantId: 't3', username: 'ada' })).toMatchObject({
      accountId: one.accountId,
    })
  })

  test('hash: the key holds no value', async () => {
    const hashed = constrain(User, {
      unique: { email: { attributes: ['email'], hash: { secret: 'pepper' } } },
    })
    const db = await testDatabase({ hashed })
    await db.hashed.create({ id: '1', email: 'ada@x.io' })
    const [key] = await guardKeys(db)
    expect(key).toMatch(/^UNIQ#shop\.user\.email#[0-9a-f]{64}$/)
    await expect(db.hashed.create({ id: '2', email: 'ada@x.io' })).rejects.toMatchObject({ code: 'UNIQUE' })
    expect(await db.hashed.by.email({ email: 'ada@x.io' })).toMatchObject({ id: '1' })
  })

  test('prefix, sortKey and key make the keys that they say', async () => {
    const prefixed = constrain(User, {
      unique: {
        email: {
          attributes: ['email'],
          scope: ['name'],
          prefix: ([name]) => `TENANT#${name}#`,
          sortKey: 'LOCK',
        },
      },
    })
    const db = await testDatabase({ prefixed })
    await db.prefixed.create({ id: '1', email: 'a', name: 'n' })
    const guard = (await readTable(db)).find((item) => item['_lk'] !== undefined)
    expect(guard).toMatchObject({ pk: { S: 'TENANT#n#UNIQ#shop.user.email#n#a' }, sk: { S: 'LOCK' } })
    const made = constrain(User, {
      unique: { email: { attributes: ['email'], key: ([email]) => ({ pk: `EMAIL#${email}`, sk: 'OWNER' }) } },
    })
    const other = await testDatabase({ made })
    await other.made.create({ id: '1', email: 'a' })
    expect(await guardKeys(other)).toEqual(['EMAIL#a'])
    await other.made.update({ id: '1' }, { set: { email: 'b' } })
    expect(await guardKeys(other)).toEqual(['EMAIL#b'])
    await expectSound(other)
  })

  test('a namespace that two models share keeps a name for one of them', async () => {
    const Org = new Entity({
      model: { entity: 'org', version: '1', service: 'shop' },
      attributes: { orgId: { type: 'string', required: true }, slug: { type: 'string' } },
      indexes: { primary: { pk: { field: 'pk', composite: ['orgId'] }, sk: { field: 'sk', composite: [] } } },
    })
    const people = constrain(User, { unique: { name: { attributes: ['name'], namespace: 'names' } } })
    const orgs = constrain(Org, { unique: { slug: { attributes: ['slug'], namespace: 'names' } } })
    const db = await testDatabase({ people, orgs })
    await db.people.create({ id: '1', name: 'acme' })
    const result = await db.orgs.create({ orgId: 'o', slug: 'acme' }).result()
    if (result.ok || result.error.code !== 'UNIQUE') throw new Error('was not refused')
    expect(result.error.violations[0]).toMatchObject({ constraint: 'slug', fields: ['slug'], model: 'org' })
    expect(result.error.violations[0]).toHaveProperty('owner', { id: '1' })
    expect(await db.orgs.by.slug({ slug: 'acme' })).toBeNull()
    expect(await db.orgs.by.slug.key({ slug: 'acme' })).toBeNull()
    expect(await db.people.by.name({ name: 'acme' })).toMatchObject({ id: '1' })
    await expectSound(db)
  })

  test('a namespace that two constraints of one item share', async () => {
    const Contact = new Entity({
      model: { entity: 'contact', version: '1', service: 'shop' },
      attributes: {
        id: { type: 'string', required: true },
        email: { type: 'string' },
        backup: { type: 'string' },
      },
      indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
    })
    const contacts = constrain(Contact, {
      unique: {
        email: { attributes: ['email'], namespace: 'mail' },
        backup: { attributes: ['backup'], namespace: 'mail' },
      },
    })
    const db = await testDatabase({ contacts })
    await db.contacts.create({ id: '1', email: 'a', backup: 'a' })
    expect(await guardKeys(db)).toEqual(['UNIQ#mail#a'])
    await db.contacts.update({ id: '1' }, { set: { email: 'b' } })
    expect(await guardKeys(db)).toEqual(['UNIQ#mail#a', 'UNIQ#mail#b'])
    await db.contacts.update({ id: '1' }, { set: { email: 'a', backup: 'b' } })
    await expectSound(db)
    await expect(db.contacts.create({ id: '2', backup: 'a' })).rejects.toMatchObject({ code: 'UNIQUE' })
    expect(await db.contacts.by.email({ email: 'b' })).toBeNull()
    expect(await db.contacts.by.backup({ backup: 'b' })).toMatchObject({ id: '1' })
    await db.contacts.update({ id: '1' }, { remove: ['email'] })
    expect(await guardKeys(db)).toEqual(['UNIQ#mail#b'])
  })
})
