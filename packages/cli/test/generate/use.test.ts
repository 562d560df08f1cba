import { ConstraintViolationError, isViolation } from '@latchkey/core'
import { applied, assertSound, refused, testDatabase } from '@latchkey/testing'
import { beforeEach, expect, test } from 'vitest'
import type { AccountId } from './shop/accounts.js'
import { type AccountsRepository, type Repositories, repositories } from './shop/generated/index.js'
import { models } from './shop/models.js'

const open = () => testDatabase(models)
let db: Awaited<ReturnType<typeof open>>
let shop: Repositories

beforeEach(async () => {
  db = await open()
  shop = repositories(db)
})

const id = (text: string) => text as AccountId
const profile = { first: 'Ada', theme: 'dark' } as const
const account = (name: string) =>
  ({ accountId: id(name), tenantId: 't1', email: `${name}@Lovelace.io`, username: name, profile }) as const

test('an item is created, found, changed and deleted, with all that its constraints do', async () => {
  const { accounts } = shop
  const ada = await accounts.create(account('ada'))
  expect(ada).toMatchObject({ accountId: 'ada', plan: 'free', revision: 1, createdAt: '2026-01-01' })
  expect(await accounts.get({ accountId: id('ada') }, { attributes: ['email'] })).toEqual({
    email: 'ada@Lovelace.io',
  })
  expect(await accounts.findByEmail({ email: 'ADA@lovelace.io' })).toEqual(ada)
  expect(await accounts.findKeyByHandle({ tenantId: 't1', username: 'ada' })).toEqual({ accountId: 'ada' })

  const changed = await accounts.update(
    { accountId: id('ada') },
    { set: { username: 'countess' }, add: { logins: 1 } },
    { current: ada, where: (a, op) => op.eq(a.plan, 'free') },
  )
  expect(changed).toMatchObject({ username: 'countess', logins: 1, revision: 2 })
  await accounts.update({ accountId: id('ada') }, { data: (a, op) => op.set(a.profile.last, 'Lovelace') })
  const modified = await accounts.modify({ accountId: id('ada') }, ({ logins = 0 }) => ({
    set: { logins: logins + 5 },
  }))
  expect(modified).toMatchObject({ logins: 6, profile: { ...profile, last: 'Lovelace' } })
  expect(await accounts.modify({ accountId: id('ada') }, () => null)).toEqual(modified)
  await accounts.put({ ...account('ada'), username: 'ada' })
  expect(await accounts.findByHandle({ tenantId: 't1', username: 'countess' })).toBeNull()
  const upserted = await accounts.upsert(
    { accountId: id('eve'), tenantId: 't1', profile },
    { onInsert: { email: 'eve@x.org' } },
  )
  expect(upserted.email).toBe('eve@x.org')

  expect(await accounts.delete({ accountId: id('ada') })).toMatchObject({ username: 'ada' })
  expect(await accounts.get({ accountId: id('ada') })).toBeNull()
  await assertSound(db)
})

test('errors name the constraints', async () => {
  await shop.accounts.create(account('ada'))
  const { email } = account('ada')
  const refused = await shop.accounts.create({ ...account('bob'), email }).result()
  if (refused.ok || refused.error.code !== 'UNIQUE') throw refused
  const [violation] = refused.error.violations
  expect(violation).toMatchObject({ code: 'UNIQUE', constraint: 'email' })
  expect(refused.error.has('UNIQUE', 'handle')).toBe(false)

  const taken = shop.accounts.create({ ...account('bob'), username: 'ada' })
  await expect(taken).rejects.toSatisfy((error) => isViolation(error, models.accounts, 'UNIQUE', 'handle'))
  const gone = await shop.accounts.update({ accountId: id('nobody') }, { set: { logins: 1 } }).result()
  expect(gone.ok ? gone : gone.error.code).toBe('NOT_FOUND')
  const old = await shop.accounts
    .update({ accountId: id('ada') }, { set: { logins: 1 } }, { version: 7 })
    .result()
  expect(old.ok ? old : old.error.code).toBe('VERSION')
  const none = await shop.accounts.create(account('cyd'), { returns: 'none' })
  expect(none).toBeUndefined()
})

