import { describe, expect, it } from 'vitest'
import type { StoredItem } from '../../src/plan/attribute-value.js'
import {
  contribute,
  creating,
  declare,
  deleting,
  EMAIL,
  guard,
  guardOf,
  isMine,
  ownerOf,
  replacing,
  rolesOf,
  stored,
  updating,
  writesOf,
} from './account.js'

const byEmail = declare({ unique: { email: ['email'] } })
const ada = stored('1', { em: { S: 'a@x' }, username: { S: 'ada' }, tenantId: { S: 't' } })

describe('what a unique constraint costs', () => {
  it('claims the guard of a new item, naming its owner', () => {
    expect(writesOf(contribute(byEmail, creating(ada)))).toEqual([
      {
        action: 'Put',
        role: 'claim of email',
        key: guard(`${EMAIL}a@x`),
        item: guardOf('1', `${EMAIL}a@x`),
        condition: isMine('1'),
      },
    ])
    expect(contribute(byEmail, creating(ada))).toMatchObject({ fence: [], conditions: [], increments: {} })
  })

  it('claims the new guard and releases the old one when the value moves, fenced on what it looked at', () => {
    const set = declare({
      unique: { email: { attributes: ['email'], scope: ['tenantId'], unless: 'deletedAt' } },
    })
    const moved = contribute(set, updating(ada, { em: { S: 'b@x' } }))
    expect(writesOf(moved)).toEqual([
      {
        action: 'Put',
        role: 'claim of email',
        key: guard(`${EMAIL}t#b@x`),
        item: guardOf('1', `${EMAIL}t#b@x`),
        condition: isMine('1'),
      },
      { action: 'Delete', role: 'release of email', key: guard(`${EMAIL}t#a@x`), condition: isMine('1') },
    ])
    expect(moved.fence).toEqual(['em', 'tenantId', 'gone'])
  })

  it('releases every guard of a deleted item, fenced', () => {
    const set = declare({ unique: { email: ['email'], handle: ['username'], seat: ['seats'] } })
    const deleted = contribute(set, deleting(ada))
    expect(rolesOf(deleted)).toEqual([
      `release of email: ${EMAIL}a@x`,
      'release of handle: UNIQ#shop.account.handle#ada',
    ])
    expect(deleted.fence).toEqual(['em', 'username', 'seats'])
  })

  it('is nothing for a change that touches nothing it looks at', () => {
    const nothing = contribute(byEmail, updating(ada, { nickname: { S: 'n' } }))
    expect(nothing).toEqual({ writes: [], fence: [], conditions: [], increments: {} })
  })

  it('is nothing where the item was not read, and nothing that counts was touched', () => {
    const change = { ...updating(ada, { nickname: { S: 'n' } }), before: undefined }
    expect(contribute(byEmail, change).writes).toEqual([])
  })

  it('is never planned for what it counts of an item that was not read: its guards would stay', () => {
    const unread = 'a unique constraint was planned for an item that was not read'
    for (const change of [updating(ada, { em: { S: 'b' } }), deleting(ada)])
      expect(() => contribute(byEmail, { ...change, before: undefined })).toThrow(unread)
  })

  it('meets the writes of other changes by its owner', () => {
    const [claim, release] = contribute(byEmail, updating(ada, { em: { S: 'b@x' } })).writes
    expect(claim?.intent).toMatchObject({ kind: 'claim', owner: ownerOf('1') })
    expect(release?.intent).toEqual({ kind: 'release', owner: ownerOf('1') })
    expect(claim?.intent.kind === 'claim' && claim.intent.refuse(guardOf('2', `${EMAIL}b@x`))).toMatchObject([
      {
        violation: {
          code: 'UNIQUE',
          constraint: 'email',
          key: { accountId: '1' },
          owner: { accountId: '2' },
        },
      },
    ])
    expect(claim?.intent.kind === 'claim' && claim.intent.refuse(undefined)).toMatchObject([
      { violation: { code: 'UNIQUE', constraint: 'email', owner: undefined } },
    ])
  })

  it('notes how values were normalised', () => {
    const set = declare({
      unique: { email: { attributes: ['email'], normalize: ['trim', (v: string) => v] } },
    })
    expect(contribute(set, creating(ada)).writes[0]?.item?.['_lk_of']).toEqual({
      S: 'shop.account.email normalize=trim,custom',
    })
  })
})

