// Everything is inferred, and everything is exported: declaration files have to name what they mention.
import { type Client, connect, constrain, counter, isViolation, singleton } from '@latchkey/core'
import { Entity } from 'electrodb'

export const Account = new Entity({
  model: { entity: 'Account', service: 'shop', version: '1' },
  attributes: {
    accountId: { type: 'string', required: true },
    tenantId: { type: 'string', required: true },
    email: { type: 'string', required: true },
    logins: { type: 'number', default: 0 },
    tags: { type: 'set', items: 'string' },
    profile: { type: 'map', properties: { first: { type: 'string' } } },
    revision: { type: 'number' },
    expiresAt: { type: 'number' },
  },
  indexes: {
    byId: { pk: { field: 'pk', composite: ['accountId'] }, sk: { field: 'sk', composite: [] } },
    byTenant: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['tenantId'] },
      sk: { field: 'gsi1sk', composite: ['email'] },
    },
  },
})

export const accounts = constrain(Account, {
  version: 'revision',
  unique: { email: { attributes: ['email'], scope: ['tenantId'] } },
  expires: 'expiresAt',
})

export const Order = new Entity({
  model: { entity: 'Order', service: 'shop', version: '1' },
  attributes: {
    orderId: { type: 'string', required: true },
    tenantId: { type: 'string', required: true },
    number: { type: 'number', required: true },
    placedAt: { type: 'string', required: true },
  },
  indexes: { byId: { pk: { field: 'pk', composite: ['orderId'] }, sk: { field: 'sk', composite: [] } } },
})

export const orders = constrain(Order, {
  pointers: {
    last: { attribute: 'placedAt', scope: ['tenantId'], stale: 'reject' },
    newest: { attribute: 'placedAt' },
  },
  sequences: { number: { attribute: 'number', scope: ['tenantId'] } },
})

export const Parcel = new Entity({
  model: { entity: 'Parcel', service: 'shop', version: '1' },
  attributes: {
    parcelId: { type: 'string', required: true, default: () => crypto.randomUUID() },
    orderId: { type: 'string', required: true },
    boxId: { type: 'string' },
    grams: { type: 'number' },
  },
  indexes: { byId: { pk: { field: 'pk', composite: ['parcelId'] }, sk: { field: 'sk', composite: [] } } },
})

export const parcels = constrain(Parcel, {
  references: {
    order: { entity: orders, attributes: { orderId: 'orderId' } },
    box: { entity: Parcel, attributes: { parcelId: 'boxId' } },
  },
})

export const Settings = new Entity({
  model: { entity: 'Settings', service: 'shop', version: '1' },
  attributes: {
    theme: { type: ['light', 'dark'] as const, required: true },
    limit: { type: 'number' },
    revision: { type: 'number' },
  },
  indexes: { only: { pk: { field: 'pk', composite: [] }, sk: { field: 'sk', composite: [] } } },
})

export const formerSettings = singleton(Settings, { defaults: { theme: 'light' } })
export const settings = singleton(Settings, {
  defaults: { theme: 'light' },
  version: 'revision',
  supersedes: { model: formerSettings, map: ({ theme, limit = 0 }) => ({ theme, limit }) },
})
export const visits = counter({ service: 'shop', name: 'visits', scope: ['tenantId'], shards: 8 })
export const hits = counter({ service: 'shop', name: 'hits' })

declare const client: Client
export const models = { accounts, orders, parcels, formerSettings, settings, visits, hits }
export const db = connect(models, { client, table: 'shop' })
export const keyed = connect({ hits }, { client, table: 'shop', keys: { partitionKey: 'pk', sortKey: null } })
export const archive = db.$with({ table: 'archive' })
export const repository = db.accounts
export const lookup = db.accounts.by.email
export const lookups = db.accounts.by
export const queries = db.accounts.query
export const byTenant = (tenantId: string) => db.accounts.query.byTenant({ tenantId })
export const page = (tenantId: string) =>
  byTenant(tenantId)
    .begins({ email: 'a' })
    .go({ attributes: ['email'] })
export const scan = db.accounts.scan
export const plans = db.accounts.plan
export const register = (email: string) => db.accounts.create({ accountId: 'a1', tenantId: 't1', email })
export const registered = (email: string) => register(email).result()
export const get = (accountId: string) => db.accounts.get({ accountId })
export const getPart = (accountId: string) =>
  db.accounts.get({ accountId }, { attributes: ['email', 'tags'] })
