import { Entity } from 'electrodb'
import type { ConstraintSet, KeyPrefixes, PlanContext } from '../../src/constraint/constraint.js'
import { declareConstraints } from '../../src/constraint/registry.js'
import { declareUnique, type UniqueDeclaration } from '../../src/constraint/unique-declaration.js'
import type { Problem } from '../../src/errors/registry.js'
import type { StoredItem, TableKey } from '../../src/plan/attribute-value.js'
import type { Change } from '../../src/plan/change.js'
import type { Contribution, Finding } from '../../src/plan/contribution.js'
import type { EntityFacts } from '../../src/plan/entity-facts.js'
import { keyAttributesOf } from '../../src/plan/entity-facts.js'
import { factsOf } from '../facts-of.js'

/** An entity with an attribute of every type; `email` and `revision` are stored under other names. */
export const Account = new Entity({
  model: { entity: 'account', version: '1', service: 'shop' },
  attributes: {
    accountId: { type: 'string', required: true },
    tenantId: { type: 'string' },
    email: { type: 'string', field: 'em' },
    username: { type: 'string' },
    nickname: { type: 'string' },
    seats: { type: 'number' },
    active: { type: 'boolean' },
    tier: { type: ['free', 'paid'] as const },
    tags: { type: 'set', items: 'string' },
    list: { type: 'list', items: { type: 'string' } },
    profile: { type: 'map', properties: { first: { type: 'string' } } },
    any: { type: 'any' },
    deletedAt: { type: 'number', field: 'gone' },
    expiresAt: { type: 'number', field: 'ttl' },
    revision: { type: 'number', field: 'rev' },
  },
  indexes: { primary: { pk: { field: 'pk', composite: ['accountId'] }, sk: { field: 'sk', composite: [] } } },
})
export const facts: EntityFacts = factsOf(Account)

/** The constraints of a declaration that is right. */
export function declare(declared: Readonly<Record<string, unknown>>, of: EntityFacts = facts): ConstraintSet {
  const { set, problems } = declareConstraints(declared, of)
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
  return set
}

/** Everything that is wrong with a declaration, as `path: message`. */
export const problemsOf = (declared: object, of: EntityFacts = facts): string[] =>
  declareConstraints({ ...declared }, of).problems.map(({ path, message }) => `${path}: ${message}`)

/** One unique constraint, called `email` where no name is given. */
export function uniqueOf(options: unknown, of: EntityFacts = facts, name = 'email'): UniqueDeclaration {
  const problems: Problem[] = []
  const declaration = declareUnique(name, options, { facts: of, problems, warnings: [] })
  if (declaration === undefined) throw new Error(JSON.stringify(problems))
  return declaration
}

/** A stored account, with its key and what ElectroDB stores to tell whose it is. */
export const stored = (accountId: string, attributes: StoredItem = {}): StoredItem => ({
  ...keyOfAccount(accountId),
  __edb_e__: { S: 'account' },
  __edb_v__: { S: '1' },
  accountId: { S: accountId },
  ...attributes,
})

export const keyOfAccount = (accountId: string): TableKey => ({
  pk: { S: `$shop#accountid_${accountId}` },
  sk: { S: '$account_1' },
})

/** The key of a guard: its partition key again as its sort key. */
export const guard = (text: string): TableKey => ({ pk: { S: text }, sk: { S: text } })

/** `_lk_owner` of an account. */
export const ownerOf = (accountId: string): string => `$shop%23accountid_${accountId}#$account_1`

/** What the keys of guards of `email` begin with. */
export const EMAIL = 'UNIQ#shop.account.email#'
/** The condition of a write on a guard: it is free, or the account's own. */
export const isMine = (accountId: string): object => ({
  op: 'any',
  of: [
    { op: 'absent', field: 'pk' },
    { op: 'equals', field: '_lk_owner', value: { S: ownerOf(accountId) } },
  ],
})
/** The guard of an account, as it should stand in the table. */
export const guardOf = (
  accountId: string,
  key: string,
  constraint = 'email',
  more: StoredItem = {},
): StoredItem => ({
  ...guard(key),
  _lk: { S: 'guard' },
  _lk_of: { S: `shop.account.${constraint}` },
  _lk_owner: { S: ownerOf(accountId) },
  _lk_key: { M: { accountId: { S: accountId } } },
  ...more,
})

