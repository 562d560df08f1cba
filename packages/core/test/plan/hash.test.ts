import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashText } from '../../src/plan/hash.js'

describe('the hash of a text', () => {
  it('is SHA-256 of its UTF-8, or HMAC-SHA-256 where there is a secret, in lower-case hex', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.constantFrom('s', ' s ', 'é🙂', 'S'),
        (text, secret) => {
          const bytes = Uint8Array.from(Buffer.from(secret))
          const keyed = createHmac('sha256', bytes).update(text, 'utf8').digest('hex')
          expect(hashText(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'))
          expect([hashText(text, secret), hashText(text, bytes)]).toEqual([keyed, keyed])
        },
      ),
    )
  })
})
