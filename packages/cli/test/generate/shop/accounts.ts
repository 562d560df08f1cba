import { constrain, type Named } from '@latchkey/core'
import { CustomAttributeType, createSchema, Entity } from 'electrodb'
import type { Step } from './money.js'

/** Where somebody lives. Nothing exports it, so it is spelt out. */
type Address = { street: string; zip?: string }

export type AccountId = string & { readonly __of: 'account' }

const schema = createSchema({
  model: { entity: 'account', version: '1', service: 'shop' },
  attributes: {
    /** Given by the library where the caller has none. */
    accountId: {
      type: CustomAttributeType<AccountId>('string'),
      required: true,
      default: () => 'a0' as AccountId,
    },
    tenantId: { type: 'string', required: true, readOnly: true },
    /**
     * What invoices are sent to.
     *
     * Compared without regard to case.
     */
    email: { type: 'string', required: true },
    username: { type: 'string' },
    plan: { type: ['pro', 'free'] as const, required: true, default: 'free' },
    logins: { type: 'number', default: 0 },
    verified: { type: 'boolean' },
    tags: { type: 'set', items: 'string' },
    roles: { type: 'set', items: ['admin', 'staff'] as const },
    profile: {
      type: 'map',
      required: true,
      properties: {
        /** As it is spoken. */
        first: { type: 'string', required: true },
        last: { type: 'string' },
        born: { type: 'number', readOnly: true },
        pin: { type: 'string', hidden: true },
        theme: { type: ['dark', 'light'] as const, required: true, default: 'light' },
        contact: { type: 'map', properties: { phone: { type: 'string' } } },
      },
    },
    notes: { type: 'list', items: { type: 'string' } },
    lines: {
      type: 'list',
      items: {
        type: 'map',
        properties: {
          /** How many. */
          amount: { type: 'number', required: true },
          text: { type: 'string' },
        },
      },
    },
    address: { type: CustomAttributeType<Address>('any') },
    steps: { type: CustomAttributeType<Step[]>('any') },
    born: { type: CustomAttributeType<Date | Map<string, Uint8Array>>('any') },
    loose: { type: 'any' },
    'odd-name': { type: 'string' },
    secret: { type: 'string', hidden: true },
    revision: { type: 'number', required: true },
    createdAt: { type: 'string', readOnly: true, required: true, default: () => '2026-01-01' },
    deletedAt: { type: 'number' },
    expiresAt: { type: 'number' },
  },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['accountId'] }, sk: { field: 'sk', composite: [] } },
    byTenant: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['tenantId'] },
      sk: { field: 'gsi1sk', composite: ['plan', 'createdAt'] },
    },
  },
})

const Account = new Entity(schema)

const declared = constrain(Account, {
  version: 'revision',
  expires: 'expiresAt',
  unique: {
    email: { attributes: ['email'], normalize: 'lowercase', unless: 'deletedAt' },
    handle: { attributes: ['username'], scope: ['tenantId'] },
  },
})
export interface Accounts extends Named<typeof declared> {}
/** Who can buy here. */
export const accounts: Accounts = declared
