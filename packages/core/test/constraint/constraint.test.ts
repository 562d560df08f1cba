import { describe, expect, it } from 'vitest'
import { DEFAULT_PREFIXES } from '../../src/constraint/constraint.js'
import { declare, prefixes, stored } from './account.js'

describe('the keys of our own items', () => {
  it('begin with these words in every table that was ever written', () => {
    expect(DEFAULT_PREFIXES).toEqual(prefixes)
  })
})

describe('a kind of constraint', () => {
  const nothing = {
    managed: [],
    shapes: [],
    lookups: [],
    pointers: [],
    sequences: [],
    followed: [],
    ownsItems: false,
  }

  it.each<[string, object, object]>([
    ['expires', { expires: 'expiresAt' }, {}],
    ['version', { version: 'revision' }, { managed: ['revision'] }],
    ['pointers', { pointers: { last: { attribute: 'seats' } } }, { pointers: [{ name: 'last' }] }],
    [
      'sequences',
      { sequences: { n: { attribute: 'seats' } } },
      { managed: ['seats'], sequences: [{ name: 'n' }] },
    ],
    [
      'unique',
      { unique: { a: ['seats'] } },
      { ownsItems: true, shapes: [{ namespace: 'shop.account.a' }], lookups: [{ name: 'a' }] },
    ],
  ])('gives what it has and nothing else: %s', (kind, declared, has) => {
    expect(declare({ ...declared }).all).toMatchObject([{ ...nothing, kind, ...has }])
  })

  it('without anything of its own has nothing for any item', () => {
    const set = declare({ expires: 'expiresAt' })
    const item = stored('1', { em: { S: 'a' }, seats: { N: '1' } })
    for (const constraint of set.all) {
      expect(constraint.supply('create')).toEqual({})
      expect(constraint.owned(item, set, prefixes)).toEqual([])
      expect(constraint.marks(item, prefixes)).toEqual([])
      expect(constraint.numbers(item, prefixes)).toEqual([])
      expect(constraint.followUps(item, new Set(['em', 'seats']), prefixes)).toEqual([])
    }
    expect(set.all).toHaveLength(1)
  })
})
