import { describe, expect, it } from 'vitest'
import type { StoredItem } from '../../src/plan/attribute-value.js'
import { contribute, creating, declare, guard, ownerOf, prefixes, stored, updating } from './account.js'

const set = declare({
  pointers: {
    last: { attribute: 'seats', scope: ['tenantId'], advance: 'after' },
    first: { attribute: 'email', order: 'min' },
  },
})
const [pointers] = set.all
const KEY = 'PTR#shop.account.last#t'
const ada = stored('1', { seats: { N: '5' }, tenantId: { S: 't' } })
const followUps = (item: StoredItem, ...touched: readonly string[]) =>
  pointers?.followUps(item, new Set(touched), prefixes)

describe('a pointer that is advanced after the commit', () => {
  it('adds nothing to the request of the change, and needs nothing of the item', () => {
    expect(contribute(set, creating(ada))).toMatchObject({ writes: [], fence: [] })
    expect(contribute(set, updating(ada, { seats: { N: '6' } }))).toMatchObject({ writes: [], fence: [] })
    expect(pointers?.needs(set)).toEqual(['em'])
    expect(pointers).toMatchObject({
      guarded: ['seats', 'tenantId', 'em'],
      followed: ['seats', 'tenantId'],
    })
  })

  it('is one write of its own then, as it would have been with it', () => {
    expect(followUps(ada, 'seats')).toEqual([
      {
        action: 'Put',
        role: 'advance of last',
        key: guard(KEY),
        item: {
          ...guard(KEY),
          _lk: { S: 'pointer' },
          _lk_of: { S: 'shop.account.last' },
          _lk_owner: { S: ownerOf('1') },
          _lk_key: { M: { accountId: { S: '1' } } },
          _lk_value: { N: '5' },
        },
        condition: {
          op: 'any',
          of: [
            { op: 'absent', field: 'pk' },
            { op: 'less', field: '_lk_value', value: { N: '5' } },
          ],
        },
      },
    ])
  })

  it.each<[string, StoredItem, string, number]>([
    ['its value', ada, 'seats', 1],
    ['its scope', ada, 'tenantId', 1],
    ['something else', ada, 'em', 0],
    ['the value of an item without scope', stored('1', { seats: { N: '5' } }), 'seats', 0],
    ['a value that has no order', { ...ada, seats: { L: [] } }, 'seats', 0],
  ])('follows a change of %s', (_, item, field, writes) => {
    expect(followUps({ ...item, em: { S: 'a' } }, field)).toHaveLength(writes)
  })
})

describe('what pointers must have reached because of an item', () => {
  it('is its value for each of them, whenever it is advanced', () => {
    expect(pointers?.marks({ ...ada, em: { S: 'a' } }, prefixes)).toEqual([
      { name: 'last', key: guard(KEY), value: { N: '5' }, order: 'max' },
      { name: 'first', key: guard('PTR#shop.account.first'), value: { S: 'a' }, order: 'min' },
    ])
  })

  it('is nothing where the item has no value that a pointer can hold', () => {
    expect(pointers?.marks(stored('1'), prefixes)).toEqual([])
    expect(pointers?.marks({ ...ada, seats: { BOOL: true } }, prefixes)).toEqual([])
    expect(pointers?.marks({ ...ada, tenantId: { S: '\ud800' } }, prefixes)).toEqual([])
  })
})

describe('what a pointer says of itself', () => {
  const has = ['seats', 'tenantId']
  const write = { action: 'Put', role: 'advance of last', timing: 'with' }
  const described = (options: object) =>
    declare({ pointers: { last: { attribute: 'seats', scope: ['tenantId'], ...options } } }).all[0]?.describe(
      set,
      prefixes,
    )[0]

  it('is where it is kept, and that it is written where what it tracks moves', () => {
    expect(described({ order: 'min', stale: 'reject' })).toStrictEqual({
      kind: 'pointer',
      name: 'last',
      attribute: 'seats',
      scope: ['tenantId'],
      order: 'min',
      stale: 'reject',
      advance: 'with',
      key: {
        partitionKey: 'PTR#shop.account.last#{tenantId}',
        sortKey: 'PTR#shop.account.last#{tenantId}',
      },
      writes: [
        { ...write, operation: 'create', when: { has } },
        { ...write, operation: 'update', when: { has, touches: has, moves: true } },
        { ...write, operation: 'put', when: { has, moves: true } },
      ],
    })
  })

  it('is that it follows every write of what it tracks where it is advanced after the commit', () => {
    const after = { ...write, timing: 'after' }
    const description = described({ advance: 'after' })
    expect(description).toMatchObject({ order: 'max', stale: 'skip', advance: 'after' })
    expect(description?.writes).toStrictEqual([
      { ...after, operation: 'create', when: { has } },
      { ...after, operation: 'update', when: { has, touches: has } },
      { ...after, operation: 'put', when: { has } },
    ])
  })
})
