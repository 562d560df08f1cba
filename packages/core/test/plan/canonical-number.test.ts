import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalNumber } from '../../src/plan/canonical-number.js'

/** A decimal as an integer over a power of ten, so that BigInt is the judge of what two spellings are worth. */
interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

function exact(text: string): Decimal {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(`${whole}${fraction}`), scale: fraction.length - Number(exponent) }
}

function isSame(a: Decimal, b: Decimal): boolean {
  const scale = Math.max(a.scale, b.scale)
  const at = ({ digits, scale: own }: Decimal): bigint => digits * 10n ** BigInt(scale - own)
  return at(a) === at(b)
}

const digits = (least: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: least, maxLength: 38 })
    .map((members) => members.join(''))

/** Every spelling that the service takes: zeros in front and behind, exponents, both signs. */
const decimal = fc
  .record({
    sign: fc.constantFrom('', '-'),
    whole: digits(1),
    fraction: fc.option(digits(1), { nil: undefined }),
    exponent: fc.option(fc.integer({ min: -130, max: 125 }), { nil: undefined }),
    e: fc.constantFrom('e', 'E'),
  })
  .map(({ sign, whole, fraction, exponent, e }) =>
    [
      sign,
      whole,
      fraction === undefined ? '' : `.${fraction}`,
      exponent === undefined ? '' : `${e}${exponent}`,
    ].join(''),
  )

const CANONICAL = /^(0|-?(0|[1-9]\d*)(\.\d*[1-9])?)$/

describe('canonicalNumber', () => {
  it.each([
    ['0', '0'],
    ['-0', '0'],
    ['-0.00e7', '0'],
    ['0e125', '0'],
    ['007', '7'],
    ['+7', '7'],
    ['1.50', '1.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['-.5', '-0.5'],
    ['1e3', '1000'],
    ['1E+3', '1000'],
    ['12.5e-3', '0.0125'],
    ['0.001e2', '0.1'],
    ['-1.20e1', '-12'],
    ['12345678901234567890123456789012345678', '12345678901234567890123456789012345678'],
    ['0.30000000000000004', '0.30000000000000004'],
    [' 5 ', '5'],
  ])('spells %s as %s', (text, spelt) => {
    expect(canonicalNumber(text)).toBe(spelt)
  })

  it('spells the smallest and the greatest number that the service keeps', () => {
    expect(canonicalNumber('1E-130')).toBe(`0.${'0'.repeat(129)}1`)
    expect(canonicalNumber('-9.9E+125')).toBe(`-99${'0'.repeat(124)}`)
  })

  it('leaves alone what is no number', () => {
    expect(canonicalNumber('NaN')).toBe('NaN')
    expect(canonicalNumber('1,5')).toBe('1,5')
  })

  it('is worth the same as what it spells, to the last of 38 digits', () => {
    fc.assert(
      fc.property(decimal, (text) => isSame(exact(canonicalNumber(text)), exact(text))),
      { numRuns: 500 },
    )
  })

  it('has no exponent, no sign of zero and no zero that says nothing', () => {
    fc.assert(fc.property(decimal, (text) => CANONICAL.test(canonicalNumber(text))))
  })

  it('gives one spelling to two numbers exactly when they are equal', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        expect(canonicalNumber(a) === canonicalNumber(b)).toBe(isSame(exact(a), exact(b)))
      }),
    )
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 5 }), (text, zeros) => {
        const [mantissa = '', exponent] = text.split(/[eE]/)
        const longer = mantissa.includes('.') ? mantissa : `${mantissa}.`
        const respelt = `${longer}${'0'.repeat(zeros)}${exponent === undefined ? '' : `e${exponent}`}`
        expect(canonicalNumber(respelt)).toBe(canonicalNumber(text))
      }),
    )
  })

  it('changes nothing when it is applied again', () => {
    fc.assert(
      fc.property(decimal, (text) => canonicalNumber(canonicalNumber(text)) === canonicalNumber(text)),
    )
  })
})
