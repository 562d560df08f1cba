import { describe, expect, it } from 'vitest'
import type { ElectroEntity } from '../../src/electro/electro-entity.js'
import type { StoredItem } from '../../src/plan/attribute-value.js'
import type { Binding } from '../../src/repository/binding.js'
import { lookUp, lookUpKey } from '../../src/repository/lookup.js'
import { Account, declare, guard, keyOfAccount, ownerOf, prefixes, stored } from '../constraint/account.js'
import { RecordingStore } from '../recording-store.js'
import { runtimeOn } from '../run/runtime.js'

const constraints = declare({
  unique: {
    email: { attributes: ['email'], normalize: 'lowercase', unless: 'deletedAt', scope: ['tenantId'] },
  },
})
const KEY = 'UNIQ#shop.account.email#t#a@x'
const values = { tenantId: 't', email: 'A@x' }
const ada = (accountId: string, more: StoredItem = {}): StoredItem =>
  stored(accountId, { em: { S: 'a@X' }, tenantId: { S: 't' }, ...more })
const guardOf = (accountId: string, more: StoredItem = {}): StoredItem => ({
  ...guard(KEY),
  _lk: { S: 'guard' },
  _lk_of: { S: 'shop.account.email normalize=lowercase' },
  _lk_owner: { S: ownerOf(accountId) },
  _lk_key: { M: { accountId: { S: accountId } } },
  ...more,
})
const holding = (...items: readonly StoredItem[]): RecordingStore =>
  new RecordingStore().hold(
    ...items.map((item) => ({ key: { pk: item['pk'] ?? { S: '' }, sk: item['sk'] ?? { S: '' } }, item })),
  )

function lookupOn(store: RecordingStore) {
  const [unique] = constraints.all
  const [lookup] = unique?.lookups ?? []
  if (lookup === undefined) throw new Error('no lookup')
  const { facts } = constraints
  const entity = Account as unknown as ElectroEntity
  const bound = { ...runtimeOn(store), entity, facts, constraints, prefixes, table: 'shop' }
  const binding = { ...bound, neighbours: [constraints], expiryMarginMs: 0 } as unknown as Binding
  return {
    find: (given: unknown = values, options?: unknown) => lookUp(binding, lookup, given, options),
    key: (given: unknown = values) => lookUpKey(binding, lookup, given, undefined),
  }
}

/** A store whose guard names another owner at each snapshot, from what the table held at that time. */
class MovingStore extends RecordingStore {
  readonly #owners: string[]

  constructor(owners: readonly string[], ...items: readonly StoredItem[]) {
    super()
    this.#owners = [...owners]
    this.hold({ key: guard(KEY), item: guardOf('1') })
    for (const item of items)
      this.hold({ key: { pk: item['pk'] ?? { S: '' }, sk: item['sk'] ?? { S: '' } }, item })
  }

  override async snapshot(requests: Parameters<RecordingStore['snapshot']>[0]) {
    const next = this.#owners.shift()
    if (next !== undefined) this.hold({ key: guard(KEY), item: guardOf(next) })
    return super.snapshot(requests)
  }
}

describe('a lookup through a guard', () => {
  it('is two consistent reads: the guard, then its owner', async () => {
    const store = holding(guardOf('1'), ada('1'))
    expect(await lookupOn(store).find()).toMatchObject({ accountId: '1', email: 'a@X' })
    expect(store.read).toEqual([
      { table: 'shop', key: guard(KEY), consistent: true },
      { table: 'shop', key: keyOfAccount('1'), consistent: true },
    ])
    expect(store.snapshots).toEqual([])
  })

  it('is one read where there is no guard', async () => {
    const store = holding(ada('1'))
    expect(await lookupOn(store).find()).toBeNull()
    expect(store.read).toHaveLength(1)
  })

  it.each<[string, StoredItem]>([
    [
      'a guard of another model that shares the namespace',
      guardOf('1', { _lk_of: { S: 'shop.organisation.name' } }),
    ],
    [
      'a guard that names nobody',
      Object.fromEntries(Object.entries(guardOf('1')).filter(([name]) => name !== '_lk_owner')),
    ],
  ])('finds nothing of this model behind %s', async (_, held) => {
    expect(await lookupOn(holding(held, ada('1'))).find()).toBeNull()
  })

  it.each<[string, StoredItem[]]>([
    ['is gone', []],
    ['has another value', [ada('1', { em: { S: 'b@x' } })]],
    ['is deleted softly', [ada('1', { gone: { N: '1' } })]],
    ['is of another entity', [ada('1', { __edb_e__: { S: 'other' } })]],
  ])('gives nothing where the owner %s, because a snapshot says so', async (_, items) => {
    const store = holding(guardOf('1'), ...items)
    expect(await lookupOn(store).find()).toBeNull()
    expect(store.snapshots).toEqual([
      [
        { table: 'shop', key: guard(KEY), consistent: true },
        { table: 'shop', key: keyOfAccount('1'), consistent: true },
      ],
    ])
  })

  it('follows a value that moves to the next owner meanwhile', async () => {
    const store = new MovingStore(['2', '2'], ada('2'))
    expect(await lookupOn(store).find()).toMatchObject({ accountId: '2' })
    expect(store.snapshots).toHaveLength(2)
  })

  it('gives nothing where the guard is gone meanwhile', async () => {
    const store = holding(guardOf('1'))
    const { find } = lookupOn(store)
    const finding = find()
    store.drop(guard(KEY))
    expect(await finding).toBeNull()
  })

  it('says that it could not tell where the value never stands still', async () => {
    const owners = Array.from({ length: 20 }, (_, at) => String(at + 2))
    await expect(lookupOn(new MovingStore(owners)).find()).rejects.toMatchObject({
      code: 'CONTENTION',
      model: 'account',
      operation: 'by.email',
    })
  })

  it.each<[unknown, object[]]>([
    [undefined, [{ path: '', message: 'the lookup has to be an object of tenantId, email' }]],
    [{ email: 'a' }, [{ path: 'tenantId', message: 'is missing' }]],
    [
      { ...values, deletedAt: 1 },
      [{ path: 'deletedAt', message: 'is no part of the lookup: that is tenantId, email' }],
    ],
  ])('refuses %j', async (given, problems) => {
    const finding = lookupOn(holding()).find(given ?? 'nothing')
    await expect(finding).rejects.toMatchObject({ code: 'INVALID_INPUT', operation: 'by.email', problems })
  })

  it('refuses options that it does not have', async () => {
    await expect(lookupOn(holding()).find(values, { consistent: true })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      problems: [{ path: 'consistent' }],
    })
  })
})

describe('whose a value is', () => {
  it('is one read, which trusts the guard', async () => {
    const store = holding(guardOf('1'))
    expect(await lookupOn(store).key()).toEqual({ accountId: '1' })
    expect(store.read).toHaveLength(1)
  })

  it('is nobody’s without a guard, or with one of another model', async () => {
    expect(await lookupOn(holding()).key()).toBeNull()
    const other = guardOf('1', { _lk_of: { S: 'shop.organisation.name' } })
    expect(await lookupOn(holding(other)).key()).toBeNull()
  })
})
