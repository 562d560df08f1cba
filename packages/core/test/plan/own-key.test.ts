import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  byteLength,
  encodeName,
  encodeValue,
  hasLoneSurrogate,
  joinValues,
  splitValues,
} from '../../src/plan/own-key.js'

/** Texts that are made of what an encoding can trip over. */
const tricky = fc
  .array(fc.constantFrom('%', '#', '.', '2', '3', '5', 'E', 'a', 'é', '🙂', ' ', '%23', '%25', '%sha256:'), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''))
const lists = fc.array(tricky, { minLength: 1, maxLength: 4 })

describe('values in keys', () => {
  it('are joined by # and keep their own # and %', () => {
    expect(joinValues(['a#b', '100%', ''])).toBe('a%23b#100%25#')
    expect(encodeValue('a.b c')).toBe('a.b c')
  })

  it('come apart as they were joined', () => {
    expect(splitValues('a%23b#100%25#')).toEqual(['a#b', '100%', ''])
    expect(splitValues('%2523')).toEqual(['%23'])
    fc.assert(
      fc.property(lists, (values) => {
        expect(splitValues(joinValues(values))).toEqual(values)
      }),
      { numRuns: 1000 },
    )
  })

  it('give one text for one list alone', () => {
    fc.assert(
      fc.property(lists, lists, (a, b) => {
        expect(joinValues(a) === joinValues(b)).toBe(JSON.stringify(a) === JSON.stringify(b))
      }),
    )
  })

  it('never look like a hash', () => {
    fc.assert(fc.property(tricky, (value) => !encodeValue(value).includes('%s')))
  })
})

describe('names in keys', () => {
  it('keep their dots, since dots join names', () => {
    expect(encodeName('shop.eu#1%')).toBe('shop%2Eeu%231%25')
  })

  it('give one text for one list alone, joined by dots', () => {
    const join = (names: readonly string[]): string => names.map(encodeName).join('.')
    fc.assert(
      fc.property(lists, lists, (a, b) => {
        expect(join(a) === join(b)).toBe(JSON.stringify(a) === JSON.stringify(b))
      }),
    )
  })
})

describe('hasLoneSurrogate', () => {
  it.each(['\ud800', 'a\udc00', '\udc00\ud800', '🙂\ud83d'])('finds half a pair in %j', (text) => {
    expect(hasLoneSurrogate(text)).toBe(true)
  })

  it.each(['', 'a', '🙂', '\ud83d\ude42', '�'])('finds none in %j', (text) => {
    expect(hasLoneSurrogate(text)).toBe(false)
  })

  it('agrees with the platform', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.integer({ min: 0xd7fe, max: 0xe001 }).map((unit) => String.fromCharCode(unit)),
        }),
        (text) => {
          const isWellFormed: unknown = Reflect.get(String.prototype, 'isWellFormed')
          if (typeof isWellFormed !== 'function') return
          expect(hasLoneSurrogate(text)).toBe(!isWellFormed.call(text))
        },
      ),
    )
  })
})

describe('byteLength', () => {
  it('counts UTF-8', () => {
    expect([byteLength(''), byteLength('a'), byteLength('é'), byteLength('€'), byteLength('🙂')]).toEqual([
      0, 1, 2, 3, 4,
    ])
  })
})
