import { describe, expect, it } from 'vitest'
import { pointerKey } from '../../src/constraint/pointer.js'
import type { StoredItem } from '../../src/plan/attribute-value.js'
import {
  contribute,
  creating,
  declare,
  deleting,
  guard,
  ownerOf,
  prefixes,
  replacing,
  rolesOf,
  settled,
  stored,
  updating,
  writesOf,
} from './account.js'

const set = declare({ pointers: { last: { attribute: 'seats', scope: ['tenantId'] } } })
const KEY = 'PTR#shop.account.last#t%231'
const ada = stored('1', { seats: { N: '5' }, tenantId: { S: 't#1' } })
const behind = (op: 'less' | 'greater', value: object): object => ({
  op: 'any',
  of: [
    { op: 'absent', field: 'pk' },
    { op, field: '_lk_value', value },
  ],
})

describe('what a pointer costs', () => {
  it('moves forward with a new item, naming whose the value is', () => {
    expect(writesOf(contribute(set, creating(ada)))).toEqual([
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
        condition: behind('less', { N: '5' }),
      },
    ])
  })

  it('may track the least, and texts', () => {
    const least = declare({ pointers: { first: { attribute: 'username', order: 'min' } } })
    const [write] = contribute(least, creating({ ...ada, username: { S: 'x' } })).writes
    expect(write?.key).toEqual(guard('PTR#shop.account.first'))
    expect(write?.condition).toEqual(behind('greater', { S: 'x' }))
  })

  it.each<[string, Readonly<Record<string, StoredItem[string] | undefined>>, string[]]>([
    ['a new value', { seats: { N: '6' } }, [`advance of last: ${KEY}`]],
    ['the same value in another spelling', { seats: { N: '5.0' } }, []],
    ['a lower value, which is new all the same', { seats: { N: '4' } }, [`advance of last: ${KEY}`]],
    ['another scope', { tenantId: { S: 'u' } }, ['advance of last: PTR#shop.account.last#u']],
    ['a value that is removed', { seats: undefined }, []],
    ['a scope that is removed', { tenantId: undefined }, []],
    ['a value that is null', { seats: { NULL: true } }, []],
    ['a scope that is null', { tenantId: { NULL: true } }, []],
  ])('follows an update, fenced on what it looked at: %s', (_, changes, roles) => {
    const contribution = contribute(set, updating(ada, changes))
    expect(rolesOf(contribution)).toEqual(roles)
    expect(contribution.fence).toEqual(['seats', 'tenantId'])
  })

  it('is nothing for a delete, and for an update of something else', () => {
    for (const change of [deleting(ada), updating(ada, { nickname: { S: 'n' } })])
      expect(contribute(set, change)).toMatchObject({ writes: [], fence: [] })
  })

  it('follows a put where the value or the scope is new, fenced on what it replaces', () => {
    expect(contribute(set, replacing(null, ada))).toMatchObject({ writes: [{ key: guard(KEY) }], fence: [] })
    expect(contribute(set, replacing(ada, ada))).toMatchObject({ writes: [], fence: ['seats', 'tenantId'] })
    const moved = replacing(ada, { ...ada, seats: { N: '6' } })
    expect(rolesOf(contribute(set, moved))).toEqual([`advance of last: ${KEY}`])
    expect(rolesOf(contribute(set, { ...moved, touched: new Set() }))).toEqual([`advance of last: ${KEY}`])
    expect(contribute(set, replacing(ada, stored('1'))).writes).toEqual([])
  })

  it('is planned for an item that was read alone', () => {
    const unread = { ...updating(ada, { seats: { N: '6' } }), before: undefined }
    expect(() => contribute(set, unread)).toThrow('a pointer was planned for an item that was not read')
  })

  it('is one write for each pointer, and needs the fields of all', () => {
    const two = declare({
      pointers: {
        last: { attribute: 'seats', scope: ['tenantId'] },
        'first.name': { attribute: 'email', order: 'min' },
      },
    })
    const contribution = contribute(two, updating(ada, { seats: { N: '6' }, em: { S: 'x' } }))
    expect(rolesOf(contribution)).toEqual([
      `advance of last: ${KEY}`,
      'advance of first.name: PTR#shop.account.first%2Ename',
    ])
    expect(contribution.fence).toEqual(['seats', 'tenantId', 'em'])
    expect(two.all[0]).toMatchObject({ kind: 'pointers', guarded: ['seats', 'tenantId', 'em'] })
    expect(two.all[0]?.needs(two)).toEqual(['seats', 'tenantId', 'em'])
    expect(declare({ pointers: {} }).all).toEqual([])
  })

  it('has a key of its own for each scope, however long', () => {
    const keyOf = (scope: string): string | undefined =>
      contribute(set, creating({ ...ada, tenantId: { S: scope } })).writes[0]?.key['pk']?.S
    const front = 'PTR#shop.account.last#'
    const fits = 'x'.repeat(1000 - front.length)
    expect(keyOf(fits)).toBe(front + fits)
    expect(keyOf(`${fits}#`)).toMatch(/^PTR#shop\.account\.last#%sha256:[0-9a-f]{64}$/)
    expect(keyOf(`${fits}a`)).not.toBe(keyOf(`${fits}b`))
  })

  it('has no key without the whole scope', () => {
    const [declaration] = set.all[0]?.pointers ?? []
    if (declaration === undefined) throw new Error('no pointer')
    expect(pointerKey(declaration, { tenantId: { S: 't#1' } }, prefixes)).toEqual(guard(KEY))
    expect(() => pointerKey(declaration, {}, prefixes)).toThrow(
      expect.objectContaining({
        code: 'INVALID_INPUT',
        problems: [expect.objectContaining({ path: 'tenantId' })],
      }),
    )
  })

  it('meets another advance in one request by its value and order, and refuses one that goes back if told to', () => {
    const intentOf = (options: object) =>
      contribute(declare({ pointers: { last: { attribute: 'seats', ...options } } }), creating(ada)).writes[0]
        ?.intent
    expect(intentOf({})).toEqual({ kind: 'advance', value: { N: '5' }, order: 'max', refuse: undefined })
    expect(intentOf({ order: 'min' })).toMatchObject({ order: 'min' })
    const rejecting = intentOf({ stale: 'reject' })
    expect(rejecting?.kind === 'advance' && rejecting.refuse?.()).toMatchObject([
      { violation: { code: 'STALE_POINTER', key: { accountId: '1' }, constraint: 'last', attempted: 5 } },
    ])
  })

  it('is nothing once it was found to be further on', () => {
    const adjustments = [{ kind: 'drop', key: guard(KEY) } as const]
    expect(contribute(set, updating(ada, { seats: { N: '6' } }), { adjustments })).toMatchObject({
      writes: [],
      fence: ['seats', 'tenantId'],
    })
    const others = [
      { kind: 'drop', key: guard('PTR#shop.account.last#u') } as const,
      { kind: 'leave', key: guard(KEY) } as const,
    ]
    expect(contribute(set, creating(ada), { adjustments: others }).writes).toHaveLength(1)
    expect(contribute(set, updating(ada, { seats: undefined }), { adjustments }).writes).toEqual([])
  })

  it('refuses what has no order, and overlooks it in an item that was found', () => {
    expect(() => contribute(set, creating({ ...ada, seats: { BOOL: true } }))).toThrow(
      expect.objectContaining({
        code: 'INVALID_INPUT',
        problems: [{ path: 'seats', message: expect.stringContaining('neither text nor number') }],
      }),
    )
    const odd = { ...ada, seats: { L: [] } }
    expect(rolesOf(contribute(set, updating(odd, { seats: { N: '1' } })))).toEqual([
      `advance of last: ${KEY}`,
    ])
  })
})