describe('a value that does not move', () => {
  const lowercase = declare({ unique: { email: { attributes: ['email'], normalize: 'lowercase' } } })

  it.each<[string, StoredItem]>([
    ['the same value', { em: { S: 'a@x' } }],
    ['the same value in another case', { em: { S: 'A@X' } }],
  ])('gets no guard write: %s', (_, changes) => {
    const contribution = contribute(lowercase, updating(ada, changes))
    expect(contribution.writes).toEqual([])
    expect(contribution.fence).toEqual(['em'])
  })

  it('gets none for the other half of an update', () => {
    const set = declare({ unique: { email: ['email'], handle: ['username'] } })
    const contribution = contribute(set, updating(ada, { em: { S: 'b' }, username: { S: 'ada' } }))
    expect(rolesOf(contribution)).toEqual([`claim of email: ${EMAIL}b`, `release of email: ${EMAIL}a@x`])
  })

  it('gets none where a number is spelt differently', () => {
    const seats = declare({ unique: { seat: ['seats'] } })
    expect(
      contribute(seats, updating(stored('1', { seats: { N: '1' } }), { seats: { N: '1.0' } })).writes,
    ).toEqual([])
  })
})

describe('sparse', () => {
  const set = declare({
    unique: { email: { attributes: ['email'], scope: ['tenantId'], unless: 'deletedAt' } },
  })
  const key = `${EMAIL}t#a@x`

  it.each<[string, StoredItem, Readonly<Record<string, StoredItem[string] | undefined>>, string[]]>([
    [
      'a value that appears',
      stored('1', { tenantId: { S: 't' } }),
      { em: { S: 'a@x' } },
      [`claim of email: ${key}`],
    ],
    ['a value that is removed', ada, { em: undefined }, [`release of email: ${key}`]],
    ['a scope that is removed', ada, { tenantId: undefined }, [`release of email: ${key}`]],
    [
      'a scope that moves',
      ada,
      { tenantId: { S: 'u' } },
      [`claim of email: ${EMAIL}u#a@x`, `release of email: ${key}`],
    ],
    [
      'a value that is emptied',
      ada,
      { em: { S: '' } },
      [`claim of email: ${EMAIL}t#`, `release of email: ${key}`],
    ],
    ['a soft delete', ada, { gone: { N: '1' } }, [`release of email: ${key}`]],
    [
      'the end of a soft delete',
      { ...ada, gone: { N: '1' } },
      { gone: undefined },
      [`claim of email: ${key}`],
    ],
    ['a change while it does not count', { ...ada, gone: { N: '1' } }, { em: { S: 'b' } }, []],
    [
      'a soft delete together with a change',
      ada,
      { gone: { N: '1' }, em: { S: 'b' } },
      [`release of email: ${key}`],
    ],
    [
      'a value that was stored without form in a key',
      { ...ada, em: { L: [] } },
      { em: { S: 'a@x' } },
      [`claim of email: ${key}`],
    ],
  ])('%s', (_, before, changes, roles) => {
    expect(rolesOf(contribute(set, updating(before, changes)))).toEqual(roles)
  })

  it('creates no guard for an item that does not count', () => {
    expect(contribute(set, creating({ ...ada, gone: { N: '0' } })).writes).toEqual([])
  })
})

