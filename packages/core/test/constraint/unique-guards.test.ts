import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { identityOf, type StoredItem } from '../../src/plan/attribute-value.js'
import type { GuardedWrite } from '../../src/plan/contribution.js'
import {
  contribute,
  creating,
  declare,
  deleting,
  EMAIL,
  guard,
  guardOf,
  prefixes,
  stored,
  updating,
} from './account.js'

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

  it('are none for a value that no key can hold', () => {
    expect(unique?.owned(stored('1', { em: { L: [] } }), set, prefixes)).toEqual([])
  })

  it('are found by the scope first, then by the values', () => {
    const scoped = declare({ unique: { email: { attributes: ['email'], scope: ['tenantId'] } } })
    expect(scoped.all[0]?.lookups[0]?.attributes).toEqual(['tenantId', 'email'])
  })

  it('are all that a change has to know the item for, with its time', () => {
    const fields = ['username', 'nickname', 'em', 'gone']
    expect(unique).toMatchObject({ kind: 'unique', guarded: fields, managed: [] })
    expect(unique?.needs(set)).toEqual([...fields, 'ttl'])
    expect(unique?.needs({ ...set, expiry: undefined })).toEqual(fields)
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