describe('a pointer that is further on', () => {
  const explained = (held: StoredItem | undefined, stale?: string) => {
    const options = { attribute: 'seats', scope: ['tenantId'], ...(stale === undefined ? {} : { stale }) }
    const [write] = contribute(declare({ pointers: { last: options } }), creating(ada)).writes
    return settled(write?.explain(held) ?? [], {})
  }

  it('is left where it is', () => {
    expect(explained({ _lk_value: { N: '9' } })).toEqual([
      { kind: 'adjust', adjustment: { kind: 'drop', key: guard(KEY) } },
    ])
  })

  it('is a violation where it has to move, with the value that was attempted', () => {
    expect(explained({ _lk_value: { N: '5' } }, 'reject')).toEqual([
      {
        kind: 'violation',
        violation: {
          code: 'STALE_POINTER',
          model: 'account',
          key: { accountId: '1' },
          constraint: 'last',
          attempted: 5,
        },
      },
    ])
  })

  it.each<[StoredItem, string]>([
    [{ _lk_value: { S: '9' } }, 'holds text, and the attribute is stored as a number'],
    [{}, 'holds something without an order, and the attribute is stored as a number'],
  ])('that holds another type of value is a fault: %j', (held, message) => {
    expect(explained(held)).toMatchObject([
      {
        kind: 'failure',
        error: {
          code: 'INVALID_INPUT',
          model: 'account',
          problems: [{ path: 'pointers.last', message: expect.stringContaining(message) }],
        },
      },
    ])
  })

  it('that holds a number where the attribute is text is a fault too, and one that holds text is none', () => {
    const byName = declare({ pointers: { last: { attribute: 'username' } } })
    const [write] = contribute(byName, creating({ ...ada, username: { S: 'x' } })).writes
    expect(write?.explain({ _lk_value: { S: 'y' } })).toMatchObject([{ kind: 'adjust' }])
    expect(write?.explain({ _lk_value: { N: '1' } })).toMatchObject([
      { error: { message: expect.stringContaining('holds a number, and the attribute is stored as text') } },
    ])
  })

  it('that has gone since is looked at again', () => {
    expect(explained(undefined)).toEqual([{ kind: 'outdated' }])
  })
})
