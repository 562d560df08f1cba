import { describe, expect, it } from 'vitest'
import { groupOf } from '../../src/constraint/unique-declaration.js'
import { facts, problemsOf, uniqueOf } from './account.js'

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

  it('is filled up from its options', () => {
    const secret = Uint8Array.from([1])
    const options = {
      attributes: ['email'],
      normalize: ['trim', 'lowercase', 'nfc', (value: string) => value],
      namespace: 'a.b',
      hash: { secret },
      prefix: 'p#',
      sortKey: 'LOCK',
    }
    expect(uniqueOf(options, facts, 'e.mail')).toMatchObject({
      normalizeNames: ['trim', 'lowercase', 'nfc', 'custom'],
      namespace: 'a%2Eb',
      isShared: true,
      hash: { secret },
      prefix: 'p#',
      declaredPrefix: 'p#',
      sortKey: 'LOCK',
      origin: 'shop.account.e%2Email normalize=trim,lowercase,nfc,custom',
    })
    expect(uniqueOf({ attributes: ['email'], normalize: 'trim' }).normalizeNames).toEqual(['trim'])
    expect(uniqueOf({ attributes: ['email'], hash: true }).hash).toEqual({})
    expect(uniqueOf({ attributes: ['email'], hash: false }).hash).toBeUndefined()
    expect(uniqueOf({ attributes: ['email'], hash: { secret: 's' } }).hash).toEqual({ secret: 's' })
  })

  it('is looked at together with those of its namespace, and with every other whose key a function makes', () => {
    const key = () => ({ pk: 'k' })
    const groups = [
      ['email'],
      { attributes: ['username'] },
      { attributes: ['email'], namespace: 'n' },
      { attributes: ['username'], namespace: 'n' },
      { attributes: ['email'], key },
      { attributes: ['username'], key },
    ].map((options, at) => groupOf(uniqueOf(options, facts, `c${at}`)))
    expect(groups[0]).not.toBe(groups[1])
    expect(groups[2]).toBe(groups[3])
    expect(groups[4]).toBe(groups[5])
    expect(new Set(groups).size).toBe(4)
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