describe('constraints of one item that share a namespace', () => {
  const set = declare({
    unique: {
      name: { attributes: ['username'], namespace: 'name' },
      alias: { attributes: ['nickname'], namespace: 'name' },
      email: ['email'],
    },
  })
  const named = stored('1', { username: { S: 'ada' }, nickname: { S: 'ad' }, em: { S: 'a' } })

  it('need one guard for one value', () => {
    const same = stored('1', { username: { S: 'ada' }, nickname: { S: 'ada' } })
    expect(rolesOf(contribute(set, creating(same)))).toEqual(['claim of name and alias: UNIQ#name#ada'])
  })

  it('keep a guard that another one of them still needs', () => {
    const swapped = contribute(set, updating(named, { username: { S: 'ad' }, nickname: { S: 'ada' } }))
    expect(swapped.writes).toEqual([])
    const moved = contribute(set, updating(named, { nickname: { S: 'ada' } }))
    expect(rolesOf(moved)).toEqual(['release of alias: UNIQ#name#ad'])
  })

  it('are fenced together, since what one claims may be the other one’s', () => {
    expect(contribute(set, updating(named, { nickname: { S: 'x' } })).fence).toEqual(['username', 'nickname'])
  })

  it('overlook what was stored without form in a key and is not written', () => {
    const odd = { ...named, nickname: { L: [] } }
    expect(rolesOf(contribute(set, updating(odd, { username: { S: 'x' } })))).toEqual([
      'claim of name: UNIQ#name#x',
      'release of name: UNIQ#name#ada',
    ])
  })

  it('are looked at together where functions make their keys', () => {
    const keys = declare({
      unique: {
        a: { attributes: ['username'], key: ([value]: readonly unknown[]) => ({ pk: `N#${String(value)}` }) },
        b: { attributes: ['nickname'], key: ([value]: readonly unknown[]) => ({ pk: `N#${String(value)}` }) },
      },
    })
    expect(
      contribute(keys, updating(named, { username: { S: 'ad' }, nickname: { S: 'ada' } })).writes,
    ).toEqual([])
  })
})

describe('a put', () => {
  it('claims what is new of the item and releases what is not kept, fenced on what it replaces', () => {
    const set = declare({ unique: { email: ['email'], handle: ['username'] } })
    const put = contribute(set, replacing(ada, { ...ada, em: { S: 'b@x' } }))
    expect(rolesOf(put)).toEqual([`claim of email: ${EMAIL}b@x`, `release of email: ${EMAIL}a@x`])
    expect(put.fence).toEqual(['em', 'username'])
    expect(contribute(set, replacing(ada, stored('1'))).writes.map(({ action }) => action)).toEqual([
      'Delete',
      'Delete',
    ])
  })

  it('is as a create where nothing was there', () => {
    const made = contribute(byEmail, replacing(null, ada))
    expect(writesOf(made)).toEqual(writesOf(contribute(byEmail, creating(ada))))
    expect(made.fence).toEqual([])
  })

  it('refuses every value that no key can hold, and an update those that it writes', () => {
    const set = declare({
      unique: { email: { attributes: ['email'], scope: ['tenantId'] }, handle: ['username'] },
    })
    const odd = { ...ada, tenantId: { L: [] } }
    expect(() => contribute(set, replacing(odd, odd))).toThrow(/tenantId/)
    expect(() => contribute(set, { ...replacing(odd, odd), touched: new Set() })).toThrow(/tenantId/)
    expect(() => contribute(set, updating(odd, { em: { S: 'b' } }))).toThrow(/tenantId/)
    expect(rolesOf(contribute(set, updating(odd, { username: { S: 'b' } })))).toHaveLength(2)
  })

  it('writes a guard anew where the key of the item is spelt anew', () => {
    const respelt = contribute(byEmail, replacing(ada, { ...ada, accountId: { S: 'ONE' } }))
    expect(respelt.writes.map(({ action, role }) => `${action} ${role}`)).toEqual(['Put refresh of email'])
    expect(contribute(byEmail, replacing(ada, ada)).writes).toEqual([])
  })
})