const keyIn = (item: StoredItem): TableKey => ({ pk: item['pk'] ?? { S: '' }, sk: item['sk'] ?? { S: '' } })

export const creating = (after: StoredItem): Change => ({
  operation: 'create',
  key: keyIn(after),
  keyAttributes: keyAttributesOf(after, facts),
  before: null,
  after,
  touched: new Set(Object.keys(after)),
  reliesOn: [],
})

/** A put over what is there, or where nothing is: it says of every field what it holds. */
export const replacing = (before: StoredItem | null, after: StoredItem): Change => ({
  ...creating(after),
  operation: 'put',
  before,
})

/** An update that stores these fields; undefined removes one. */
export function updating(
  before: StoredItem,
  changes: Readonly<Record<string, StoredItem[string] | undefined>>,
): Change {
  const after = Object.fromEntries(
    Object.entries({ ...before, ...changes }).flatMap(([field, value]) =>
      value === undefined ? [] : [[field, value]],
    ),
  )
  return {
    operation: 'update',
    key: keyIn(before),
    keyAttributes: keyAttributesOf(before, facts),
    before,
    after,
    touched: new Set(Object.keys(changes)),
    reliesOn: [],
  }
}

export const deleting = (before: StoredItem | undefined, key: TableKey = keyIn(before ?? {})): Change => ({
  operation: 'delete',
  key,
  keyAttributes: before === undefined ? {} : keyAttributesOf(before, facts),
  before,
  after: null,
  touched: new Set(),
  reliesOn: [],
})

/** What the keys of our own items begin with, where nothing else was asked for. */
export const prefixes: KeyPrefixes = {
  guard: 'UNIQ',
  pointer: 'PTR',
  sequence: 'SEQ',
  counter: 'CTR',
  idempotency: 'IDEM',
}

function contextOf(constraints: ConstraintSet, given: Partial<PlanContext> = {}): PlanContext {
  const nothing = { draws: [], adjustments: [], expectation: { kind: 'none' } } as const
  return { ...nothing, constraints, neighbours: [constraints], prefixes, expiryMarginMs: 300_000, ...given }
}

/** What all constraints of a set add to the request of a change. */
export function contribute(
  set: ConstraintSet,
  change: Change,
  given: Partial<PlanContext> = {},
): Contribution {
  const all = set.all.map((constraint) => constraint.plan(change, contextOf(set, given)))
  return {
    writes: all.flatMap(({ writes }) => writes),
    fence: all.flatMap(({ fence }) => fence),
    conditions: all.flatMap(({ conditions }) => conditions),
    increments: Object.assign({}, ...all.map(({ increments }) => increments)) as Record<string, number>,
  }
}

/** The writes as the store sees them, for comparison. */
export const writesOf = (contribution: Contribution): object[] =>
  contribution.writes.map(({ action, role, key, item, condition }) =>
    item === undefined ? { action, role, key, condition } : { action, role, key, item, condition },
  )

/** Each write in a word or two: what it is for, and on which item. */
export const rolesOf = (contribution: Contribution): string[] =>
  contribution.writes.map(({ role, key }) => `${role}: ${key['pk']?.S}`)

/** What the refusal of a write means, with what was read to find out. */
export function settled(
  findings: readonly Finding[],
  read: Readonly<Record<string, StoredItem | undefined>>,
  now = 0,
): readonly Finding[] {
  return findings.flatMap((finding) => {
    if (finding.kind !== 'contested') return [finding]
    return settled(finding.settle(read[String(finding.owner['pk']?.S)], now), read, now)
  })
}
