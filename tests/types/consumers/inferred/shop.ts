// Everything is inferred, and everything is exported: declaration files have to name what they mention.
import { type Client, connect, constrain, isViolation } from '@latchkey/core'
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

declare const client: Client
export const db = connect({ accounts }, { client, table: 'shop' })
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
