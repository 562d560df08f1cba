import { constrain, type Named, singleton } from '@latchkey/core'
import { Entity } from 'electrodb'

const AccountEntity = new Entity({
  model: { service: 'desk', entity: 'account', version: '1' },
  attributes: {
    accountId: { type: 'string', required: true, default: () => crypto.randomUUID() },
    tenantId: { type: 'string', required: true, readOnly: true },
    /** Where invoices are sent to. */
    email: { type: 'string', required: true, validate: (email: string) => email.includes('@') },
    /** What the account is called within its tenant. */
    username: { type: 'string' },
    plan: { type: ['free', 'pro'] as const, required: true, default: 'free' },
    revision: { type: 'number', required: true },
  },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['accountId'] }, sk: { field: 'sk', composite: [] } },
    byTenant: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['tenantId'] },
      sk: { field: 'gsi1sk', composite: ['accountId'] },
    },
  },
})

const declaredAccounts = constrain(AccountEntity, {
  version: 'revision',
  unique: {
    email: { attributes: ['email'], normalize: 'lowercase' },
    handle: { attributes: ['username'], scope: ['tenantId'] },
  },
})
export interface Accounts extends Named<typeof declaredAccounts> {}
export const accounts: Accounts = declaredAccounts

const OrderEntity = new Entity({
  model: { service: 'desk', entity: 'order', version: '1' },
  attributes: {
    orderId: { type: 'string', required: true, default: () => crypto.randomUUID() },
    tenantId: { type: 'string', required: true, readOnly: true },
    accountId: { type: 'string', required: true, readOnly: true },
    /** In cents. */
    total: { type: 'number', required: true },
    /** Counts the orders of a tenant, without gaps. */
    invoice: { type: 'number', required: true },
  },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['orderId'] }, sk: { field: 'sk', composite: [] } },
    byAccount: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['accountId'] },
      sk: { field: 'gsi1sk', composite: ['orderId'] },
    },
  },
})

const declaredOrders = constrain(OrderEntity, {
  sequences: { invoice: { attribute: 'invoice', scope: ['tenantId'] } },
  pointers: { last: { attribute: 'invoice', scope: ['tenantId'] } },
  references: { account: { entity: accounts, attributes: { accountId: 'accountId' } } },
})
export interface Orders extends Named<typeof declaredOrders> {}
export const orders: Orders = declaredOrders

const SettingsEntity = new Entity({
  model: { service: 'desk', entity: 'settings', version: '1' },
  attributes: {
    /** Whether new accounts are taken. */
    signupEnabled: { type: 'boolean' },
    revision: { type: 'number' },
  },
  indexes: { primary: { pk: { field: 'pk', composite: [] }, sk: { field: 'sk', composite: [] } } },
})

const declaredSettings = singleton(SettingsEntity, {
  defaults: { signupEnabled: true },
  version: 'revision',
})
export interface Settings extends Named<typeof declaredSettings> {}
export const settings: Settings = declaredSettings

export const models = { accounts, orders, settings }
