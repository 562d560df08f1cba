import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { guardKey } from '../../src/constraint/guard-key.js'
import type { StoredItem } from '../../src/plan/attribute-value.js'
import { byteLength } from '../../src/plan/own-key.js'
import { facts, uniqueOf } from './account.js'

const keyFor = (options: unknown, item: StoredItem, of = facts): string | undefined =>
  guardKey(uniqueOf(options, of), item, 'UNIQ')?.['pk']?.S
const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')
const hmac = (secret: string | Uint8Array, text: string): string =>
  createHmac('sha256', secret).update(text, 'utf8').digest('hex')

describe('hash', () => {
  const item: StoredItem = { em: { S: 'a#b' }, seats: { N: '1.0' }, tenantId: { S: 't' } }
  const options = { attributes: ['email', 'seats'], scope: ['tenantId'] }

  it('is SHA-256 of the encoded values, and the scope stays legible', () => {
    expect(keyFor({ ...options, hash: true }, item)).toBe(`UNIQ#shop.account.email#t#${sha256('a%23b#1')}`)
  })

  it('is an HMAC with a secret, as text or bytes', () => {
    expect(keyFor({ ...options, hash: { secret: 'pépper' } }, item)).toBe(
      `UNIQ#shop.account.email#t#${hmac('pépper', 'a%23b#1')}`,
    )
    const secret = Uint8Array.from([0, 255, 7])
    expect(keyFor({ ...options, hash: { secret } }, item)).toBe(
      `UNIQ#shop.account.email#t#${hmac(secret, 'a%23b#1')}`,
    )
  })

  it('comes after normalising', () => {
    expect(keyFor({ attributes: ['email'], normalize: 'lowercase', hash: true }, { em: { S: 'É' } })).toBe(
      `UNIQ#shop.account.email#${sha256('é')}`,
    )
  })

  it('keeps its secret where the key is long: values that can be guessed never stand in a plain hash', () => {
    const long: StoredItem = { ...item, tenantId: { S: 't'.repeat(930) } }
    expect(keyFor({ ...options, hash: { secret: 's' } }, long)).toBe(
      `UNIQ#shop.account.email#${'t'.repeat(930)}#${hmac('s', 'a%23b#1')}`,
    )
  })
})

describe('a long key', () => {
  const front = 'UNIQ#shop.account.email#'

  it('holds the values up to 1,000 bytes, and a hash of them above', () => {
    const fits = 'x'.repeat(1000 - front.length)
    expect(keyFor(['email'], { em: { S: fits } })).toBe(front + fits)
    expect(keyFor(['email'], { em: { S: `${fits}x` } })).toBe(`${front}%sha256:${sha256(`${fits}x`)}`)
  })

  it('is measured in bytes', () => {
    const value = 'é'.repeat(500)
    const key = keyFor(['email'], { em: { S: value } }) ?? ''
    expect(key).toBe(`${front}%sha256:${sha256(value)}`)
    expect(byteLength(key)).toBeLessThanOrEqual(1000)
  })

  it('has the sort key that was declared all the same', () => {
    const declaration = uniqueOf({ attributes: ['email'], sortKey: 'LOCK' })
    const key = guardKey(declaration, { em: { S: 'x'.repeat(1200) } }, 'UNIQ')
    expect(key?.['pk']?.S).toContain('%sha256:')
    expect(key?.['sk']).toEqual({ S: 'LOCK' })
  })

  it('keeps its scope, and hashes the values as they are encoded', () => {
    const item: StoredItem = { em: { S: `#${'x'.repeat(1000)}` }, tenantId: { S: 't' }, seats: { N: '1' } }
    expect(keyFor({ attributes: ['email', 'seats'], scope: ['tenantId'] }, item)).toBe(
      `${front}t#%sha256:${sha256(`%23${'x'.repeat(1000)}#1`)}`,
    )
  })

  it('is no key that a short value could have', () => {
    const long = 'x'.repeat(1200)
    const hashed = keyFor(['email'], { em: { S: long } }) ?? ''
    expect(keyFor(['email'], { em: { S: hashed.slice(front.length) } })).not.toBe(hashed)
  })
})
