import { constrain, type ItemOf, type Named } from '@latchkey/core'
import { Entity } from 'electrodb'

const AccountEntity = new Entity({
  model: { service: 'shop', entity: 'account', version: '1' },
  attributes: {
    accountId: { type: 'string', required: true, default: () => crypto.randomUUID() },
    email: { type: 'string', required: true },
    username: { type: 'string', required: true },
    displayName: { type: 'string', field: 'name' },
    revision: { type: 'number', required: true },
  },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['accountId'] }, sk: { field: 'sk', composite: [] } },
  },
})

const declared = constrain(AccountEntity, {
  version: 'revision',
  unique: {
    email: { attributes: ['email'], normalize: ['trim', 'lowercase'] },
    username: { attributes: ['username'], normalize: 'lowercase' },
  },
})

export interface Accounts extends Named<typeof declared> {}
export const accounts: Accounts = declared
export type Account = ItemOf<Accounts>

export const models = { accounts }
