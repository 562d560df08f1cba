import { describe, expect, it } from 'vitest'
import { declareConstraints } from '../../src/constraint/registry.js'
import type { EntityFacts } from '../../src/plan/entity-facts.js'
import { declare, facts, problemsOf } from './account.js'

const factsWith = (...names: readonly string[]): EntityFacts => ({
  ...facts,
  attributes: new Map(
    names.flatMap((name) => {
      const known = facts.attributes.get('email')
      return known === undefined ? [] : [[name, { ...known, name, field: name }] as const]
    }),
  ),
})

describe('a declaration', () => {
  it('has an entry for each kind of constraint', () => {
    const set = declare({ version: 'revision', unique: { email: ['email'] }, expires: 'expiresAt' })
    expect(set.all.map(({ kind }) => kind)).toEqual(['version', 'unique', 'expires'])
    expect(set).toMatchObject({ version: 'rev', expiry: 'ttl' })
  })

  it('may be empty', () => {
    expect(declare({})).toMatchObject({ all: [], version: undefined, expiry: undefined })
    expect(declare({ unique: {} }).all).toEqual([])
  })

  it.each(['uniqe', 'versions', 'toString', '__proto__x'])('refuses the kind %s', (kind) => {
    expect(problemsOf({ version: 'revision', [kind]: {} })).toEqual([
      `${kind}: is no kind of constraint: there are unique, version, expires, pointers, sequences, references`,
    ])
  })

  it('reads what is declared under each name, and everything that is wrong with it', () => {
    const wrong = { unique: 1, version: 1, expires: 1, pointers: 1, sequences: 1, references: 1 }
    expect(problemsOf(wrong).map((problem) => problem.split(':')[0])).toEqual(Object.keys(wrong))
    expect(problemsOf(wrong)).toContain('unique: has to be an object: a name for each constraint')
  })

  it('keeps nothing of what is wrong', () => {
    const wrong = {
      unique: { email: ['emial'] },
      version: 'email',
      expires: 'email',
      pointers: { last: { attribute: 'tags' } },
      sequences: { n: { attribute: 'tags' } },
      references: { parent: { entity: {} } },
    }
    expect(declareConstraints(wrong, facts).set).toMatchObject({
      all: [],
      version: undefined,
      expiry: undefined,
    })
  })

  it('has one version and one time, and the field of each', () => {
    expect(declare({ version: 'seats' })).toMatchObject({ version: 'seats', expiry: undefined })
    expect(declare({ expires: 'seats' })).toMatchObject({ version: undefined, expiry: 'seats' })
    const others = { unique: { email: ['email'] }, sequences: { n: { attribute: 'seats' } } }
    expect(declare(others)).toMatchObject({ version: undefined, expiry: undefined })
  })

  it.each(['a.b', 'list[0]', 'a]', '.a'])('refuses an entity with an attribute that is called %s', (name) => {
    expect(problemsOf({}, factsWith(name))).toEqual([
      `${name}: has a dot or a bracket in its name, which ElectroDB takes for a path: rename it and keep its \`field\``,
    ])
  })

  it('refuses an entity with two attributes that are one in expressions, whatever it declares', () => {
    const twins = 'become one name in expressions: rename one and keep its `field`'
    expect(problemsOf({}, factsWith('e-mail', 'email', 'e_mail'))).toEqual([
      `e-mail: e-mail and email ${twins}`,
      `email: email and e-mail ${twins}`,
    ])
    expect(problemsOf({}, factsWith('e-mail', 'e_mail', 'e mails'))).toEqual([])
  })

  it('refuses what is undefined, which would protect nothing', () => {
    expect(problemsOf({ version: undefined })).toEqual([
      'version: is undefined, which would protect nothing: leave it out',
    ])
  })
})
