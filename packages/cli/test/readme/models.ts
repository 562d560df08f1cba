import { constrain } from '@latchkey/core'
import { Entity } from 'electrodb'

const Account = new Entity({
  model: { service: 'shop', entity: 'account', version: '1' },
  attributes: {
    accountId: { type: 'string', required: true },
    email: { type: 'string', required: true },
    name: { type: 'string' },
    revision: { type: 'number', required: true },
    expiresAt: { type: 'number' },
  },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['accountId'] }, sk: { field: 'sk', composite: [] } },
  },
})

const accounts = constrain(Account, {
  version: 'revision',
  unique: { email: { attributes: ['email'], normalize: 'lowercase' } },
  expires: 'expiresAt',
})

export const models = { accounts }
