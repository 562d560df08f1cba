import { constrain, counter, singleton } from '@latchkey/core'
import { Entity } from 'electrodb'

const AccountEntity = new Entity({
  model: { service: 'shop', entity: 'account', version: '1' },
  attributes: {
    accountId: { type: 'string', required: true },
    tenantId: { type: 'string', required: true },
    email: { type: 'string', required: true },
    username: { type: 'string', field: 'user' },
    plan: { type: ['free', 'pro'] as const, default: 'free' },
    tags: { type: 'set', items: 'string' },
    logins: { type: 'number' },
    note: { type: 'string', hidden: true },
    revision: { type: 'number', required: true },
    deletedAt: { type: 'number' },
    expiresAt: { type: 'number' },
  },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['accountId'] }, sk: { field: 'sk', composite: [] } },
    byTenant: {
      index: 'gsi1',
      collection: 'tenants',
      pk: { field: 'gsi1pk', composite: ['tenantId'] },
      sk: { field: 'gsi1sk', composite: ['username'] },
    },
  },
})

const OrderEntity = new Entity({
  model: { service: 'shop', entity: 'order', version: '1' },
  attributes: {
    orderId: { type: 'string', required: true },
    tenantId: { type: 'string', required: true },
    accountId: { type: 'string', required: true },
    placedAt: { type: 'number', required: true },
    invoice: { type: 'string' },
    heat: { type: 'number' },
  },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['orderId'] }, sk: { field: 'sk', composite: [] } },
  },
})

const SettingsEntity = new Entity({
  model: { service: 'shop', entity: 'settings', version: '1' },
  attributes: {
    signupEnabled: { type: 'boolean', required: true },
    limit: { type: 'number' },
    revision: { type: 'number' },
  },
  indexes: { primary: { pk: { field: 'pk', composite: [] }, sk: { field: 'sk', composite: [] } } },
})

const accounts = constrain(AccountEntity, {
  version: 'revision',
  unique: {
    email: { attributes: ['email'], normalize: ['trim', 'lowercase'], unless: 'deletedAt' },
    handle: { attributes: ['username'], scope: ['tenantId'] },
  },
  expires: 'expiresAt',
})

const orders = constrain(OrderEntity, {
  pointers: {
    last: { attribute: 'placedAt', scope: ['tenantId'] },
    hottest: { attribute: 'heat', advance: 'after' },
  },
  sequences: { invoice: { attribute: 'invoice', scope: ['tenantId'], format: 'INV-{0000}' } },
  references: { account: { entity: AccountEntity, attributes: { accountId: 'accountId' } } },
})

const settings = singleton(SettingsEntity, { defaults: { signupEnabled: false }, version: 'revision' })

const visits = counter({ service: 'shop', name: 'visits', scope: ['tenantId'], shards: 4 })

export const models = { accounts, orders, settings, visits }
