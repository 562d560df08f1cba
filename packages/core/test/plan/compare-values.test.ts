import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AttributeValue } from '../../src/plan/attribute-value.js'
import { compareValues } from '../../src/plan/compare-values.js'

const sign = (difference: bigint | number): number => (difference < 0 ? -1 : difference > 0 ? 1 : 0)

/** A number of so many digits behind the point, out of an integer. */
const spell = (units: bigint, scale: number): string => {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  return `${units < 0n ? '-' : ''}${whole}${scale === 0 ? '' : `.${digits.slice(-scale)}`}`
}

describe('numbers', () => {
  it.each([
    ['1', '2', -1],
    ['10', '9', 1],
    ['-1', '1', -1],
    ['-10', '-9', -1],
    ['0', '-0', 0],
    ['1.0', '1', 0],
    ['0.1', '0.09', 1],
    ['-0.1', '-0.09', -1],
    ['1e3', '999.999', 1],
    ['12345678901234567890', '12345678901234567891', -1],
    ['0.10000000000000000001', '0.1', 1],
    ['1E-130', '0', 1],
    ['9.9E+125', '-9.9E+125', 1],
  ])('%s against %s', (a, b, order) => {
    expect(compareValues({ N: a }, { N: b })).toBe(order)
    expect(compareValues({ N: b }, { N: a })).toBe(0 - order || 0)
  })

  it('are ordered by what they are worth, to the last of 38 digits', () => {
    const most = 10n ** 38n - 1n
    const units = fc.oneof(fc.bigInt({ min: -most, max: most }), fc.bigInt({ min: -20n, max: 20n }))
    fc.assert(
      fc.property(units, units, fc.nat(38), fc.nat(3), (a, b, scale, more) => {
        const order = sign(a * 10n ** BigInt(more) - b)
        expect(compareValues({ N: spell(a, scale) }, { N: spell(b, scale + more) })).toBe(order)
      }),
    )
  })
})

describe('texts', () => {
  it.each([
    ['', 'a', -1],
    ['a', 'a', 0],
    ['a', 'B', 1],
    ['a', 'ab', -1],
    ['10', '9', -1],
    ['\uffff', '🙂', -1],
    ['a', 'a\u0000', -1],
    ['b', 'a\u0000', 1],
  ])('%j against %j', (a, b, order) => {
    expect(compareValues({ S: a }, { S: b })).toBe(order)
    expect(compareValues({ S: b }, { S: a })).toBe(0 - order || 0)
  })

  it('are ordered by the bytes of their UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(compareValues({ S: a }, { S: b })).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
      }),
    )
  })
})

describe('other values', () => {
  it.each<[AttributeValue | undefined, AttributeValue | undefined]>([
    [{ N: '1' }, { S: '1' }],
    [{ BOOL: true }, { BOOL: false }],
    [undefined, { N: '1' }],
    [{ N: '1' }, undefined],
    [{ S: '1' }, undefined],
    [undefined, { S: '1' }],
    [undefined, undefined],
    [{ L: [] }, { L: [] }],
  ])('%j and %j have no order', (a, b) => {
    expect(compareValues(a, b)).toBeUndefined()
  })
})
