// With isolatedDeclarations every export says its type: a model names its schema and its rules.
import {
  type Client,
  type Counter,
  connect,
  constrain,
  counter,
  type Database,
  type ItemOf,
  type Model,
  type Pending,
  type Reservation,
  type Rules,
  type Singleton,
  type StreamEvent,
  type StreamRecord,
  singleton,
  type Transaction,
} from '@latchkey/core'
import { Entity } from 'electrodb'

export const schema = {
  model: { entity: 'Account', service: 'shop', version: '1' },
  attributes: {
    accountId: { type: 'string', required: true },
    email: { type: 'string', required: true },
    revision: { type: 'number' },
  },
  indexes: { byId: { pk: { field: 'pk', composite: ['accountId'] }, sk: { field: 'sk', composite: [] } } },
} as const

export interface Accounts
  extends Model<typeof schema, Rules<{ readonly email: 'email' }, 'revision', never>> {}
export const accounts: Accounts = constrain(new Entity(schema), {
  version: 'revision',
  unique: { email: ['email'] },
})

export const orderSchema = {
  model: { entity: 'Order', service: 'shop', version: '1' },
  attributes: {
    orderId: { type: 'string', required: true },
    tenantId: { type: 'string', required: true },
    number: { type: 'number', required: true },
  },
  indexes: { byId: { pk: { field: 'pk', composite: ['orderId'] }, sk: { field: 'sk', composite: [] } } },
} as const

/** Of a pointer and of a sequence, what their types need. */
export interface OrderRules
  extends Rules<
    {},
    never,
    never,
    { readonly last: { readonly attribute: 'number'; readonly scope: readonly ['tenantId'] } },
    { readonly number: { readonly attribute: 'number'; readonly scope: readonly ['tenantId'] } }
  > {}
export interface Orders extends Model<typeof orderSchema, OrderRules> {}
export const orders: Orders = constrain(new Entity(orderSchema), {
  pointers: { last: { attribute: 'number', scope: ['tenantId'] } },
  sequences: { number: { attribute: 'number', scope: ['tenantId'], gapless: false } },
})

export const itemSchema = {
  model: { entity: 'Item', service: 'shop', version: '1' },
  attributes: {
    itemId: { type: 'string', required: true, default: 'first' },
    orderId: { type: 'string', required: true },
  },
  indexes: { byId: { pk: { field: 'pk', composite: ['itemId'] }, sk: { field: 'sk', composite: [] } } },
} as const

/** Of a reference, the attributes that hold its key. */
export interface Items
  extends Model<typeof itemSchema, Rules<{}, never, never, {}, {}, { readonly order: 'orderId' }>> {}
export const items: Items = constrain(new Entity(itemSchema), {
  references: { order: { entity: orders, attributes: { orderId: 'orderId' } } },
})

export const settingsSchema = {
  model: { entity: 'Settings', service: 'shop', version: '1' },
  attributes: { theme: { type: 'string', required: true }, revision: { type: 'number' } },
  indexes: { only: { pk: { field: 'pk', composite: [] }, sk: { field: 'sk', composite: [] } } },
} as const
export interface Settings extends Singleton<typeof settingsSchema, 'theme', Rules<{}, 'revision', never>> {}
export const settings: Settings = singleton(new Entity(settingsSchema), {
  defaults: { theme: 'light' },
  version: 'revision',
})
export const visits: Counter<'tenantId'> = counter({ service: 'shop', name: 'visits', scope: ['tenantId'] })

export type Models = {
  readonly accounts: Accounts
  readonly orders: Orders
  readonly items: Items
  readonly settings: Settings
  readonly visits: Counter<'tenantId'>
}
export interface Shop extends Database<Models> {}
export const open = (client: Client): Shop =>
  connect({ accounts, orders, items, settings, visits }, { client, table: 'shop' })
export const register = async (shop: Shop): Promise<string> => {
  const { email } = await shop.accounts.create({ accountId: 'a1', email: 'ada@lovelace.io' })
  return (await shop.accounts.by.email({ email }))?.accountId ?? 'none'
}
export const sell = (
  tx: Transaction<Models>,
  orderId: string,
): Pending<ItemOf<Items>, { readonly itemId: string }> => {
  tx.visits.increment({ tenantId: 't1' })
  return tx.items.create({ orderId })
}
export const recorded = (shop: Shop, record: StreamEvent): StreamRecord<Models> => shop.$record(record)
export const order = async (shop: Shop, tenantId: string, reservation: Reservation): Promise<number> => {
  await shop.visits.increment({ tenantId })
  const { theme } = await shop.settings.get()
  await shop.orders.create({ orderId: theme, tenantId }, { reserved: { number: reservation } })
  const item = await shop.items.create({ orderId: theme }).result()
  if (!item.ok && item.error.code === 'REFERENCE' && item.error.has('REFERENCE', 'order')) return 0
  await shop.items.upsert({ itemId: 'i1' }, { onInsert: { orderId: theme } })
  await shop.$transaction((tx) => sell(tx, theme), { idempotencyKey: theme })
  return (await shop.orders.pointers.last.read({ tenantId }))?.value ?? 0
}