test('many at once, each with its result', async () => {
  const { accounts } = shop
  const results = await accounts.createMany([account('ada'), { ...account('bob'), username: 'ada' }])
  expect(results.map((result) => result.ok || result.error.code)).toEqual([true, 'UNIQUE'])
  const [put] = await accounts.putMany([account('ada')], { atomic: true })
  expect(put?.data.username).toBe('ada')
  const deleted = await accounts.deleteMany([{ accountId: id('ada') }, { accountId: id('no') }])
  expect(deleted.map((result) => result.ok && result.data?.username)).toEqual(['ada', undefined])
  expect(await accounts.getMany([{ accountId: id('ada') }])).toEqual([null])
})

test('indexes are read page by page, and item by item', async () => {
  const { accounts } = shop
  for (const name of ['ada', 'bob', 'cyd']) await accounts.create(account(name))
  const page = await accounts.queryByTenant({ tenantId: 't1' }, { limit: 2, attributes: ['username'] })
  expect(page.data).toHaveLength(2)
  const rest = await accounts.queryByTenant({ tenantId: 't1' }, { cursor: page.cursor })
  expect(rest.data).toHaveLength(1)
  const pro = await accounts.queryByTenant({ tenantId: 't1' }, { begins: { plan: 'pro' } })
  expect(pro.data).toEqual([])
  const seen: string[] = []
  for await (const { email } of accounts.eachByTenant(
    { tenantId: 't1' },
    { limit: 1, where: (a, op) => op.ne(a.username, 'bob') },
  ))
    seen.push(email)
  expect(seen.toSorted()).toEqual(['ada@Lovelace.io', 'cyd@Lovelace.io'])
  const own = await accounts.queryPrimary({ accountId: id('ada') }, { consistent: true })
  expect(own.data).toHaveLength(1)
  const all = await accounts.scan({ consistent: true, attributes: ['email'] })
  expect(all.data.map(({ email }) => email)).toHaveLength(3)
  const emails: string[] = []
  for await (const { email } of accounts.each({ attributes: ['email'] })) emails.push(email)
  expect(emails).toHaveLength(3)
})

test('pointers, sequences and references', async () => {
  const { accounts, orders } = shop
  await accounts.create(account('ada'))
  const total = { currency: 'EUR', cents: 100 } as const
  const order = (orderId: string, placedAt: number) => ({ tenantId: 't1', orderId, placedAt, total })
  const first = await orders.create({ ...order('o1', 10), accountId: 'ada', rank: 'b' })
  expect(first).toMatchObject({ invoice: 'INV-0001', position: 1, step: 'paid' })
  const invoice = await orders.reserveInvoice({ tenantId: 't1' }, 2)
  const second = await orders.create(order('o2', 20), { reserved: { invoice } })
  expect(second.invoice).toBe('INV-0002')
  expect(await orders.readInvoice({ tenantId: 't1' })).toBe(3)
  expect(await orders.readPosition({ consistent: true })).toBe(2)
  expect((await orders.reservePosition(3)).first).toBe(3)
  expect(await orders.lastOrder({ tenantId: 't1' })).toEqual(second)
  const key = { tenantId: 't1', orderId: 'o2' }
  expect(await orders.readLastOrder({ tenantId: 't1' })).toEqual({ value: 20, key })
  expect(await orders.rebuildLastOrder({ tenantId: 't1' })).toEqual({ value: 20, key })
  expect(await orders.lowestOrder()).toEqual(first)

  const late = await orders.create({ ...order('o3', 5), accountId: 'nobody' }).result()
  if (late.ok || !(late.error instanceof ConstraintViolationError)) throw late
  expect(late.error.violations.map(({ code }) => code)).toEqual(['STALE_POINTER', 'REFERENCE'])
  const found = await orders.queryByAccount({ accountId: 'ada' }, { gte: { placedAt: 10 } })
  expect(found.data).toHaveLength(1)
})

