import { Entity } from 'electrodb'
import { describe, expect, it } from 'vitest'
import { factsOf } from '../facts-of.js'
import { problemsOf } from './account.js'

describe('an entity refuses guards', () => {
  it.each([
    { pk: { field: 'pk', composite: ['id'], cast: 'number' } },
    { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'num', composite: ['num'] } },
  ] as const)('where a key of the table is a number', (primary) => {
    const numbers = factsOf(
      new Entity({
        model: { entity: 'account', version: '1', service: 'shop' },
        attributes: {
          id: { type: 'string' },
          num: { type: 'number' },
          count: { type: 'number' },
          email: { type: 'string' },
        },
        indexes: {
          primary: { ...primary, pk: { ...primary.pk, composite: [...primary.pk.composite] } } as never,
        },
      }),
    )
    expect(problemsOf({ unique: { email: ['email'] } }, numbers)).toEqual([
      'unique.email: needs guard items, and the keys of this table are numbers, which cannot hold one',
    ])
    expect(problemsOf({ version: 'count' }, numbers)).toEqual([])
  })

  const plain = new Entity({
    model: { entity: 'account', version: '1', service: 'shop' },
    attributes: {
      id: { type: 'string' },
      num: { type: 'number' },
      'e-mail': { type: 'string', field: 'other' },
      email: { type: 'string' },
    },
    indexes: { primary: { pk: { field: 'pk', composite: ['id'] } } },
  })

  it('for attributes that become one name in expressions', () => {
    const twins = 'become one name in expressions: rename one and keep its `field`'
    const problems = problemsOf({ unique: { email: ['email'] } }, factsOf(plain))
    expect(problems).toContainEqual(expect.stringContaining(`email and e-mail ${twins}`))
    const scoped = problemsOf(
      { unique: { email: { attributes: ['num'], scope: ['e-mail'] } } },
      factsOf(plain),
    )
    expect(scoped).toContainEqual(expect.stringContaining(`e-mail and email ${twins}`))
  })
})

describe('one namespace', () => {
  it.each<[string, object, object, string[]]>([
    ['goes with another', { namespace: 'n' }, { namespace: 'n' }, []],
    [
      'is for one way to normalise',
      { namespace: 'n' },
      { namespace: 'n', normalize: 'lowercase' },
      [
        'account.unique.b: shares a namespace with account.unique.a but differs in normalize: values would never meet',
      ],
    ],
    [
      'is for one hash',
      { namespace: 'n', hash: { secret: 'a' } },
      { namespace: 'n', hash: { secret: 'b' } },
      [
        'account.unique.b: shares a namespace with account.unique.a but differs in hash: values would never meet',
      ],
    ],
    [
      'is for one scope, prefix and sort key',
      { namespace: 'n' },
      { namespace: 'n', scope: ['tenantId'], prefix: 'p', sortKey: 's' },
      [
        'account.unique.b: shares a namespace with account.unique.a but differs in number of scope attributes, prefix, sortKey: values would never meet',
      ],
    ],
    [
      'holds the same secret in bytes',
      { namespace: 'n', hash: { secret: Uint8Array.from([1, 2]) } },
      { namespace: 'n', hash: { secret: Uint8Array.from([1, 2]) } },
      [],
    ],
    [
      'may be any where a function makes the key',
      { key: () => ({ pk: 'a' }) },
      { key: () => ({ pk: 'a' }) },
      [],
    ],
  ])('%s', (_, a, b, problems) => {
    const unique = { a: { attributes: ['username'], ...a }, b: { attributes: ['nickname'], ...b } }
    expect(problemsOf({ unique })).toEqual(problems)
  })

  it('is for one number of attributes', () => {
    const unique = {
      a: { attributes: ['username'], namespace: 'n' },
      b: { attributes: ['nickname', 'seats'], namespace: 'n' },
    }
    expect(problemsOf({ unique })).toEqual([
      'account.unique.b: shares a namespace with account.unique.a but differs in number of attributes: values would never meet',
    ])
  })

  it('is each constraint’s own by default, whatever its name', () => {
    expect(
      problemsOf({ unique: { a: ['username'], b: ['nickname'], 'a.b': ['seats'], 'a%2Eb': ['active'] } }),
    ).toEqual([])
  })
})
