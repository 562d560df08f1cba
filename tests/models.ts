import { constrain, type Named } from '@latchkey/core'
import { Entity } from 'electrodb'

const Account = new Entity({
  model: { entity: 'account', version: '1', service: 'shop' },
  attributes: {
    accountId: { type: 'string', required: true, default: () => crypto.randomUUID() },
    tenantId: { type: 'string', required: true },
    email: { type: 'string' },
    username: { type: 'string' },
    nickname: { type: 'string' },
    logins: { type: 'number' },
    credit: { type: 'number', default: 0 },
    revision: { type: 'number', required: true },
    deletedAt: { type: 'number' },
    tags: { type: 'set', items: 'string' },
    notes: { type: 'list', items: { type: 'string' } },
    profile: { type: 'map', properties: { first: { type: 'string' }, last: { type: 'string' } } },
    secret: { type: 'string', hidden: true },
  },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['accountId'] }, sk: { field: 'sk', composite: [] } },
    byTenant: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['tenantId'] },
      sk: { field: 'gsi1sk', composite: ['username'] },
    },
  },
})

const declaredAccounts = constrain(Account, {
  version: 'revision',
  unique: {
    email: { attributes: ['email'], normalize: 'lowercase', unless: 'deletedAt' },
    handle: { attributes: ['username'], scope: ['tenantId'] },
  },
})
export interface Accounts extends Named<typeof declaredAccounts> {}
export const accounts: Accounts = declaredAccounts

/** The smallest model with a sparse unique attribute and no version. */
export const User = new Entity({
  model: { entity: 'user', version: '1', service: 'shop' },
  attributes: {
    id: { type: 'string', required: true },
    email: { type: 'string' },
    name: { type: 'string' },
    n: { type: 'number', default: 1 },
    meta: { type: 'any' },
  },
  indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
})

const declaredUsers = constrain(User, { unique: { email: ['email'] } })
export interface Users extends Named<typeof declaredUsers> {}
export const users: Users = declaredUsers
