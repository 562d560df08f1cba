import { Entity } from 'electrodb'
import { describe, expect, it } from 'vitest'
import type { ConstraintSet } from '../../src/constraint/constraint.js'
import { constrain } from '../../src/define/constrain.js'
import { definitionOf } from '../../src/define/declare.js'
import { Account } from '../constraint/account.js'

const thrown = (run: () => unknown): unknown => {
  try {
    run()
  } catch (error) {
    return error
  }
  return undefined
}
/** The constraints that were declared for a model. */
function constraintsOf(model: unknown): ConstraintSet | undefined {
  const definition = definitionOf(model)
  return definition !== undefined && 'constraints' in definition ? definition.constraints : undefined
}
/** Declares what the compiler would refuse. */
const declare = (entity: unknown, declared: unknown): unknown => constrain(entity as never, declared as never)

describe('a model', () => {
  const model = constrain(Account, {
    version: 'revision',
    unique: { email: { attributes: ['email'], normalize: 'lowercase' }, handle: ['username'] },
    expires: 'expiresAt',
  })

  it('is plain frozen data, and the entity is as it was', () => {
    expect(Object.keys(model)).toEqual(expect.arrayContaining(['kind', 'schema', 'entity', 'warnings']))
    expect(model).toMatchObject({ kind: 'model', warnings: [] })
    expect(model.entity).toBe(Account)
    expect(model.schema).toBe(Account.schema)
    expect(Object.isFrozen(model)).toBe(true)
    expect(Object.isFrozen(model.warnings)).toBe(true)
  })

  it('is known again, itself alone', () => {
    expect(constraintsOf(model)).toMatchObject({ version: 'rev', expiry: 'ttl' })
    expect(definitionOf({ ...model })).toBeUndefined()
    expect(definitionOf(Account)).toBeUndefined()
    expect(definitionOf(null)).toBeUndefined()
    expect(definitionOf('model')).toBeUndefined()
  })

  it('may be declared without constraints, and an entity more than once', () => {
    expect(constraintsOf(constrain(Account, {}))?.all).toEqual([])
    expect(constraintsOf(model)?.all).toHaveLength(3)
  })

  it('does not follow a declaration that is changed afterwards', () => {
    const unique: { email: [string, ...string[]] } = { email: ['email'] }
    const other = declare(Account, { unique })
    unique.email[0] = 'nickname'
    const [constraint] = constraintsOf(other)?.all ?? []
    expect(constraint?.lookups[0]?.attributes).toEqual(['email'])
  })
})

describe('a declaration is refused', () => {
  it.each([undefined, null, {}, { schema: Account.schema }, Account.schema, 'account'])(
    'for %s, which is no entity',
    (entity) => {
      expect(thrown(() => declare(entity, {}))).toMatchObject({
        name: 'DeclarationError',
        code: 'DECLARATION',
        problems: [
          { path: '', message: expect.stringContaining('takes an ElectroDB Entity as its first argument') },
        ],
      })
    },
  )

  it.each([undefined, null, [], 'unique'])('as %j, which is no object', (declared) => {
    expect(thrown(() => declare(Account, declared))).toMatchObject({
      code: 'DECLARATION',
      model: 'account',
      message: 'account: the constraints have to be an object',
    })
  })

  it('with everything that is wrong, in sentences', () => {
    expect(
      thrown(() => declare(Account, { uniqe: {}, version: 'email', unique: { a: ['emial'] } })),
    ).toMatchObject({
      code: 'DECLARATION',
      model: 'account',
      problems: [{ path: 'uniqe' }, { path: 'version' }, { path: 'unique.a.attributes' }],
      message: expect.stringMatching(
        /^account: uniqe: is no kind of constraint: .*; version: email has to be a number: .*; unique\.a\.attributes: emial is no attribute of account$/,
      ),
    })
  })
})

describe('a guard key that equals a key of the entity', () => {
  const Plain = new Entity({
    model: { entity: 'plain', version: '1', service: 'shop' },
    attributes: { id: { type: 'string' }, email: { type: 'string' } },
    indexes: {
      primary: { pk: { field: 'pk', composite: ['id'], template: 'EMAIL#$'.concat('{id}') as never } },
    },
  })

  it('is refused when it is declared', () => {
    const key = ([email]: readonly unknown[]) => ({ pk: `email#${String(email)}` })
    expect(thrown(() => declare(Plain, { unique: { email: { attributes: ['email'], key } } }))).toMatchObject(
      {
        code: 'DECLARATION',
        problems: [{ path: 'unique.email' }],
      },
    )
  })
})

it('a version that an attribute watches is refused, wherever it stands among what is watched', () => {
  const watching = new Entity({
    model: { entity: 'watching', version: '1', service: 'shop' },
    attributes: {
      id: { type: 'string', required: true },
      revision: { type: 'number' },
      seen: { type: 'string', watch: ['id', 'revision'], set: () => 'x' },
    },
    indexes: { primary: { pk: { field: 'pk', composite: ['id'] } } },
  })
  expect(() => declare(watching, { version: 'revision' })).toThrow('seen watches revision')
})
