import { describe, expect, it } from 'vitest'
import type { StoredItem } from '../../src/plan/attribute-value.js'
import {
  contribute,
  creating,
  declare,
  deleting,
  guard,
  ownerOf,
  prefixes,
  problemsOf,
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
  ])('follows an update, fenced on what it looked at: %s', (_, changes, roles) => {
    const contribution = contribute(set, updating(ada, changes))
    expect(rolesOf(contribution)).toEqual(roles)
    expect(contribution.fence).toEqual(['seats', 'tenantId'])
  })

  it('is nothing for a delete, and for an update of something else', () => {
    for (const change of [deleting(ada), updating(ada, { nickname: { S: 'n' } })])
      expect(contribute(set, change)).toMatchObject({ writes: [], fence: [] })
  })

  it('is nothing once it was found to be further on', () => {
    const adjustments = [{ kind: 'drop', key: guard(KEY) } as const]
    expect(contribute(set, updating(ada, { seats: { N: '6' } }), { adjustments })).toMatchObject({
      writes: [],
      fence: ['seats', 'tenantId'],
    })
    const other = [{ kind: 'drop', key: guard('PTR#shop.account.last#u') } as const]
    expect(contribute(set, creating(ada), { adjustments: other }).writes).toHaveLength(1)
  })

  it('refuses what has no order, and overlooks it in an item that was found', () => {
    expect(() => contribute(set, creating({ ...ada, seats: { BOOL: true } }))).toThrow(
      expect.objectContaining({
        code: 'INVALID_INPUT',
        problems: [expect.objectContaining({ path: 'seats' })],
      }),
    )
    const odd = { ...ada, seats: { L: [] } }
    expect(rolesOf(contribute(set, updating(odd, { seats: { N: '1' } })))).toEqual([
      `advance of last: ${KEY}`,
    ])
  })

  it('that is advanced after the commit adds nothing to it', () => {
    const after = declare({
      pointers: { last: { attribute: 'seats', scope: ['tenantId'], advance: 'after' } },
    })
    expect(contribute(after, creating(ada))).toMatchObject({ writes: [], fence: [] })
    const [pointers] = after.all
    expect(pointers?.followUps(ada, new Set(['seats']), prefixes)).toMatchObject([
      { action: 'Put', role: 'advance of last', key: guard(KEY), condition: behind('less', { N: '5' }) },
    ])
    expect(pointers?.followUps(ada, new Set(['em']), prefixes)).toEqual([])
    expect(pointers?.followUps(stored('1'), new Set(['seats']), prefixes)).toEqual([])
    expect(pointers?.needs(after)).toEqual([])
  })

  it('says how far it must have come because of an item', () => {
    expect(set.all[0]?.marks(ada, prefixes)).toEqual([
      { name: 'last', key: guard(KEY), value: { N: '5' }, order: 'max' },
    ])
    expect(set.all[0]?.marks(stored('1'), prefixes)).toEqual([])
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
      { kind: 'failure', error: { code: 'INVALID_INPUT', message: expect.stringContaining(message) } },
    ])
  })

  it('that has gone since is looked at again', () => {
    expect(explained(undefined)).toEqual([{ kind: 'outdated' }])
  })
})

describe('a pointer is refused', () => {
  const last = (options: object): object => ({ pointers: { last: { attribute: 'seats', ...options } } })

  it.each<[object, string]>([
    [{ pointers: [] }, 'pointers: has to be an object: a name for each pointer'],
    [
      { pointers: { last: 'seats' } },
      'pointers.last: has to be an object of attribute, scope, order, stale, advance',
    ],
    [
      last({ skip: true }),
      'pointers.last.skip: is no option: there are attribute, scope, order, stale, advance',
    ],
    [last({ scope: undefined }), 'pointers.last.scope: is undefined: leave it out, or give it a value'],
    [last({ attribute: 'seat' }), 'pointers.last.attribute: seat is no attribute of account'],
    [last({ attribute: 1 }), 'pointers.last.attribute: has to be the name of an attribute'],
    [
      last({ attribute: 'tags' }),
      'pointers.last.attribute: is a set: only strings and numbers have an order',
    ],
    [
      last({ attribute: 'active' }),
      'pointers.last.attribute: is a boolean: only strings and numbers have an order',
    ],
    [last({ scope: ['org'] }), 'pointers.last.scope: org is no attribute of account'],
    [last({ scope: ['seats'] }), 'pointers.last.scope: names the tracked attribute itself'],
    [last({ scope: ['tenantId', 'seats'] }), 'pointers.last.scope: names the tracked attribute itself'],
    [last({ order: 'up' }), "pointers.last.order: has to be 'max' or 'min'"],
    [last({ stale: 'ignore' }), "pointers.last.stale: has to be 'skip' or 'reject'"],
    [last({ advance: 'before' }), "pointers.last.advance: has to be 'with' or 'after'"],
    [
      last({ stale: 'reject', advance: 'after' }),
      "pointers.last.stale: cannot be 'reject' where the pointer is advanced after the commit: nothing can be refused then",
    ],
    [
      { version: 'revision', ...last({ attribute: 'revision' }) },
      'version: revision is counted by the store, unseen, so nothing else can look at it: pointers does',
    ],
  ])('%j', (declared, problem) => {
    expect(problemsOf(declared)).toEqual([problem])
  })
})
