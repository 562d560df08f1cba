import { Entity } from 'electrodb'
import { describe, expect, it } from 'vitest'
import { factsOf } from '../facts-of.js'
import { problemsOf, uniqueOf } from './account.js'

const OPTIONS = 'attributes, scope, unless, normalize, namespace, hash, prefix, sortKey, key'
const email = (options: object): object => ({ unique: { email: { attributes: ['email'], ...options } } })

describe('a unique constraint', () => {
  it('is filled up from its short form', () => {
    expect(uniqueOf(['email', 'seats'])).toMatchObject({
      name: 'email',
      attributes: ['email', 'seats'],
      scope: [],
      valueFields: ['em', 'seats'],
      scopeFields: [],
      unless: undefined,
      normalize: [],
      namespace: 'shop.account.email',
      isShared: false,
      hash: undefined,
      prefix: '',
      sortKey: undefined,
      key: undefined,
      origin: 'shop.account.email',
      fields: ['em', 'seats'],
    })
  })

  it('looks at its attributes, its scope and what switches it off, by field', () => {
    const declaration = uniqueOf({ attributes: ['username'], scope: ['email'], unless: 'deletedAt' })
    expect(declaration.fields).toEqual(['username', 'em', 'gone'])
    expect(declaration.scopeFields).toEqual(['em'])
    expect(declaration.unless).toBe('gone')
  })

  it('may have every option at once that goes with the others', () => {
    expect(
      problemsOf(
        email({
          scope: ['tenantId', 'tier', 'seats', 'active'],
          unless: 'profile',
          normalize: ['trim', 'nfc', 'lowercase', (value: string) => value],
          namespace: 'mail',
          hash: { secret: Uint8Array.from([1]) },
          prefix: () => 'p',
          sortKey: 'LOCK',
        }),
      ),
    ).toEqual([])
  })
})

describe('a declaration is refused, with what to write instead:', () => {
  it.each<[string, object, string]>([
    ['no object', { unique: ['email'] }, 'unique: has to be an object: a name for each constraint'],
    ['null', { unique: null }, 'unique: has to be an object: a name for each constraint'],
    [
      'a name alone',
      { unique: { email: 'email' } },
      'unique.email: has to be a list of attributes, or options with `attributes`',
    ],
    [
      'nothing under a name',
      { unique: { email: undefined } },
      'unique.email: has to be a list of attributes, or options with `attributes`',
    ],
    [
      'a misspelt option beside right ones',
      email({ unles: 'deletedAt' }),
      `unique.email.unles: is no option: there are ${OPTIONS}`,
    ],
    [
      'an empty list',
      { unique: { email: [] } },
      'unique.email.attributes: has to list at least one attribute name',
    ],
    [
      'an empty name',
      { unique: { email: [''] } },
      'unique.email.attributes: has to list at least one attribute name',
    ],
    [
      'no attributes',
      { unique: { email: {} } },
      'unique.email.attributes: has to list at least one attribute name',
    ],
    [
      'an unknown attribute',
      { unique: { email: ['emial'] } },
      'unique.email.attributes: emial is no attribute of account',
    ],
    [
      'a field in place of its attribute',
      { unique: { email: ['em'] } },
      'unique.email.attributes: em is no attribute of account',
    ],
    [
      'a set',
      { unique: { email: ['tags'] } },
      'unique.email.attributes: tags is a set: only strings, numbers, booleans and enums can be unique',
    ],
    [
      'a list',
      { unique: { email: ['list'] } },
      'unique.email.attributes: list is a list: only strings, numbers, booleans and enums can be unique',
    ],
    [
      'a map in the scope',
      email({ scope: ['profile'] }),
      'unique.email.scope: profile is a map: only strings, numbers, booleans and enums can be a scope',
    ],
    [
      'anything',
      { unique: { email: ['any'] } },
      'unique.email.attributes: any is a any: only strings, numbers, booleans and enums can be unique',
    ],
    ['an unknown scope', email({ scope: ['org'] }), 'unique.email.scope: org is no attribute of account'],
    [
      'a scope that is no list',
      email({ scope: 'tenantId' }),
      'unique.email.scope: has to be a list of attribute names',
    ],
    [
      'an attribute twice',
      { unique: { email: ['email', 'email'] } },
      'unique.email.attributes: names an attribute twice, in itself or in scope',
    ],
    [
      'an attribute in its own scope',
      email({ scope: ['email'] }),
      'unique.email.attributes: names an attribute twice, in itself or in scope',
    ],
    [
      'an unknown switch',
      email({ unless: 'gone' }),
      'unique.email.unless: has to be the name of an attribute of account',
    ],
    [
      'a switch that is no name',
      email({ unless: true }),
      'unique.email.unless: has to be the name of an attribute of account',
    ],
    [
      'an unknown way to normalise',
      email({ normalize: 'uppercase' }),
      "unique.email.normalize: has to be 'lowercase', 'trim', 'nfc', a list of these, or a function",
    ],
    [
      'an unknown way among known ones',
      email({ normalize: ['trim', 1] }),
      "unique.email.normalize: has to be 'lowercase', 'trim', 'nfc', a list of these, or a function",
    ],
    [
      'a way to normalise that every object has',
      email({ normalize: 'toString' }),
      "unique.email.normalize: has to be 'lowercase', 'trim', 'nfc', a list of these, or a function",
    ],
    [
      'an empty namespace',
      email({ namespace: '' }),
      'unique.email.namespace: has to be a text that is not empty',
    ],
    [
      'a secret that is not there',
      email({ hash: { secret: undefined } }),
      'unique.email.hash: has to be true, or { secret } with a secret that is not empty',
    ],
    [
      'an empty secret',
      email({ hash: { secret: '' } }),
      'unique.email.hash: has to be true, or { secret } with a secret that is not empty',
    ],
    [
      'an empty secret of bytes',
      email({ hash: { secret: new Uint8Array() } }),
      'unique.email.hash: has to be true, or { secret } with a secret that is not empty',
    ],
    [
      'the name of a hash',
      email({ hash: 'sha256' }),
      'unique.email.hash: has to be true, or { secret } with a secret that is not empty',
    ],
    ['an empty prefix', email({ prefix: '' }), 'unique.email.prefix: has to be a text or a function'],
    ['an empty sort key', email({ sortKey: '' }), 'unique.email.sortKey: has to be a text that is not empty'],
    [
      'a key that is no function',
      email({ key: 'k' }),
      'unique.email.key: has to be a function that gives { pk, sk }',
    ],
  ])('%s', (_, declared, problem) => {
    expect(problemsOf(declared)).toEqual([problem])
  })

  it.each([
    ['hash', true],
    ['prefix', 'p'],
    ['sortKey', 'LOCK'],
    ['namespace', 'n'],
  ])('%s beside a whole key', (option, value) => {
    expect(problemsOf(email({ key: () => ({ pk: 'a' }), [option]: value }))).toEqual([
      `unique.email.key: makes the whole key, so ${option} would be ignored: leave one of them out`,
    ])
  })

  it('everything at once', () => {
    expect(
      problemsOf({ unique: { email: { attributes: ['emial'], unless: 'gone' }, handle: ['tags'] } }),
    ).toEqual([
      'unique.email.attributes: emial is no attribute of account',
      'unique.email.unless: has to be the name of an attribute of account',
      'unique.handle.attributes: tags is a set: only strings, numbers, booleans and enums can be unique',
    ])
  })
})

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
