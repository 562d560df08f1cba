import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlanContext } from '../../src/constraint/constraint.js'
import { identityOf, type StoredItem } from '../../src/plan/attribute-value.js'
import type { Adjustment, GuardedWrite } from '../../src/plan/contribution.js'
import {
  contribute,
  creating,
  declare,
  deleting,
  guard,
  keyOfAccount,
  ownerOf,
  prefixes,
  rolesOf,
  settled,
  stored,
  updating,
  writesOf,
} from './account.js'

const EMAIL = 'UNIQ#shop.account.email#'
const isMine = (accountId: string): object => ({
  op: 'any',
  of: [
    { op: 'absent', field: 'pk' },
    { op: 'equals', field: '_lk_owner', value: { S: ownerOf(accountId) } },
  ],
})
const guardOf = (
  accountId: string,
  key: string,
  constraint = 'email',
  more: StoredItem = {},
): StoredItem => ({
  ...guard(key),
  _lk: { S: 'guard' },
  _lk_of: { S: `shop.account.${constraint}` },
  _lk_owner: { S: ownerOf(accountId) },
  _lk_key: { M: { accountId: { S: accountId } } },
  ...more,
})

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

  it('is nothing where the item was not read, since nothing that counts was touched', () => {
    const change = { ...updating(ada, { nickname: { S: 'n' } }), before: undefined }
    expect(contribute(byEmail, change).writes).toEqual([])
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

describe('an item that expires', () => {
  const set = declare({ unique: { email: ['email'], handle: ['username'] }, expires: 'expiresAt' })
  const mortal: StoredItem = { ...ada, ttl: { N: '100' } }

  it('gives its time to its guards, under the name of the table’s TTL attribute', () => {
    const [write] = contribute(set, creating(mortal)).writes
    expect(write?.item).toEqual(guardOf('1', `${EMAIL}a@x`, 'email', { ttl: { N: '100' } }))
  })

  it('refreshes them when its time moves, and is fenced on all that it looked at', () => {
    const later = contribute(set, updating(mortal, { ttl: { N: '200' } }))
    expect(writesOf(later)).toEqual([
      {
        action: 'Put',
        role: 'refresh of email',
        key: guard(`${EMAIL}a@x`),
        item: guardOf('1', `${EMAIL}a@x`, 'email', { ttl: { N: '200' } }),
        condition: isMine('1'),
      },
      expect.objectContaining({ role: 'refresh of handle' }),
    ])
    expect(later.fence).toEqual(['em', 'username', 'ttl'])
  })

  it('takes the time away with its own', () => {
    const [write] = contribute(set, updating(mortal, { ttl: undefined })).writes
    expect(write?.item).toEqual(guardOf('1', `${EMAIL}a@x`))
  })

  it('refreshes nothing while the time stays, and stamps a new guard with it', () => {
    expect(contribute(set, updating(mortal, { ttl: { N: '100.0' } })).writes).toEqual([])
    const moved = contribute(set, updating(mortal, { em: { S: 'b' } }))
    expect(rolesOf(moved)).toEqual([`claim of email: ${EMAIL}b`, `release of email: ${EMAIL}a@x`])
    expect(moved.writes[0]?.item?.['ttl']).toEqual({ N: '100' })
    expect(moved.fence).toEqual(['em', 'ttl'])
  })

  it('claims, refreshes and releases in one', () => {
    const all = contribute(set, updating(mortal, { ttl: { N: '200' }, em: { S: 'b' } }))
    expect(rolesOf(all)).toEqual([
      `claim of email: ${EMAIL}b`,
      'refresh of handle: UNIQ#shop.account.handle#ada',
      `release of email: ${EMAIL}a@x`,
    ])
  })

  it.each([
    ['1.2', '2'],
    ['-0.5', '0'],
    ['1E+3', '1000'],
    ['20000000000', '20000000000'],
  ])('stamps %s as the whole second %s, never before the item ends', (seconds, stamp) => {
    const [write] = contribute(set, creating({ ...mortal, ttl: { N: seconds } })).writes
    expect(write?.item?.['ttl']).toEqual({ N: stamp })
  })

  it('has no stamp where the time is no number', () => {
    const [write] = contribute(set, creating({ ...mortal, ttl: { S: 'soon' } })).writes
    expect(write?.item).not.toHaveProperty('ttl')
  })
})

describe('the guards of an item', () => {
  const set = declare({
    unique: {
      name: { attributes: ['username'], namespace: 'n' },
      alias: { attributes: ['nickname'], namespace: 'n' },
      email: { attributes: ['email'], unless: 'deletedAt' },
    },
    expires: 'expiresAt',
  })
  const [unique] = set.all.filter(({ ownsItems }) => ownsItems)

  it('are as they should stand in the table', () => {
    const item = stored('1', { username: { S: 'a' }, nickname: { S: 'a' }, em: { S: 'e' }, ttl: { N: '7' } })
    expect(unique?.owned(item, set, prefixes)).toEqual([
      {
        names: ['name', 'alias'],
        key: guard('UNIQ#n#a'),
        item: guardOf('1', 'UNIQ#n#a', 'name', { ttl: { N: '7' } }),
      },
      {
        names: ['email'],
        key: guard(`${EMAIL}e`),
        item: guardOf('1', `${EMAIL}e`, 'email', { ttl: { N: '7' } }),
      },
    ])
  })

  it('are found by the values of a caller, also while the constraint does not count', () => {
    const lookup = unique?.lookups.find(({ name }) => name === 'email')
    expect(lookup?.attributes).toEqual(['email'])
    const found = { em: { S: 'e' }, gone: { N: '1' } }
    expect(lookup?.key(found, prefixes)).toEqual(guard(`${EMAIL}e`))
    expect(lookup?.keyOfItem(found, prefixes)).toBeUndefined()
    expect(lookup?.keyOfItem({ em: { S: 'e' } }, prefixes)).toEqual(guard(`${EMAIL}e`))
  })
})

describe('over any series of changes', () => {
  const set = declare({
    unique: {
      name: { attributes: ['username'], namespace: 'n', normalize: 'lowercase' },
      alias: { attributes: ['nickname'], namespace: 'n', normalize: 'lowercase' },
      email: { attributes: ['email'], scope: ['tenantId'], unless: 'deletedAt' },
    },
    expires: 'expiresAt',
  })
  const [unique] = set.all.filter(({ ownsItems }) => ownsItems)
  const text = fc.option(
    fc.constantFrom('a', 'A', 'b', '').map((S) => ({ S })),
    { nil: undefined },
  )
  const number = fc.option(
    fc.constantFrom('1', '2').map((N) => ({ N })),
    { nil: undefined },
  )
  const changes = fc.record(
    { username: text, nickname: text, em: text, tenantId: text, gone: number, ttl: number },
    { requiredKeys: [] },
  )

  it('guards stand exactly where the item needs them', () => {
    fc.assert(
      fc.property(fc.array(changes, { minLength: 1, maxLength: 6 }), (series) => {
        const guards = new Map<string, StoredItem>()
        const write = ({ action, key, item }: GuardedWrite): void => {
          if (action === 'Put') guards.set(identityOf('', key), item ?? {})
          else guards.delete(identityOf('', key))
        }
        let item = stored('1')
        contribute(set, creating(item)).writes.forEach(write)
        for (const change of series) {
          const update = updating(item, change)
          contribute(set, update).writes.forEach(write)
          item = update.after ?? {}
          const owned = unique?.owned(item, set, prefixes) ?? []
          expect([...guards.keys()].sort()).toEqual(owned.map(({ key }) => identityOf('', key)).sort())
          for (const { key, item: due } of owned)
            expect(guards.get(identityOf('', key))?.['ttl']).toEqual(due['ttl'])
        }
        contribute(set, deleting(item)).writes.forEach(write)
        expect(guards.size).toBe(0)
      }),
    )
  })
})

describe('a claim that is refused', () => {
  const set = declare({ unique: { email: ['email'] }, expires: 'expiresAt' })
  const key = `${EMAIL}a@x`
  const held = guardOf('2', key)
  const refused = (
    read: Readonly<Record<string, StoredItem | undefined>>,
    found: StoredItem | undefined = held,
    now = 0,
    given: Partial<PlanContext> = {},
  ) => {
    const [write] = contribute(set, creating(ada), given).writes
    return settled(write?.explain(found) ?? [], read, now)
  }
  const owner = String(keyOfAccount('2')['pk']?.S)
  const bob = stored('2', { em: { S: 'a@x' }, ttl: { N: '1000' } })
  const taken = [
    {
      kind: 'violation',
      violation: {
        code: 'UNIQUE',
        model: 'account',
        key: { accountId: '1' },
        constraint: 'email',
        fields: ['email'],
        owner: { accountId: '2' },
      },
    },
  ]
  const takeOver = (condition: object) => [
    {
      kind: 'adjust',
      adjustment: {
        kind: 'take-over',
        key: guard(key),
        from: ownerOf('2'),
        witness: { key: keyOfAccount('2'), condition },
      },
    },
  ]

  it('is a violation where the owner has the value', () => {
    expect(refused({ [owner]: bob })).toEqual(taken)
  })

  it('is a violation of every constraint that needs the guard', () => {
    const shared = declare({
      unique: {
        name: { attributes: ['username'], namespace: 'n' },
        alias: { attributes: ['nickname'], namespace: 'n' },
      },
    })
    const item = stored('1', { username: { S: 'a' }, nickname: { S: 'a' } })
    const [write] = contribute(shared, creating(item)).writes
    const other = stored('2', { nickname: { S: 'a' } })
    const findings = settled(write?.explain(guardOf('2', 'UNIQ#n#a', 'alias')) ?? [], { [owner]: other })
    expect(findings).toMatchObject([
      { violation: { constraint: 'name', fields: ['username'] } },
      { violation: { constraint: 'alias', fields: ['nickname'] } },
    ])
  })

  it('takes over where the owner is gone, while it stays gone', () => {
    expect(refused({ [owner]: undefined })).toEqual(takeOver({ op: 'absent', field: 'pk' }))
  })

  it('takes over where the owner no longer has the value, while it is as it was read', () => {
    const other = stored('2', { em: { S: 'b@x' } })
    expect(refused({ [owner]: other })).toEqual(
      takeOver({ op: 'all', of: [{ op: 'equals', field: 'em', value: { S: 'b@x' } }] }),
    )
    expect(refused({ [owner]: stored('2') })).toEqual(
      takeOver({ op: 'all', of: [{ op: 'absent', field: 'em' }] }),
    )
  })

  it('takes over where the owner is over its time by more than the margin, and not before', () => {
    const late = { op: 'equals', field: 'ttl', value: { N: '1000' } }
    expect(refused({ [owner]: bob }, held, 1_000_000 + 300_000)).toEqual(taken)
    expect(refused({ [owner]: bob }, held, 1_000_000 + 300_001)).toEqual(takeOver(late))
    expect(refused({ [owner]: bob }, held, 1_000_001, { expiryMarginMs: 0 })).toEqual(takeOver(late))
  })

  it('is a violation where the owner is of a model that is not connected, since nobody can say', () => {
    expect(refused({ [owner]: stored('2') }, held, 0, { neighbours: [] })).toEqual(taken)
    const foreign = { ...held, _lk_of: { S: 'shop.organisation.email' } }
    expect(refused({ [owner]: { ...bob, em: { S: 'b' } } }, foreign)).toEqual(taken)
    const older = { ...bob, em: { S: 'b' }, __edb_v__: { S: '2' } }
    expect(refused({ [owner]: older })).toEqual(taken)
  })

  it('is a violation where the guard names no owner: it is older than the library', () => {
    const { _lk_owner: _, _lk_key: __, ...anonymous } = held
    expect(refused({}, anonymous)).toMatchObject([{ violation: { code: 'UNIQUE', owner: undefined } }])
    expect(refused({}, { ...held, _lk_owner: { S: 'a#b#c' } })).toEqual(taken)
  })

  it('reads the guard where the store did not send it back', () => {
    const [write] = contribute(set, creating(ada)).writes
    const findings = write?.explain(undefined) ?? []
    expect(findings).toMatchObject([{ kind: 'contested', owner: guard(key) }])
    expect(settled(findings, { [key]: held, [owner]: bob })).toEqual(taken)
    expect(settled(findings, { [key]: undefined })).toEqual([{ kind: 'outdated' }])
  })
})

describe('a plan that was adjusted', () => {
  const key = `${EMAIL}b@x`
  const witness = { key: keyOfAccount('2'), condition: { op: 'absent', field: 'pk' } } as const
  const takeOver: Adjustment = { kind: 'take-over', key: guard(key), from: ownerOf('2'), witness }
  const leave: Adjustment = { kind: 'leave', key: guard(`${EMAIL}a@x`) }
  const change = updating(ada, { em: { S: 'b@x' } })

  it('transfers a stale guard, and checks that its former owner is still as it was read', () => {
    const contribution = contribute(byEmail, change, { adjustments: [takeOver] })
    expect(writesOf(contribution).slice(0, 2)).toEqual([
      {
        action: 'Put',
        role: 'claim of email',
        key: guard(key),
        item: guardOf('1', key),
        condition: {
          op: 'any',
          of: [
            { op: 'absent', field: 'pk' },
            { op: 'equals', field: '_lk_owner', value: { S: ownerOf('1') } },
            { op: 'equals', field: '_lk_owner', value: { S: ownerOf('2') } },
          ],
        },
      },
      { action: 'ConditionCheck', role: 'check of the former owner of email', ...witness },
    ])
    expect(contribution.writes[1]?.explain(undefined)).toEqual([{ kind: 'outdated' }])
  })

  it('takes over no other guard than the one that was proved stale', () => {
    const other: Adjustment = { ...takeOver, key: guard(`${EMAIL}c@x`) }
    expect(writesOf(contribute(byEmail, change, { adjustments: [other] }))).toEqual(
      writesOf(contribute(byEmail, change)),
    )
  })

  it('leaves a guard that is another’s, and checks that it still is', () => {
    const [, release] = contribute(byEmail, change).writes
    expect(release?.explain(guardOf('2', `${EMAIL}a@x`))).toEqual([{ kind: 'adjust', adjustment: leave }])
    const [, left] = contribute(byEmail, change, { adjustments: [leave] }).writes
    expect(left).toMatchObject({
      action: 'ConditionCheck',
      role: "check that the guard of email is another's",
      key: guard(`${EMAIL}a@x`),
      condition: { op: 'differs', field: '_lk_owner', value: { S: ownerOf('1') } },
    })
    expect(left?.explain(undefined)).toEqual([{ kind: 'outdated' }])
  })

  it('adjusts a refresh as it adjusts a claim', () => {
    const set = declare({ unique: { email: ['email'] }, expires: 'expiresAt' })
    const back: Adjustment = { ...takeOver, key: guard(`${EMAIL}a@x`) }
    const refresh = contribute(set, updating(ada, { ttl: { N: '9' } }), { adjustments: [back] })
    expect(refresh.writes.map(({ action, role }) => `${action} ${role}`)).toEqual([
      'Put refresh of email',
      'ConditionCheck check of the former owner of email',
    ])
  })
})
