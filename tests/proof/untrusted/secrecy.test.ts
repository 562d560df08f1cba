import { inspect } from 'node:util'
import { constrain, eventually, type Observer, singleton } from '@latchkey/core'
import { testDatabase, testTable } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { expect, test } from 'vitest'

const MARK = 'SECRET-7f3a'
/** Values that are found again, whatever is done to them: in keys, in hashes' places, in numbers. */
const secret = (name: string): string => `${MARK}-${name}`
const NUMBER = 730_730_730

const primary = { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } as const
const Account = new Entity({
  model: { entity: 'account', version: '1', service: 'shop' },
  attributes: {
    id: { type: 'string', required: true },
    email: { type: 'string' },
    tenant: { type: 'string' },
    kind: { type: ['free', 'paid'] as const },
    code: { type: 'string', validate: /^[\s\S]{0,40}$/ },
    at: { type: 'number' },
    parent: { type: 'string' },
    big: { type: 'string' },
    tags: { type: 'set', items: 'string' },
    profile: { type: 'map', properties: { name: { type: 'string' } } },
    rev: { type: 'number' },
  },
  indexes: { primary },
})
const Parent = new Entity({
  model: { entity: 'parent', version: '1', service: 'shop' },
  attributes: { id: { type: 'string', required: true }, name: { type: 'string' } },
  indexes: { primary },
})
const parents = constrain(Parent, { unique: { name: ['name'] } })
const accounts = constrain(Account, {
  version: 'rev',
  unique: {
    email: { attributes: ['email'], scope: ['tenant'] },
    code: { attributes: ['code'], hash: { secret: secret('key') } },
  },
  pointers: { at: { attribute: 'at', stale: 'reject' } },
  references: { parent: { entity: parents, attributes: { id: 'parent' } } },
})
const Settings = new Entity({
  model: { entity: 'settings', version: '1', service: 'shop' },
  attributes: { text: { type: 'string', required: true }, limit: { type: 'number' } },
  indexes: {
    primary: {
      pk: { field: 'pk', composite: [], template: 'SETTINGS' },
      sk: { field: 'sk', composite: [], template: 'V1' },
    },
  },
})
const settings = singleton(Settings, { defaults: { text: 'default' } })

const key = { id: secret('id') }
const whole = {
  ...key,
  email: secret('email'),
  tenant: secret('tenant'),
  code: secret('code'),
  at: NUMBER,
  big: secret('big'),
}
/** What types refuse is given all the same. */
const any = (value: unknown): never => value as never

const open = async () => {
  const events: unknown[] = []
  const see = (event: object): void => {
    // A plan is what is sent: its text is free of values, the plan itself cannot be.
    const told = 'plan' in event ? { ...event, plan: String(event.plan) } : event
    events.push(told, inspect(told, { depth: 10 }), JSON.stringify(told))
  }
  const observe: Observer = { onPlan: see, onRequest: see, onRetry: see, onViolation: see, onWarning: see }
  const retry = { attempts: 3, baseDelayMs: 0, maxDelayMs: 1 }
  const db = await testDatabase({ accounts, parents, settings }, { observe, retry })
  await db.accounts.create(whole)
  return { db, events, faults: testTable(db).dynamo.faults }
}
type Open = Awaited<ReturnType<typeof open>>

