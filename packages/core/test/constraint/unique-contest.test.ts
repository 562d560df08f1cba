import { describe, expect, it } from 'vitest'
import type { PlanContext } from '../../src/constraint/constraint.js'
import { judgeRight } from '../../src/constraint/unique-contest.js'
import { identityOf, type StoredItem } from '../../src/plan/attribute-value.js'
import {
  contribute,
  creating,
  declare,
  EMAIL,
  guard,
  guardOf,
  keyOfAccount,
  ownerOf,
  prefixes,
  settled,
  stored,
} from './account.js'

const ada = stored('1', { em: { S: 'a@x' } })

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

  it('is a violation where the item at the key of the owner is of another entity', () => {
    const moved: StoredItem = { ...bob, em: { S: 'b' } }
    const { __edb_e__: _, ...nobodys } = moved
    const { __edb_v__: __, ...unversioned } = moved
    for (const other of [{ ...moved, __edb_e__: { S: 'organisation' } }, nobodys, unversioned])
      expect(refused({ [owner]: other })).toEqual(taken)
  })

  it('asks the model that the guard is of, and no other that shares the table', () => {
    const organisations = {
      ...set,
      facts: { ...set.facts, entity: 'organisation', label: 'shop.organisation' },
    }
    const neighbours = [organisations, set]
    const lost = takeOver({ op: 'all', of: [{ op: 'equals', field: 'em', value: { S: 'b' } }] })
    expect(refused({ [owner]: { ...bob, em: { S: 'b' } } }, held, 0, { neighbours })).toEqual(lost)
    expect(refused({ [owner]: bob }, held, 0, { neighbours })).toEqual(taken)
  })

  it('looks at all that the owner has guards for, and nothing else, where it takes over', () => {
    const more = declare({
      unique: { email: { attributes: ['email'], unless: 'deletedAt' }, handle: ['username'] },
      pointers: { last: { attribute: 'seats' } },
    })
    const [write] = contribute(more, creating(ada)).writes
    const other = stored('2', { em: { S: 'a@x' }, gone: { N: '1' }, seats: { N: '1' } })
    expect(settled(write?.explain(held) ?? [], { [owner]: other })).toEqual(
      takeOver({
        op: 'all',
        of: [
          { op: 'equals', field: 'em', value: { S: 'a@x' } },
          { op: 'equals', field: 'gone', value: { N: '1' } },
          { op: 'absent', field: 'username' },
        ],
      }),
    )
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

describe('the right to a guard', () => {
  const set = declare({
    unique: { email: { attributes: ['email'], unless: 'deletedAt' } },
    expires: 'expiresAt',
  })
  const key = guard(`${EMAIL}a@x`)
  const judged = (owner: StoredItem | undefined, now = 0) =>
    judgeRight(
      guardOf('1', `${EMAIL}a@x`),
      identityOf('', key),
      owner,
      { neighbours: [set], prefixes, expiryMarginMs: 5_000 },
      now,
    )
  const mortal = { ...ada, ttl: { N: '100' } }

  it.each<[string, StoredItem | undefined, number, object]>([
    ['is held by an item that has the value', ada, 0, { kind: 'held' }],
    ['is held until the margin after its time', mortal, 105_000, { kind: 'held' }],
    ['is over after that', mortal, 105_001, { kind: 'expired', seenBy: ['ttl'] }],
    ['went with the item', undefined, 0, { kind: 'gone' }],
    ['moved with the value', { ...ada, em: { S: 'b' } }, 0, { kind: 'moved', seenBy: ['em', 'gone'] }],
    [
      'moved where it does not count',
      { ...ada, gone: { N: '1' } },
      0,
      { kind: 'moved', seenBy: ['em', 'gone'] },
    ],
    [
      'is unknown where the item is of no model that is connected',
      { em: { S: 'a@x' } },
      0,
      { kind: 'unknown' },
    ],
  ])('%s', (_, owner, now, right) => {
    expect(judged(owner, now)).toEqual(right)
  })
})