test('singletons and counters', async () => {
  const { flags, visits, total } = shop
  expect(await flags.get()).toEqual({ signupEnabled: false, hits: 0 })
  expect(await flags.update({ set: { signupEnabled: true } })).toMatchObject({
    signupEnabled: true,
    revision: 1,
  })
  expect(await flags.modify(({ hits }) => ({ set: { hits: hits + 1 } }))).toMatchObject({ hits: 1 })
  expect((await flags.cached({ ttlMs: 1_000 }).get()).hits).toBe(1)
  const stale = await flags.update({ set: { hits: 9 } }, { version: 1, returns: 'none' }).result()
  expect(stale.ok ? stale : stale.error.code).toBe('VERSION')
  const once = () => flags.update({ add: { hits: 5 } }, { idempotencyKey: 'k1' })
  await once()
  expect((await once()).hits).toBe(6)
  await visits.increment({ tenantId: 't1', page: 'home' }, 2)
  expect(await visits.read({ tenantId: 't1', page: 'home' })).toBe(2)
  await visits.reset({ tenantId: 't1', page: 'home' })
  await total.increment()
  expect([await visits.read({ tenantId: 't1', page: 'home' }), await total.read()]).toEqual([0, 1])
})

test('a transaction works with the same types, and so do snapshots and records', async () => {
  const { ada, flags } = await shop.$transaction(async (tx) => {
    const { signupEnabled } = await tx.flags.get()
    const ada = tx.accounts.create(account('ada'))
    tx.orders.create({
      tenantId: 't1',
      orderId: 'o1',
      placedAt: 1,
      total: { currency: 'USD', cents: 1 },
      accountId: ada.key.accountId,
    })
    tx.accounts.check({ accountId: id('bob') }).absent()
    tx.visits.increment({ tenantId: 't1', page: 'home' })
    return { ada, flags: tx.flags.update({ set: { signupEnabled: !signupEnabled } }) }
  })
  expect({ email: ada.email, enabled: flags.signupEnabled }).toEqual({
    email: 'ada@Lovelace.io',
    enabled: true,
  })
  const refused = await shop
    .$transaction((tx) => tx.accounts.create({ ...account('bob'), username: 'ada' }))
    .result()
  if (refused.ok || refused.error.code !== 'UNIQUE') throw refused
  expect(refused.error.has('UNIQUE', 'handle')).toBe(true)
  const [found, none] = await shop.$get((read) => [
    read.accounts({ accountId: id('ada') }),
    read.orders({ tenantId: 't1', orderId: 'none' }),
  ])
  expect([found?.email, none]).toEqual(['ada@Lovelace.io', null])
  expect(shop.$record({ dynamodb: { Keys: { pk: { S: 'a' }, sk: { S: 'b' } } } })).toEqual({
    kind: 'foreign',
  })
  expect(String(shop.accounts.plan.create(account('eve')))).toContain('claim of email')
})

test('the same repositories on another table', async () => {
  await shop.accounts.create(account('ada'))
  const elsewhere = shop.$with({ table: 'elsewhere' })
  await expect(elsewhere.accounts.get({ accountId: id('ada') })).rejects.toThrow(/table|resource/i)
})

test('a test replaces what a service depends on', async () => {
  const greet = async (accounts: Pick<AccountsRepository, 'findByEmail'>, email: string) =>
    (await accounts.findByEmail({ email }))?.profile.first ?? 'nobody'
  const ada = await shop.accounts.create(account('ada'))
  expect(await greet(shop.accounts, 'ada@lovelace.io')).toBe('Ada')
  expect(await greet({ findByEmail: async () => ada }, 'x')).toBe('Ada')
  expect(await greet({ findByEmail: async () => null }, 'x')).toBe('nobody')
})

test('writes of what a test makes up are answered as it says', async () => {
  const signUp = async (accounts: Pick<AccountsRepository, 'create'>): Promise<string> => {
    const created = await accounts.create(account('ada')).result()
    return created.ok ? created.data.email : created.error.code
  }
  const violation = { code: 'UNIQUE', model: 'account', key: {}, constraint: 'email' } as const
  const taken = new ConstraintViolationError([{ ...violation, fields: ['email'], owner: undefined }])
  expect(await signUp({ create: (item) => applied({ ...item, revision: 1 }) })).toBe('ada@Lovelace.io')
  expect(await signUp({ create: () => refused(taken) })).toBe('UNIQUE')
  const made: Pick<AccountsRepository, 'create'> = { create: () => refused(taken) }
  await expect(made.create(account('ada'))).rejects.toBe(taken)
  expect(await applied(7)).toBe(7)
})
