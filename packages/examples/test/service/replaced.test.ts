import {
  ConstraintViolationError,
  ContentionError,
  type ErrorCode,
  OutcomeUnknownError,
  PlanTooLargeError,
} from '@latchkey/core'
import { applied, refused } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { createApp, type Needs } from '../../src/service/app.js'
import type { Account, AccountsRepository, NewAccount } from '../../src/service/generated/index.js'

const ada: Account = { tenantId: 't1', accountId: 'a1', email: 'ada@x.io', plan: 'free', revision: 1 }

function unexpected(): never {
  throw new RangeError('this test does not call it')
}

/** Accounts in memory. The interface is the generated one: a method that is missing or takes something else does not compile. */
class FakeAccounts
  implements Pick<AccountsRepository, 'create' | 'get' | 'update' | 'delete' | 'queryByTenant'>
{
  readonly calls: unknown[] = []
  readonly update = unexpected
  readonly delete = unexpected
  readonly queryByTenant = unexpected

  create(item: NewAccount, options?: object): ReturnType<typeof applied> {
    this.calls.push({ item, options })
    return applied(ada)
  }

  get(): Promise<never> {
    throw new RangeError('no table here')
  }
}

const settings: Needs['settings'] = {
  get: unexpected,
  update: unexpected,
  cached: () => ({ get: async () => ({ signupEnabled: true }), clear: () => undefined }),
}
const orders: Needs['orders'] = { create: unexpected, lastOrder: unexpected, queryByAccount: unexpected }

function appOf(accounts: Needs['accounts']) {
  const reported: unknown[] = []
  return { reported, app: createApp({ accounts, orders, settings, report: (error) => reported.push(error) }) }
}

const signUp = { method: 'POST', body: '{"email":"ada@x.io"}', headers: { 'Idempotency-Key': 'k' } }

test('an account that is stored is answered, and how it is sent is known', async () => {
  const accounts = new FakeAccounts()
  const response = await appOf(accounts).app.request('/tenants/t1/accounts', signUp)
  expect([response.status, await response.json()]).toEqual([201, ada])
  expect(accounts.calls).toEqual([
    {
      item: { email: 'ada@x.io', tenantId: 't1' },
      options: { idempotencyKey: '["t1","k"]', signal: expect.any(AbortSignal) },
    },
  ])
})

test('what nobody expected is reported, and says nothing to the caller', async () => {
  const { app, reported } = appOf(new FakeAccounts())
  const response = await app.request('/tenants/t1/accounts/a1')
  expect(response.status).toBe(500)
  expect(await response.json()).toEqual({ status: 500, code: 'INTERNAL', title: 'Something went wrong' })
  expect(reported).toEqual([new RangeError('no table here')])
})

const key = { tenantId: 't1', accountId: 'secret' }
const exists = { code: 'EXISTS', model: 'account', key } as const
const taken = { code: 'UNIQUE', model: 'account', key, owner: key } as const
const tooLarge = { limitName: 'item bytes', count: 9, limit: 1, breakdown: [] } as const

test.each([
  [new ContentionError({ attempts: 3, elapsedMs: 9 }), 503, 'CONTENTION', undefined],
  [new OutcomeUnknownError({ attempts: 1 }), 503, 'OUTCOME_UNKNOWN', undefined],
  [new PlanTooLargeError(tooLarge), 413, 'PLAN_TOO_LARGE', undefined],
  [new ConstraintViolationError([exists]), 409, 'EXISTS', ['tenantId', 'accountId']],
  [
    new ConstraintViolationError([
      { ...taken, constraint: 'email', fields: ['email'] },
      { ...taken, constraint: 'handle', fields: ['username'] },
    ]),
    409,
    'UNIQUE',
    ['email', 'username'],
  ],
])('%s is %i %s', async (error: Error & { readonly code: ErrorCode }, status, code, fields) => {
  const accounts: Needs['accounts'] = {
    create: () => refused(error),
    get: unexpected,
    update: unexpected,
    delete: unexpected,
    queryByTenant: unexpected,
  }
  const { app, reported } = appOf(accounts)
  const response = await app.request('/tenants/t1/accounts', signUp)
  expect([response.status, response.headers.get('Retry-After')]).toEqual([
    status,
    status === 503 ? '1' : null,
  ])
  expect(response.headers.get('Content-Type')).toBe('application/problem+json')
  const body = await response.text()
  expect(body).not.toContain('secret')
  const problem: { code: string; problems?: { path: string }[] } = JSON.parse(body)
  expect(problem.code).toBe(code)
  expect(problem.problems?.map(({ path }) => path)).toEqual(fields)
  expect(reported).toEqual([])
})
