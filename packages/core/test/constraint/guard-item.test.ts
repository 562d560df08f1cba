import { describe, expect, it } from 'vitest'
import { guardItem, labelOf, ownerKey, ownerText } from '../../src/constraint/guard-item.js'
import { facts, guard, keyOfAccount, uniqueOf } from './account.js'

describe('a guard', () => {
  it('says what it is, whose it is, and carries what every guard of its owner carries', () => {
    const declaration = uniqueOf({ attributes: ['email'], normalize: 'lowercase' })
    const owner = { facts, key: keyOfAccount('1'), attributes: { accountId: { S: '1' } } }
    expect(guardItem(declaration, guard('UNIQ#a'), owner, { ttl: { N: '1' } })).toEqual({
      pk: { S: 'UNIQ#a' },
      sk: { S: 'UNIQ#a' },
      ttl: { N: '1' },
      _lk: { S: 'guard' },
      _lk_of: { S: 'shop.account.email normalize=lowercase' },
      _lk_owner: { S: '$shop%23accountid_1#$account_1' },
      _lk_key: { M: { accountId: { S: '1' } } },
    })
  })
})

describe('the owner of a guard', () => {
  const key = { hash: { S: 'a#b%' }, range: { S: 'r' } }

  it('is its key as one text, which comes apart again', () => {
    expect(ownerText(key, ['hash', 'range'])).toBe('a%23b%25#r')
    expect(ownerKey('a%23b%25#r', ['hash', 'range'])).toEqual(key)
    expect(ownerText({ id: { S: 'x' } }, ['id'])).toBe('x')
    expect(ownerKey('x', ['id'])).toEqual({ id: { S: 'x' } })
  })

  it('is nobody where the text does not fit the table', () => {
    expect(ownerKey('a#b', ['id'])).toBeUndefined()
    expect(ownerKey('a', ['pk', 'sk'])).toBeUndefined()
    expect(ownerKey('a#', ['pk', 'sk'])).toBeUndefined()
    expect(ownerKey('#b', ['pk', 'sk'])).toBeUndefined()
    expect(ownerKey('', ['id'])).toBeUndefined()
  })
})

describe('labelOf', () => {
  it.each([
    ['shop.account.email', 'shop.account'],
    ['shop.account.email normalize=trim,custom', 'shop.account'],
    ['my shop.my account.e mail normalize=trim', 'my shop.my account'],
    ['shop%2Eeu.account.e%2Email', 'shop%2Eeu.account'],
  ])('of %s is %s', (origin, label) => {
    expect(labelOf({ _lk_of: { S: origin } })).toBe(label)
  })

  it('is unknown where there is none', () => {
    expect(labelOf({})).toBeUndefined()
    expect(labelOf({ _lk_of: { N: '1' } })).toBeUndefined()
  })
})
