import { Entity } from 'electrodb'
import { describe, expect, it } from 'vitest'
import type { Model, Rules } from '../../src/define/model.js'
import { ConstraintViolationError } from '../../src/errors/constraint-violation-error.js'
import { ContentionError } from '../../src/errors/contention-error.js'
import { isViolation } from '../../src/errors/is-violation.js'
import type {
  ReferenceViolation,
  StalePointerViolation,
  UniqueViolation,
} from '../../src/errors/violation.js'

const entity = new Entity({
  model: { entity: 'Account', service: 'shop', version: '1' },
  attributes: { accountId: { type: 'string' }, email: { type: 'string' }, username: { type: 'string' } },
  indexes: { byId: { pk: { field: 'pk', composite: ['accountId'] } } },
})
type Accounts = Model<
  typeof entity.schema,
  Rules<
    { email: 'email'; handle: 'username' },
    never,
    never,
    { last: { attribute: 'username'; stale: 'reject' }; newest: { attribute: 'username' } },
    {},
    { parent: 'email'; team: 'username' }
  >
>
const accounts = { kind: 'model', schema: entity.schema } as Accounts

const taken: UniqueViolation = {
  code: 'UNIQUE',
  model: 'Account',
  key: { accountId: 'a2' },
  constraint: 'email',
  fields: ['email'],
  owner: { accountId: 'a1' },
}
const refused: unknown = new ConstraintViolationError([taken])

describe('isViolation', () => {
  it('narrows to an error that has the violation', () => {
    expect(isViolation(refused, accounts, 'UNIQUE')).toBe(true)
    expect(isViolation(refused, accounts, 'UNIQUE', 'email') && refused.find('UNIQUE').owner).toEqual({
      accountId: 'a1',
    })
  })

  it('refuses another constraint, code or model, and what is no refusal', () => {
    expect(isViolation(refused, accounts, 'UNIQUE', 'handle')).toBe(false)
    expect(isViolation(refused, accounts, 'EXISTS')).toBe(false)
    const other = new ConstraintViolationError([{ ...taken, model: 'Order' }])
    expect(isViolation(other, accounts, 'UNIQUE', 'email')).toBe(false)
    expect(isViolation(new ContentionError({ attempts: 1, elapsedMs: 1 }), accounts, 'UNIQUE')).toBe(false)
    expect(isViolation({ ...taken, violations: [taken] }, accounts, 'UNIQUE')).toBe(false)
    expect(isViolation(undefined, accounts, 'UNIQUE')).toBe(false)
  })

  it('tells pointers apart', () => {
    const stale: StalePointerViolation = {
      code: 'STALE_POINTER',
      model: 'Account',
      key: { accountId: 'a2' },
      constraint: 'last',
      attempted: 'ada',
    }
    const late: unknown = new ConstraintViolationError([stale])
    expect(isViolation(late, accounts, 'STALE_POINTER', 'last') && late.find('STALE_POINTER').attempted).toBe(
      'ada',
    )
    expect(isViolation(refused, accounts, 'STALE_POINTER', 'last')).toBe(false)
    expect(isViolation(late, accounts, 'UNIQUE')).toBe(false)
  })

  it('tells references apart', () => {
    const orphan: ReferenceViolation = {
      code: 'REFERENCE',
      model: 'Account',
      key: { accountId: 'a2' },
      constraint: 'team',
      missing: { teamId: 't1' },
    }
    const refusal: unknown = new ConstraintViolationError([orphan])
    expect(isViolation(refusal, accounts, 'REFERENCE', 'team') && refusal.find('REFERENCE').missing).toEqual({
      teamId: 't1',
    })
    expect(isViolation(refusal, accounts, 'REFERENCE', 'parent')).toBe(false)
    expect(isViolation(refused, accounts, 'REFERENCE')).toBe(false)
  })

  it('knows an error of another copy of the package', () => {
    const foreign = Object.assign(new Error('refused'), {
      name: 'ConstraintViolationError',
      violations: [taken],
    })
    expect(isViolation(foreign, accounts, 'UNIQUE', 'email')).toBe(true)
  })
})
