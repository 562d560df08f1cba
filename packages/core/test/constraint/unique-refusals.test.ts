import { describe, expect, it } from 'vitest'
import { problemsOf } from './account.js'

const OPTIONS = 'attributes, scope, unless, normalize, namespace, hash, prefix, sortKey, key'
const email = (options: object): object => ({ unique: { email: { attributes: ['email'], ...options } } })

describe('a declaration is refused, with what to write instead:', () => {
  it.each<[string, object, string]>([
    ['no object', { unique: ['email'] }, 'unique: has to be an object: a name for each constraint'],
    ['a text', { unique: 'email' }, 'unique: has to be an object: a name for each constraint'],
    ['null', { unique: null }, 'unique: has to be an object: a name for each constraint'],
    [
      'a name alone',
      { unique: { email: 'email' } },
      'unique.email: has to be a list of attributes, or options with `attributes`',
    ],
    [
      'null under a name',
      { unique: { email: null } },
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
      'an option that is undefined, without which less is protected',
      email({ hash: undefined }),
      'unique.email.hash: is undefined: leave it out, or give it a value',
    ],
    [
      'an empty list',
      { unique: { email: [] } },
      'unique.email.attributes: has to list at least one attribute name',
    ],
    [
      'a text for a list',
      { unique: { email: { attributes: 'email' } } },
      'unique.email.attributes: has to list at least one attribute name',
    ],
    [
      'what is no name among names',
      { unique: { email: ['email', 1] } },
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
      'a scope with what is no name',
      email({ scope: ['tenantId', 1] }),
      'unique.email.scope: has to be a list of attribute names',
    ],
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
      'an empty switch',
      email({ unless: '' }),
      'unique.email.unless: has to be the name of an attribute of account',
    ],
    [
      'its own attribute for a switch',
      email({ unless: 'email' }),
      'unique.email.unless: is email itself: while it is present the constraint would not count, and so never',
    ],
    [
      'a part of its scope for a switch',
      email({ scope: ['tenantId'], unless: 'tenantId' }),
      'unique.email.unless: is tenantId itself: while it is present the constraint would not count, and so never',
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
      'a namespace that is no text',
      email({ namespace: 1 }),
      'unique.email.namespace: has to be a text that is not empty',
    ],
    [
      'a hash without a secret',
      email({ hash: {} }),
      'unique.email.hash: has to be true, or { secret } with a secret that is not empty',
    ],
    [
      'null for a hash',
      email({ hash: null }),
      'unique.email.hash: has to be true, or { secret } with a secret that is not empty',
    ],
    [
      'a number for a secret',
      email({ hash: { secret: 1 } }),
      'unique.email.hash: has to be true, or { secret } with a secret that is not empty',
    ],
    ['a prefix that is no text', email({ prefix: 1 }), 'unique.email.prefix: has to be a text or a function'],
    [
      'a sort key that is no text',
      email({ sortKey: 1 }),
      'unique.email.sortKey: has to be a text that is not empty',
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
