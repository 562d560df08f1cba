import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { AbortedError } from '../../src/errors/aborted-error.js'
import { ConstraintViolationError } from '../../src/errors/constraint-violation-error.js'
import { ContentionError } from '../../src/errors/contention-error.js'
import { DeclarationError } from '../../src/errors/declaration-error.js'
import { DuplicateItemError } from '../../src/errors/duplicate-item-error.js'
import { IdempotencyKeyReusedError } from '../../src/errors/idempotency-key-reused-error.js'
import { InternalError } from '../../src/errors/internal-error.js'
import { InvalidInputError } from '../../src/errors/invalid-input-error.js'
import { isLatchkeyError } from '../../src/errors/is-latchkey-error.js'
import { LatchkeyError } from '../../src/errors/latchkey-error.js'
import { OutcomeUnknownError } from '../../src/errors/outcome-unknown-error.js'
import { PlanTooLargeError } from '../../src/errors/plan-too-large-error.js'
import { TimeoutError } from '../../src/errors/timeout-error.js'
import type { Violation } from '../../src/errors/violation.js'

const change = { model: 'Account', key: { accountId: 'secret-id' } }
const taken = (constraint: string, fields: string[] = [constraint]): Violation => ({
  ...change,
  code: 'UNIQUE',
  constraint,
  fields,
  owner: { accountId: 'secret-owner' },
})
const version: Violation = { ...change, code: 'VERSION', expected: 424_241, actual: 424_242 }
const stale: Violation = { ...change, code: 'STALE_POINTER', constraint: 'last', attempted: 434_343 }
const orphan: Violation = {
  ...change,
  code: 'REFERENCE',
  constraint: 'order',
  missing: { tenantId: 'secret-tenant', orderId: 'secret-order' },
}
const refuse = (...violations: [Violation, ...Violation[]]) =>
  new ConstraintViolationError(violations, { model: 'Account', operation: 'create' })

describe('a refused write', () => {
  it('has every violation, in the fixed order, and the code of the first', () => {
    const error = refuse(
      { ...change, code: 'CONDITION' },
      orphan,
      stale,
      taken('email'),
      version,
      taken('handle'),
      { ...change, code: 'EXISTS' },
      { ...change, code: 'NOT_FOUND' },
    )
    expect(error.violations.map(({ code }) => code)).toEqual([
      'NOT_FOUND',
      'EXISTS',
      'VERSION',
      'UNIQUE',
      'UNIQUE',
      'STALE_POINTER',
      'REFERENCE',
      'CONDITION',
    ])
    expect(error.violations.filter((v) => v.code === 'UNIQUE').map((v) => v.constraint)).toEqual([
      'email',
      'handle',
    ])
    expect(error.code).toBe('NOT_FOUND')
  })

  it('finds a violation by its code and its constraint', () => {
    const error = refuse(taken('email'), { ...change, code: 'EXISTS' })
    expect(error.has('UNIQUE')).toBe(true)
    expect(error.has('UNIQUE', 'email')).toBe(true)
    expect(error.has('UNIQUE', 'handle')).toBe(false)
    expect(error.has('VERSION')).toBe(false)
    expect(refuse(stale).find('STALE_POINTER', 'last')?.attempted).toBe(434_343)
    expect(refuse(stale).has('STALE_POINTER', 'newest')).toBe(false)
    expect(refuse(orphan).find('REFERENCE', 'order')?.missing).toMatchObject({ orderId: 'secret-order' })
    expect(refuse(orphan).has('REFERENCE', 'account')).toBe(false)
    expect(error.find('UNIQUE', 'email')?.owner).toEqual({ accountId: 'secret-owner' })
  })

  it.each([
    [[taken('email'), taken('username')], 'Account.create: email and username are already taken'],
    [[taken('email')], 'Account.create: email is already taken'],
    [
      [taken('email'), taken('name', ['team', 'name']), taken('slug')],
      'Account.create: email, the combination of team and name and slug are already taken',
    ],
    [
      [taken('email'), { ...change, code: 'EXISTS' }],
      'Account.create: an item with this accountId already exists; email is already taken',
    ],
    [[{ ...change, code: 'NOT_FOUND' }], 'Account.create: there is no item with this accountId'],
    [
      [{ ...change, code: 'CONDITION' }, taken('email')],
      'Account.create: email is already taken; the condition given as `where` does not hold for the item',
    ],
    [
      [{ ...change, code: 'CONDITION' }, stale, taken('email'), taken('email')],
      'Account.create: email is already taken; the pointer last has already reached this value or passed it; values have to come in order; the condition given as `where` does not hold for the item',
    ],
    [
      [{ ...change, code: 'CONDITION' }, orphan, stale],
      'Account.create: the pointer last has already reached this value or passed it; values have to come in order; order refers to an item that does not exist, as there is none with this tenantId and orderId; create that item first; the condition given as `where` does not hold for the item',
    ],
  ] satisfies [Violation[], string][])('says what was refused in field names', (violations, message) => {
    expect(refuse(...(violations as [Violation, ...Violation[]])).message).toBe(message)
  })

  it('prints no values', () => {
    const error = refuse(taken('email'), version, stale, orphan)
    const printed = [JSON.stringify(error), inspect(error, { depth: 9 }), String(error), error.stack].join()
    expect(printed).not.toMatch(/secret|42424|43434/)
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: 'ConstraintViolationError',
      message: error.message,
      code: 'VERSION',
      model: 'Account',
      operation: 'create',
      violations: [
        { code: 'VERSION', model: 'Account' },
        { code: 'UNIQUE', model: 'Account', constraint: 'email', fields: ['email'] },
        { code: 'STALE_POINTER', model: 'Account', constraint: 'last' },
        { code: 'REFERENCE', model: 'Account', constraint: 'order' },
      ],
    })
    expect(error.violations[0].key).toEqual({ accountId: 'secret-id' })
    expect(error.find('VERSION')).toMatchObject({ expected: 424_241, actual: 424_242 })
  })

  it('leaves the violations it was given as they were', () => {
    const given = taken('email')
    refuse(given)
    expect(Object.keys(given)).toContain('key')
    expect(Object.isFrozen(given)).toBe(false)
  })

  it('hides the values of frozen violations too', () => {
    const error = refuse(Object.freeze(taken('email')))
    expect(JSON.stringify(error)).not.toContain('secret')
  })
})

