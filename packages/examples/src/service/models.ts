import { constrain, type Named, singleton } from '@latchkey/core'
import { Entity } from 'electrodb'

const AccountEntity = new Entity({
  model: { service: 'desk', entity: 'account', version: '1' },
  attributes: {
    tenantId: { type: 'string', required: true },
    accountId: { type: 'string', required: true, default: () => crypto.randomUUID() },
    /** Where invoices are sent to. No two accounts have the same, in whichever tenants. */
    email: { type: 'string', required: true, validate: (email: string) => email.includes('@') },
    /** What the account is called within its tenant. */
    username: { type: 'string' },
    plan: { type: ['free', 'pro'] as const, required: true, default: 'free' },
    revision: { type: 'number', required: true },
  },
  indexes: {
    // The tenant is part of every key: with an id of another tenant nothing is found, changed or referred to.
    byTenant: { pk: { field: 'pk', composite: ['tenantId'] }, sk: { field: 'sk', composite: ['accountId'] } },
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
    tenantId: { type: 'string', required: true },
    orderId: { type: 'string', required: true, default: () => crypto.randomUUID() },
    accountId: { type: 'string', required: true, readOnly: true },
    /** In cents. */
    total: {
      type: 'number',
      required: true,
      validate: (total: number) => Number.isInteger(total) && total > 0,
    },
    /** Counts the orders of a tenant, without gaps. */
    invoice: { type: 'number', required: true },
  },
  indexes: {
    byTenant: { pk: { field: 'pk', composite: ['tenantId'] }, sk: { field: 'sk', composite: ['orderId'] } },
    byAccount: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['tenantId', 'accountId'] },
      sk: { field: 'gsi1sk', composite: ['orderId'] },
    },
  },
})

const declaredOrders = constrain(OrderEntity, {
  sequences: { invoice: { attribute: 'invoice', scope: ['tenantId'] } },
  pointers: { last: { attribute: 'invoice', scope: ['tenantId'] } },
  references: {
    account: { entity: accounts, attributes: { tenantId: 'tenantId', accountId: 'accountId' } },
  },
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
