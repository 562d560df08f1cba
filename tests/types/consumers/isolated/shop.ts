// With isolatedDeclarations every export says its type: a model names its schema and its rules.
import { type Client, connect, constrain, type Database, type Model, type Rules } from '@latchkey/core'
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

export interface Shop extends Database<{ readonly accounts: Accounts }> {}
export const open = (client: Client): Shop => connect({ accounts }, { client, table: 'shop' })
export const register = async (shop: Shop): Promise<string> => {
  const { email } = await shop.accounts.create({ accountId: 'a1', email: 'ada@lovelace.io' })
  return (await shop.accounts.by.email({ email }))?.accountId ?? 'none'
}
