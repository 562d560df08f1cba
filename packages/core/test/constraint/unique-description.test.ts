import { Entity } from 'electrodb'
import { describe, expect, it } from 'vitest'
import { factsOf } from '../facts-of.js'
import { declare, prefixes } from './account.js'

function describing(unique: object, more: object = {}) {
  const set = declare({ unique, ...more })
  const [constraint] = set.all
  return constraint?.describe(set, prefixes) ?? []
}
const claim = { action: 'Put', role: 'claim of email', timing: 'with' }
const release = { action: 'Delete', role: 'release of email', timing: 'with' }

describe('what a unique constraint says of itself', () => {
  it('is what it keeps and where, with nothing that was not declared', () => {
    const [{ writes: _, ...described } = { writes: [] }] = describing({ email: ['email'] })
    const key = 'UNIQ#shop.account.email#{email}'
    expect(described).toStrictEqual({
      kind: 'unique',
      name: 'email',
      attributes: ['email'],
      scope: [],
      normalize: [],
      namespace: 'shop.account.email',
      isShared: false,
      key: { partitionKey: key, sortKey: key },
    })
  })

  it('is by attribute names, whatever they are stored as', () => {
    const options = { attributes: ['email', 'seats'], scope: ['tenantId'], unless: 'deletedAt' }
    const [described] = describing({ email: options })
    expect(described).toMatchObject({
      ...options,
      key: { partitionKey: 'UNIQ#shop.account.email#{tenantId}#{email}#{seats}' },
    })
  })

  it.each<[object, string | undefined, string]>([
    [{ hash: true }, 'sha256', 'UNIQ#n#sha256({email})'],
    [{ hash: { secret: 's' } }, 'hmac-sha256', 'UNIQ#n#hmac-sha256({email})'],
    [{ prefix: 'T#' }, undefined, 'T#UNIQ#n#{email}'],
    [{ prefix: () => 'x' }, undefined, '{prefix}UNIQ#n#{email}'],
  ])('tells how its key is made: %j', (options, hash, partitionKey) => {
    const [described] = describing({ email: { attributes: ['email'], namespace: 'n', ...options } })
    expect(described).toMatchObject({ key: { partitionKey }, isShared: true })
    expect(described?.kind === 'unique' && described.hash).toBe(hash)
  })

  it('has no sort key where the table has none', () => {
    const plain = new Entity({
      model: { entity: 'account', version: '1', service: 'shop' },
      attributes: { id: { type: 'string' }, email: { type: 'string' } },
      indexes: { primary: { pk: { field: 'pk', composite: ['id'] } } },
    })
    const set = declare({ unique: { email: ['email'] } }, factsOf(plain))
    const [described] = set.all[0]?.describe(set, prefixes) ?? []
    expect(described?.kind === 'unique' && described.key).toStrictEqual({
      partitionKey: 'UNIQ#shop.account.email#{email}',
    })
  })

  it('has no key where a function makes it', () => {
    const [described] = describing({ email: { attributes: ['email'], key: () => ({ pk: 'k' }) } })
    expect(described).not.toHaveProperty('key')
  })
})

describe('the writes that it makes', () => {
  it('are a claim where it counts and a release where it counted, where the two differ', () => {
    const has = ['email']
    expect(describing({ email: ['email'] })[0]?.writes).toStrictEqual([
      { ...claim, operation: 'create', when: { has } },
      { ...claim, operation: 'update', when: { has, touches: has, moves: true } },
      { ...release, operation: 'update', when: { had: has, touches: has, moves: true } },
      { ...claim, operation: 'put', when: { has, moves: true } },
      { ...release, operation: 'put', when: { had: has, moves: true } },
      { ...release, operation: 'delete', when: { had: has } },
    ])
  })

  it('depend on its scope, and on the absence of what switches it off', () => {
    const options = { attributes: ['email'], scope: ['tenantId'], unless: 'deletedAt' }
    const writes = describing({ email: options })[0]?.writes ?? []
    const counted = ['tenantId', 'email']
    expect(writes[0]?.when).toStrictEqual({ has: counted, hasNot: 'deletedAt' })
    expect(writes.at(-1)?.when).toStrictEqual({ had: counted, hadNot: 'deletedAt' })
    expect(writes[1]?.when.touches).toStrictEqual(['email', 'tenantId', 'deletedAt'])
  })

  it('can come of a change of any constraint that shares the namespace, and of no other', () => {
    const [name] = describing({
      name: { attributes: ['username'], namespace: 'n' },
      alias: { attributes: ['nickname'], scope: [], namespace: 'n', unless: 'deletedAt' },
      email: ['email'],
    })
    expect(name?.writes[1]?.when.touches).toStrictEqual(['username', 'nickname', 'deletedAt'])
  })

  it('are refreshed with the time of the item', () => {
    const writes = describing({ email: ['email'] }, { expires: 'expiresAt' })[0]?.writes ?? []
    const refresh = { ...claim, role: 'refresh of email' }
    const when = { has: ['email'], touches: ['expiresAt'], moves: false }
    expect(writes.filter(({ role }) => role === 'refresh of email')).toStrictEqual([
      { ...refresh, operation: 'update', when },
      { ...refresh, operation: 'put', when },
    ])
  })
})