export const update = (accountId: string) => db.accounts.update({ accountId }, { add: { logins: 1 } })
export const modify = (accountId: string) => db.accounts.modify({ accountId }, () => ({ set: { logins: 1 } }))
export const remove = (accountId: string) => db.accounts.delete({ accountId })
export const removed = (accountId: string) => remove(accountId).result()
export const removeQuietly = (accountId: string) => db.accounts.delete({ accountId }, { returns: 'none' })
export const plan = db.accounts.plan.create({ accountId: 'a1', tenantId: 't1', email: 'x' })
export const narrow = (error: unknown) =>
  isViolation(error, accounts, 'UNIQUE', 'email') ? error : undefined
export const violation = (error: unknown) => narrow(error)?.find('UNIQUE')
export const entity = db.accounts.entity
export const answerDifferently = (accountId: string) =>
  db.accounts.modify({ accountId }, ({ logins, email }) => {
    if (logins === 0) return { remove: ['profile'] }
    return email === '' ? null : { set: { logins: 0, profile: { first: 'Ada' } } }
  })

export const pointers = db.orders.pointers
export const last = db.orders.pointers.last
export const lastOf = (tenantId: string) => last.read({ tenantId })
export const newest = () => db.orders.pointers.newest.read()
export const follow = (tenantId: string) => last.follow({ tenantId })
export const rebuild = (tenantId: string) => last.rebuild({ tenantId })
export const sequences = db.orders.sequences
export const numbers = (tenantId: string) => db.orders.sequences.number.reserve({ tenantId }, 10)
export const numbered = (tenantId: string) => db.orders.sequences.number.read({ tenantId })
export const place = async (tenantId: string) =>
  db.orders.create(
    { orderId: 'o1', tenantId, placedAt: 'now' },
    { reserved: { number: await numbers(tenantId) } },
  )
export const placed = () => db.orders.create({ orderId: 'o1', tenantId: 't1', placedAt: 'now' }).result()
export const late = (error: unknown) =>
  isViolation(error, orders, 'STALE_POINTER', 'last') ? error.find('STALE_POINTER') : undefined
export const current = db.settings.get
export const theme = async () => (await current()).theme
export const setTheme = () => db.settings.update({ set: { theme: 'dark' } }, { version: 1 })
export const setThemeResult = () => setTheme().result()
export const toggle = () =>
  db.settings.modify(({ theme }) => ({ set: { theme: theme === 'dark' ? 'light' : 'dark' } }))
export const cache = db.settings.cached({ ttlMs: 5_000 })
export const cached = () => cache.get()
export const settingsEntity = db.settings.entity
export const visit = db.visits.increment
export const visited = db.visits.read
export const counters = { visits: db.visits, hits: db.hits }

export const put = () => db.parcels.put({ orderId: 'o1', grams: 5 })
export const putResult = () => put().result()
export const upsert = () => db.parcels.upsert({ parcelId: 'p1' }, { onInsert: { orderId: 'o1' } })
export const upsertAny = db.parcels.upsert
export const createMany = () => db.parcels.createMany([{ orderId: 'o1' }], { concurrency: 4 })
export const putTogether = () => db.parcels.putMany([{ orderId: 'o1' }], { atomic: true })
export const deleteMany = (parcelId: string) => db.accounts.deleteMany([{ accountId: parcelId }])
export const orphan = (error: unknown) =>
  isViolation(error, parcels, 'REFERENCE', 'order') ? error.find('REFERENCE') : undefined

export const { $transaction, $get, $record } = db
export const move = (orderId: string) =>
  db.$transaction(async (tx) => {
    const order = await tx.orders.get({ orderId })
    const number = order?.number ?? 0
    tx.visits.increment({ tenantId: 't1' })
    return { order, number, settings: tx.settings.update({ set: { theme: 'dark' } }) }
  })
export const moved = (orderId: string) => move(orderId).result()
export const handle = () => db.$transaction((tx) => ({ nested: [tx.accounts.delete({ accountId: 'a1' })] }))
export const pair = () => db.$transaction((tx) => [tx.hits.increment(), tx.parcels.put({ orderId: 'o1' })])
export const seen = (accountId: string) => db.$get((read) => ({ account: read.accounts({ accountId }) }))
export const recorded = () => db.$record({ dynamodb: {} })