/** Each error by its code, and something that ends in it. */
const PROVOKED: readonly (readonly [string, string, (opened: Open) => Promise<unknown>])[] = [
  ['EXISTS', 'create', ({ db }) => db.accounts.create(whole)],
  ['UNIQUE', 'create', ({ db }) => db.accounts.create({ ...whole, id: 'other', at: NUMBER + 1 })],
  [
    'UNIQUE',
    'upsert',
    ({ db }) => db.accounts.upsert({ id: secret('b'), email: whole.email, tenant: whole.tenant }),
  ],
  ['STALE_POINTER', 'put', ({ db }) => db.accounts.put({ id: secret('b'), at: NUMBER - 1 })],
  ['REFERENCE', 'create', ({ db }) => db.accounts.create({ id: secret('b'), parent: secret('parent') })],
  [
    'NOT_FOUND',
    'update',
    ({ db }) => db.accounts.update({ id: secret('b') }, { set: { email: secret('x') } }),
  ],
  [
    'VERSION',
    'update',
    ({ db }) => db.accounts.update(key, { set: { email: secret('x') } }, { version: NUMBER }),
  ],
  [
    'CONDITION',
    'update',
    ({ db }) =>
      db.accounts.update(key, { set: { big: secret('x') } }, { where: (a, op) => op.eq(a.big, secret('y')) }),
  ],
  [
    'NOT_FOUND',
    'transaction',
    ({ db }) =>
      db.$transaction((tx) => {
        tx.accounts.check({ id: secret('b') }).exists()
        tx.parents.create({ id: secret('p'), name: secret('name') })
      }),
  ],
  [
    'DUPLICATE_ITEM',
    'transaction',
    ({ db }) =>
      db.$transaction((tx) => [
        tx.accounts.delete(key),
        tx.accounts.update(key, { set: { big: secret('x') } }),
      ]),
  ],
  [
    'INVALID_INPUT',
    'an enum',
    ({ db }) => db.accounts.create({ id: secret('b'), kind: any(secret('kind')) }),
  ],
  [
    'INVALID_INPUT',
    'a pattern',
    ({ db }) => db.accounts.create({ id: secret('b'), code: secret('x'.repeat(50)) }),
  ],
  ['INVALID_INPUT', 'a type', ({ db }) => db.accounts.create({ id: secret('b'), at: any(secret('at')) })],
  [
    'INVALID_INPUT',
    'a nested type',
    ({ db }) => db.accounts.create({ id: secret('b'), profile: any({ name: NUMBER }) }),
  ],
  [
    'INVALID_INPUT',
    'a map',
    ({ db }) => db.accounts.create({ id: secret('b'), profile: any(secret('profile')) }),
  ],
  ['INVALID_INPUT', 'a set', ({ db }) => db.accounts.create({ id: secret('b'), tags: any([NUMBER]) })],
  ['INVALID_INPUT', 'arithmetic', ({ db }) => db.accounts.update(key, { add: any({ at: secret('at') }) })],
  [
    'INVALID_INPUT',
    'half a pair',
    ({ db }) => db.accounts.create({ id: secret('b'), email: `${secret('x')}\uD800`, tenant: 't' }),
  ],
  [
    'INVALID_INPUT',
    'not a number',
    ({ db }) => db.accounts.create({ id: secret('b'), at: Number.NaN, big: secret('x') }),
  ],
  ['INVALID_INPUT', 'a key', ({ db }) => db.accounts.get(any({ id: [secret('id')] }))],
  [
    'INVALID_INPUT',
    'a lookup',
    ({ db }) => db.accounts.by.email(any({ email: [secret('email')], tenant: secret('t') })),
  ],
  ['INVALID_INPUT', 'a remove', ({ db }) => db.accounts.update(key, { remove: any(secret('name')) })],
  [
    'INVALID_INPUT',
    'options',
    ({ db }) => db.accounts.update(key, { set: { big: 'x' } }, any(secret('options'))),
  ],
  [
    'INVALID_INPUT',
    'a version',
    ({ db }) => db.accounts.update(key, { set: { big: 'x' } }, any({ version: secret('v') })),
  ],
  ['INVALID_INPUT', 'a singleton', ({ db }) => db.settings.update({ set: { limit: any(secret('limit')) } })],
  [
    'PLAN_TOO_LARGE',
    'an item',
    ({ db }) => db.accounts.create({ id: secret('b'), big: secret('x'.repeat(410_000)) }),
  ],
  [
    'PLAN_TOO_LARGE',
    'a scope',
    ({ db }) =>
      db.accounts.create({ id: secret('b'), email: secret('e'), tenant: secret('t'.repeat(2_000)) }),
  ],
  [
    'IDEMPOTENCY_KEY_REUSED',
    'create',
    async ({ db }) => {
      await db.parents.create({ id: secret('p') }, { idempotencyKey: secret('once') })
      await db.parents.create({ id: secret('q') }, { idempotencyKey: secret('once') })
    },
  ],
  [
    'CONTENTION',
    'update',
    ({ db, faults }) => {
      faults.conflict({ operation: 'TransactWriteItems', times: 1_000 })
      return db.accounts.update(key, { set: { email: secret('x') } })
    },
  ],
  [
    'OUTCOME_UNKNOWN',
    'create',
    ({ db, faults }) => {
      faults.lostAnswer({ operation: 'TransactWriteItems', times: 1_000 })
      return db.accounts.create({ ...whole, id: secret('b'), email: secret('x') })
    },
  ],
  [
    'ABORTED',
    'createMany',
    async ({ db }) => {
      const [row] = await db.accounts.createMany([whole], { signal: AbortSignal.abort(new Error('enough')) })
      if (row?.ok === false) throw row.error
    },
  ],
  [
    'TIMEOUT',
    'eventually',
    ({ db }) => eventually(() => db.accounts.get(key), { until: () => false, timeoutMs: 20 }),
  ],
]

/** Everything that a logger, a test runner or somebody at a prompt makes of an error. */
function tellings(error: unknown): string[] {
  const causes: unknown[] = []
  for (let at: unknown = error; at instanceof Error; at = at.cause) causes.push(at)
  return causes.flatMap((each) => [
    String(each),
    each instanceof Error ? each.message : '',
    each instanceof Error ? (each.stack ?? '') : '',
    JSON.stringify(each) ?? '',
    JSON.stringify({ ...Object(each) }),
    inspect(each, { depth: 10 }),
    inspect({ error: each }, { depth: 10, showProxy: true }),
  ])
}

const SECRETS = new RegExp(`${MARK}|${NUMBER}|7307307`, 'i')

test.each(PROVOKED)(
  '%s of %s says fields and no values, to whoever looks',
  async (code, _, provoke) => {
    const opened = await open()
    const error: unknown = await provoke(opened).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).toMatchObject({ code })
    for (const telling of tellings(error)) expect(telling).not.toMatch(SECRETS)
    for (const event of opened.events) expect(String(event)).not.toMatch(SECRETS)
  },
  60_000,
)

test('a declaration that cannot work says nothing of its secret', () => {
  const declare = (): unknown =>
    constrain(Account, {
      unique: {
        code: { attributes: ['code'], hash: { secret: secret('key') }, prefix: any(7), sortKey: any({}) },
      },
    })
  expect(declare).toThrow(/unique\.code/)
  try {
    declare()
  } catch (error) {
    for (const telling of tellings(error)) expect(telling).not.toMatch(SECRETS)
  }
})
