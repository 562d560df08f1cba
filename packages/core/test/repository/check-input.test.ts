import { describe, expect, it } from 'vitest'
import {
  checkAttributes,
  checkChanges,
  checkInput,
  checkKey,
  checkValues,
} from '../../src/repository/check-input.js'
import { facts } from '../constraint/account.js'

const context = { model: 'account', operation: 'update' }
const managed = new Set(['revision'])
const rules = { facts, managed, guarded: new Set(['em', 'ttl', 'rev']) }

function problemsOf(run: () => unknown): readonly string[] {
  try {
    run()
  } catch (error) {
    const { code, model, operation, problems } = error as {
      code: string
      model: string
      operation: string
      problems: readonly { path: string; message: string }[]
    }
    expect([code, model, operation]).toEqual(['INVALID_INPUT', 'account', 'update'])
    return problems.map(({ path, message }) => `${path}: ${message}`)
  }
  return []
}

describe('the input of a create', () => {
  it('is given on as it is', () => {
    const input = { accountId: '1', email: undefined, nope: undefined }
    expect(checkInput(input, facts, managed, context)).toBe(input)
  })

  it.each<[unknown, string[]]>([
    [undefined, [': the item has to be an object']],
    [[], [': the item has to be an object']],
    ['x', [': the item has to be an object']],
    [{ emial: 'x', em: 'x' }, ['emial: is no attribute of account', 'em: is no attribute of account']],
    [{ revision: 1 }, ['revision: is written by the library alone: leave it out']],
    [{ pk: 'x' }, ['pk: is no attribute of account']],
    [{ toString: 'x' }, ['toString: is no attribute of account']],
  ])('%j is refused', (input, problems) => {
    expect(problemsOf(() => checkInput(input, facts, managed, context))).toEqual(problems)
  })
})

describe('a key', () => {
  it('has exactly the attributes of the key', () => {
    expect(checkKey({ accountId: '' }, facts, context)).toEqual({ accountId: '' })
  })

  it.each<[unknown, string[]]>([
    [undefined, [': the key has to be an object of accountId']],
    ['1', [': the key has to be an object of accountId']],
    [{}, ['accountId: is missing']],
    [{ accountId: undefined }, ['accountId: is missing']],
    [{ accountId: null }, ['accountId: is missing']],
    [{ accountId: 1 }, ['accountId: has to be a string']],
    [
      { accountId: '\ud800' },
      ['accountId: holds half of a surrogate pair, which has no form in UTF-8: repair the text'],
    ],
    [{ accountId: '1', email: 'x' }, ['email: is no part of the key: that is accountId']],
  ])('%j is refused', (key, problems) => {
    expect(problemsOf(() => checkKey(key, facts, context))).toEqual(problems)
  })
})

describe('the values of a lookup', () => {
  const values = (given: object) =>
    problemsOf(() => checkValues(given, ['seats', 'active', 'tier'], 'the lookup', facts, context))

  it('are of the types of their attributes', () => {
    expect(values({ seats: 0, active: false, tier: 'free' })).toEqual([])
    expect(values({ seats: '0', active: 0, tier: 'gold' })).toEqual([
      'seats: has to be a number',
      'active: has to be a boolean',
      'tier: is none of the values of the attribute',
    ])
    expect(values({ seats: Number.NaN, active: true })).toEqual([
      'seats: has to be a number',
      'tier: is missing',
    ])
  })
})

describe('the changes of an update', () => {
  const changes = (given: unknown) => problemsOf(() => checkChanges(given, rules, context))

  it.each([
    { set: { email: 'x', expiresAt: 1 }, remove: ['nickname'], add: { seats: 1 } },
    { remove: ['email'] },
    { append: { list: ['x'] }, delete: { tags: ['x'] } },
    { subtract: { seats: 1 } },
    { data: () => undefined },
    { set: { nickname: 'x', username: undefined }, add: undefined },
  ])('may be %j', (given) => {
    expect(changes(given)).toEqual([])
  })

  it.each<[unknown, string[]]>([
    [undefined, [': the changes have to be an object of set, remove, add, subtract, append, delete, data']],
    [{}, [': there is nothing to change: name at least one attribute']],
    [{ set: {} }, [': there is nothing to change: name at least one attribute']],
    [{ set: { email: undefined } }, [': there is nothing to change: name at least one attribute']],
    [{ set: undefined, remove: [] }, [': there is nothing to change: name at least one attribute']],
    [
      { sets: {} },
      ['sets: is no verb of an update: there are set, remove, add, subtract, append, delete, data'],
    ],
    [
      { email: 'x' },
      ['email: is no verb of an update: there are set, remove, add, subtract, append, delete, data'],
    ],
    [{ set: ['email'] }, ['set: has to be an object of attributes']],
    [{ set: null }, ['set: has to be an object of attributes']],
    [{ remove: 'email' }, ['remove: has to be a list of attribute names']],
    [{ remove: [1] }, ['remove: has to be a list of attribute names']],
    [{ data: {} }, ['data: has to be a function']],
    [
      { set: { emial: 'x' }, remove: ['em'] },
      ['set.emial: is no attribute of account', 'remove.em: is no attribute of account'],
    ],
    [{ set: { revision: 4 } }, ['set.revision: is written by the library alone: leave it out']],
    [{ add: { revision: 1 } }, ['add.revision: is written by the library alone: leave it out']],
    [
      { set: { accountId: '2' } },
      ['set.accountId: is part of the key, which never changes: create another item, and delete this one'],
    ],
    [
      { set: { seats: 1 }, add: { seats: 1 } },
      ['add.seats: is named twice: the service takes one change of an attribute at a time'],
    ],
    [
      { remove: ['nickname', 'nickname'] },
      ['remove.nickname: is named twice: the service takes one change of an attribute at a time'],
    ],
    ...(['add', 'subtract', 'append', 'delete'] as const).map((verb): [unknown, string[]] => [
      { [verb]: { email: 'x' } },
      [
        `${verb}.email: is looked at by a constraint, which has to know the value that is stored: use set or remove`,
      ],
    ]),
  ])('%j is refused', (given, problems) => {
    expect(changes(given)).toEqual(problems)
  })
})

describe('a projection', () => {
  it('names attributes', () => {
    expect(checkAttributes(['email', 'seats'], facts, context)).toEqual(['email', 'seats'])
    expect(checkAttributes(undefined, facts, context)).toBeUndefined()
  })

  it.each<[unknown, string[]]>([
    [[], ['attributes: has to be a list of at least one attribute']],
    ['email', ['attributes: has to be a list of at least one attribute']],
    [
      ['em', 1],
      ['attributes.em: is no attribute of account', 'attributes.1: is no attribute of account'],
    ],
  ])('%j is refused', (attributes, problems) => {
    expect(problemsOf(() => checkAttributes(attributes, facts, context))).toEqual(problems)
  })
})
