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
  replacing,
  rolesOf,
  stored,
  updating,
  writesOf,
} from './account.js'

const ada = stored('1', { em: { S: 'a@x' }, username: { S: 'ada' } })

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

  it('has nothing to do with a change of something else, and is not fenced for it', () => {
    expect(contribute(set, updating(mortal, { nickname: { S: 'n' } }))).toMatchObject({
      writes: [],
      fence: [],
    })
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

  it('refreshes them in a put as well, and never in a delete', () => {
    const put = contribute(set, replacing(mortal, { ...mortal, ttl: { N: '200' }, username: { S: 'b' } }))
    expect(rolesOf(put)).toEqual([
      `refresh of email: ${EMAIL}a@x`,
      'claim of handle: UNIQ#shop.account.handle#b',
      'release of handle: UNIQ#shop.account.handle#ada',
    ])
    expect(contribute(set, deleting(mortal)).writes.map(({ action }) => action)).toEqual(['Delete', 'Delete'])
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
