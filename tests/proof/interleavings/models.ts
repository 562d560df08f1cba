import type { constrain, counter, Database, singleton } from '@latchkey/core'
import { Entity } from 'electrodb'

/** What declares models: of the library itself, or of a copy of it that was broken on purpose. */
export interface Declaring {
  readonly constrain: typeof constrain
  readonly singleton: typeof singleton
  readonly counter: typeof counter
}

const service = 'proof'
const byId = {
  primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } },
} as const

const Account = new Entity({
  model: { service, entity: 'account', version: '1' },
  attributes: {
    id: { type: 'string', required: true },
    tenant: { type: 'string', required: true, default: 't1' },
    email: { type: 'string' },
    handle: { type: 'string' },
    first: { type: 'string' },
    last: { type: 'string' },
    nickname: { type: 'string' },
    credit: { type: 'number', default: 0 },
    deletedAt: { type: 'number' },
    revision: { type: 'number', required: true },
  },
  indexes: byId,
})

const Team = new Entity({
  model: { service, entity: 'team', version: '1' },
  attributes: {
    id: { type: 'string', required: true },
    tenant: { type: 'string', required: true, default: 't1' },
    slug: { type: 'string', set: (slug?: string) => slug?.toLowerCase() },
  },
  indexes: byId,
})

const User = new Entity({
  model: { service, entity: 'user', version: '1' },
  attributes: {
    id: { type: 'string', required: true },
    email: { type: 'string' },
    name: { type: 'string' },
    n: { type: 'number', default: 1 },
  },
  indexes: byId,
})

const Session = new Entity({
  model: { service, entity: 'session', version: '1' },
  attributes: {
    id: { type: 'string', required: true },
    token: { type: 'string' },
    note: { type: 'string' },
    expiresAt: { type: 'number' },
    revision: { type: 'number', required: true },
  },
  indexes: byId,
})

const Customer = new Entity({
  model: { service, entity: 'customer', version: '1' },
  attributes: { id: { type: 'string', required: true }, name: { type: 'string' } },
  indexes: byId,
})

const Order = new Entity({
  model: { service, entity: 'order', version: '1' },
  attributes: {
    id: { type: 'string', required: true },
    tenant: { type: 'string', required: true, default: 't1' },
    at: { type: 'number' },
    customer: { type: 'string' },
    note: { type: 'string' },
    invoice: { type: 'number', required: true },
    revision: { type: 'number', required: true },
  },
  indexes: {
    ...byId,
    byTenant: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['tenant'] },
      sk: { field: 'gsi1sk', composite: ['id'] },
    },
  },
})

const Entry = new Entity({
  model: { service, entity: 'entry', version: '1' },
  attributes: {
    id: { type: 'string', required: true },
    position: { type: 'number' },
    seen: { type: 'number' },
  },
  indexes: byId,
})

const Ticket = new Entity({
  model: { service, entity: 'ticket', version: '1' },
  attributes: { id: { type: 'string', required: true }, number: { type: 'number', required: true } },
  indexes: byId,
})

const fixed = (sk: string) =>
  ({
    primary: {
      pk: { field: 'pk', composite: [], template: 'FLAGS', casing: 'none' },
      sk: { field: 'sk', composite: [], template: sk, casing: 'none' },
    },
  }) as const

const Flags = new Entity({
  model: { service, entity: 'flags', version: '1' },
  attributes: {
    isOpen: { type: 'boolean', required: true },
    limit: { type: 'number', required: true },
    banner: { type: 'string' },
    revision: { type: 'number', required: true },
  },
  indexes: fixed('V1'),
})

const FlagsV2 = new Entity({
  model: { service, entity: 'flags', version: '2' },
  attributes: {
    signup: { type: 'string', required: true },
    limit: { type: 'number', required: true },
    banner: { type: 'string' },
    revision: { type: 'number', required: true },
  },
  indexes: fixed('V2'),
})

/** Declares everything that the proofs work with: each kind of constraint, and items that share values. */
export function declareModels({ constrain, singleton, counter }: Declaring) {
  const accounts = constrain(Account, {
    version: 'revision',
    unique: {
      email: { attributes: ['email'], normalize: 'lowercase', unless: 'deletedAt' },
      handle: { attributes: ['handle'], scope: ['tenant'], namespace: 'names' },
      fullName: ['first', 'last'],
    },
  })
  const teams = constrain(Team, {
    unique: { slug: { attributes: ['slug'], scope: ['tenant'], namespace: 'names' } },
  })
  const users = constrain(User, { unique: { email: ['email'] } })
  const sessions = constrain(Session, {
    version: 'revision',
    unique: { token: ['token'] },
    expires: 'expiresAt',
  })
  const customers = constrain(Customer, {})
  const orders = constrain(Order, {
    version: 'revision',
    pointers: { last: { attribute: 'at', scope: ['tenant'] } },
    sequences: { invoice: { attribute: 'invoice', scope: ['tenant'] } },
    references: { customer: { entity: customers, attributes: { id: 'customer' } } },
  })
  const entries = constrain(Entry, {
    pointers: {
      head: { attribute: 'position', stale: 'reject' },
      seen: { attribute: 'seen', advance: 'after' },
    },
  })
  const tickets = constrain(Ticket, { sequences: { number: { attribute: 'number', gapless: false } } })
  const flags = singleton(Flags, { defaults: { isOpen: false, limit: 10 }, version: 'revision' })
  const flagsV2 = singleton(FlagsV2, {
    defaults: { signup: 'closed', limit: 20 },
    version: 'revision',
    supersedes: {
      model: flags,
      map: ({ isOpen, limit, banner }) => ({
        signup: isOpen ? 'open' : 'closed',
        limit,
        ...(banner !== undefined && { banner }),
      }),
    },
  })
  const visits = counter({ service, name: 'visits', shards: 2 })
  return { accounts, teams, users, sessions, customers, orders, entries, tickets, flags, flagsV2, visits }
}

export type Db = Database<ReturnType<typeof declareModels>>