describe('every error', () => {
  const context = { model: 'Account', operation: 'update' }
  const problem = { path: 'set.nick', message: 'is no attribute of Account' }
  const errors: [LatchkeyError, string, string, string][] = [
    [
      new ContentionError({ attempts: 5, elapsedMs: 120.4 }, context),
      'ContentionError',
      'CONTENTION',
      '5 attempts',
    ],
    [new ContentionError({ attempts: 1, elapsedMs: 1 }), 'ContentionError', 'CONTENTION', '1 attempt in'],
    [new OutcomeUnknownError({ attempts: 2 }, context), 'OutcomeUnknownError', 'OUTCOME_UNKNOWN', 'may not'],
    [
      new DeclarationError([problem], context),
      'DeclarationError',
      'DECLARATION',
      'set.nick: is no attribute',
    ],
    [
      new InvalidInputError([problem, { path: '', message: 'nothing to change' }], context),
      'InvalidInputError',
      'INVALID_INPUT',
      'Account.update: set.nick: is no attribute of Account; nothing to change',
    ],
    [new AbortedError(context), 'AbortedError', 'ABORTED', 'Account.update: the signal was aborted'],
    [new InternalError('no such role', context), 'InternalError', 'INTERNAL', 'bug of @latchkey/core'],
    [
      new DuplicateItemError({ operations: ['Account.update', 'Account.delete'] }),
      'DuplicateItemError',
      'DUPLICATE_ITEM',
      'Account.update and Account.delete are about the same item',
    ],
    [new TimeoutError({ attempts: 7, elapsedMs: 5_000.4 }), 'TimeoutError', 'TIMEOUT', '7 reads in 5000 ms'],
    [new TimeoutError({ attempts: 1, elapsedMs: 1 }), 'TimeoutError', 'TIMEOUT', '1 read in 1 ms'],
    [
      new IdempotencyKeyReusedError(context),
      'IdempotencyKeyReusedError',
      'IDEMPOTENCY_KEY_REUSED',
      'use a new key for a new request',
    ],
  ]

  it.each(errors)('%s: its name, code and message', (error, name, code, text) => {
    expect(error).toBeInstanceOf(LatchkeyError)
    expect(isLatchkeyError(error)).toBe(true)
    expect(error.name).toBe(name)
    expect(Object.keys(error)).not.toContain('name')
    expect(error.code).toBe(code)
    expect(error.message).toContain(text)
    expect(error.stack).toMatch(new RegExp(`^${name}: `))
  })

  it('keeps what caused it', () => {
    const reason = new Error('no longer wanted')
    expect(new AbortedError({ cause: reason }).cause).toBe(reason)
    expect(Object.keys(new AbortedError({ ...context, cause: reason }))).toEqual([
      'code',
      'model',
      'operation',
    ])
  })

  it('carries what its code promises', () => {
    const operations = ['Account.update', 'Account.delete'] as const
    expect(new DuplicateItemError({ operations }).operations).toEqual(operations)
    expect(new TimeoutError({ attempts: 7, elapsedMs: 5_000.4 })).toMatchObject({
      attempts: 7,
      elapsedMs: 5_000.4,
    })
  })

  it('says where, as far as it is known', () => {
    expect(new InternalError('x', { model: 'Account' }).message).toMatch(/^Account: x/)
    expect(new InternalError('x', { operation: 'connect' }).message).toMatch(/^connect: x/)
    expect(new InternalError('x').message).toMatch(/^x/)
    expect(Object.keys(new InternalError('x'))).toEqual(['code'])
  })

  it('is told apart by its code, also when it comes from another copy of the package', () => {
    const foreign = Object.assign(new Error('x'), { code: 'CONTENTION', attempts: 3 })
    expect(isLatchkeyError(foreign)).toBe(false)
    Object.defineProperty(foreign, Symbol.for('@latchkey/core/error'), { value: true })
    expect(isLatchkeyError(foreign) && foreign.code === 'CONTENTION' && foreign.attempts).toBe(3)
    expect(isLatchkeyError(undefined)).toBe(false)
    expect(isLatchkeyError('CONTENTION')).toBe(false)
  })
})

describe('a plan that is too large', () => {
  it('says which limit, by how much, and what takes the room', () => {
    const breakdown = ['item', 'claim email', 'a', 'b', 'c', 'd'].map((what, count) => ({ what, count }))
    const error = new PlanTooLargeError(
      { limitName: 'writes', count: 120, limit: 100, breakdown },
      { model: 'Account', operation: 'create' },
    )
    expect(error.message).toBe(
      'Account.create: the request needs 120 writes, and the service allows 100 (d 5, c 4, b 3, a 2, claim email 1, ...); nothing was sent, make it smaller',
    )
    expect(error).toMatchObject({ code: 'PLAN_TOO_LARGE', limitName: 'writes', count: 120, limit: 100 })
    expect(error.breakdown[0]).toEqual({ what: 'd', count: 5 })
    expect(
      new PlanTooLargeError({ limitName: 'item bytes', count: 2, limit: 1, breakdown: [] }).message,
    ).toContain('needs 2 item bytes, and the service allows 1; nothing')
  })
})
