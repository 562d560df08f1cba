import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AttributeValue, identityOf, isSameValue, keyOf } from '../../src/plan/attribute-value.js'
import { attributeValue } from '../arbitraries.js'

const bytes = (...members: number[]): Uint8Array => Uint8Array.from(members)

/** The same value in another spelling: members of sets and maps in another order, numbers with a zero more. */
function respell(value: AttributeValue): AttributeValue {
  if (value.N !== undefined) return { N: value.N.includes('e') ? value.N : respellNumber(value.N) }
  if (value.SS !== undefined) return { SS: value.SS.toReversed() }
  if (value.NS !== undefined) return { NS: value.NS.toReversed().map(respellNumber) }
  if (value.BS !== undefined) return { BS: value.BS.toReversed() }
  if (value.L !== undefined) return { L: value.L.map(respell) }
  if (value.M !== undefined)
    return {
      M: Object.fromEntries(
        Object.entries(value.M)
          .toReversed()
          .map(([name, inner]) => [name, respell(inner)]),
      ),
    }
  return value
}

const respellNumber = (text: string): string => (text.includes('.') ? `${text}0` : `${text}.0`)

describe('isSameValue', () => {
  it.each<[AttributeValue, AttributeValue]>([
    [{ N: '1' }, { N: '1.0' }],
    [{ N: '100' }, { N: '1e2' }],
    [{ N: '0' }, { N: '-0' }],
    [{ SS: ['a', 'b'] }, { SS: ['b', 'a'] }],
    [{ NS: ['1', '20'] }, { NS: ['2e1', '1.0'] }],
    [{ BS: [bytes(1, 2), bytes(3)] }, { BS: [bytes(3), bytes(1, 2)] }],
    [{ M: { x: { N: '1' }, y: { S: '' } } }, { M: { y: { S: '' }, x: { N: '1.0' } } }],
    [{ B: bytes(0, 255) }, { B: Buffer.from([0, 255]) }],
    [{ NULL: true }, { NULL: true }],
  ])('holds %j and %j equal', (a, b) => {
    expect(isSameValue(a, b)).toBe(true)
  })

  it.each<[AttributeValue, AttributeValue]>([
    [{ S: '1' }, { N: '1' }],
    [{ S: 'true' }, { BOOL: true }],
    [{ S: 'a' }, { S: 'A' }],
    [{ S: '\u00e9' }, { S: 'e\u0301' }],
    [{ S: '' }, { NULL: true }],
    [{ N: '12345678901234567890' }, { N: '12345678901234567891' }],
    [{ N: '0.1' }, { N: '0.10000000000000000001' }],
    [{ L: [{ S: 'a' }, { S: 'b' }] }, { L: [{ S: 'b' }, { S: 'a' }] }],
    [{ SS: ['a'] }, { L: [{ S: 'a' }] }],
    [{ SS: ['a'] }, { SS: ['a', 'b'] }],
    [{ SS: ['1'] }, { NS: ['1'] }],
    [{ NS: ['1'] }, { NS: ['2'] }],
    [{ NS: ['1', '2'] }, { NS: ['12'] }],
    [{ BS: [bytes(1)] }, { BS: [bytes(2)] }],
    [{ BS: [bytes(1, 2)] }, { BS: [bytes(12)] }],
    [{ M: {} }, { L: [] }],
    [{ M: { a: { S: '' } } }, { M: {} }],
    [{ BS: [bytes(1), bytes(2)] }, { BS: [bytes(1, 2)] }],
    [{ B: bytes(1, 2) }, { B: bytes(12) }],
    [{ BOOL: false }, { NULL: true }],
    [{ S: '\ud800' }, { S: '\ud801' }],
  ])('holds %j and %j apart', (a, b) => {
    expect(isSameValue(a, b)).toBe(false)
  })

  it('holds absence equal to absence alone', () => {
    expect(isSameValue(undefined, undefined)).toBe(true)
    expect(isSameValue({ NULL: true }, undefined)).toBe(false)
    expect(isSameValue(undefined, { S: '' })).toBe(false)
  })

  it('holds for every value and another spelling of it, both ways', () => {
    fc.assert(
      fc.property(attributeValue, (value) => {
        expect(isSameValue(value, respell(value))).toBe(true)
        expect(isSameValue(respell(value), value)).toBe(true)
      }),
    )
  })

  it('does not hold between a value and the same value inside of something', () => {
    fc.assert(
      fc.property(attributeValue, (value) => {
        expect(isSameValue(value, { L: [value] })).toBe(false)
        expect(isSameValue({ M: { a: value } }, { M: { b: value } })).toBe(false)
        expect(isSameValue({ L: [value] }, { L: [value, value] })).toBe(false)
      }),
    )
  })
})

describe('identityOf', () => {
  it('is one for one key of one table, in whatever order the fields come', () => {
    expect(identityOf('t', { pk: { S: 'a' }, sk: { N: '1' } })).toBe(
      identityOf('t', { sk: { N: '1.0' }, pk: { S: 'a' } }),
    )
  })

  it('differs by table, by field and by value', () => {
    const texts = [
      identityOf('t', { pk: { S: 'a' }, sk: { S: 'b' } }),
      identityOf('u', { pk: { S: 'a' }, sk: { S: 'b' } }),
      identityOf('t', { pk: { S: 'b' }, sk: { S: 'a' } }),
      identityOf('t', { pk: { S: 'a' } }),
      identityOf('t', { pk: { S: 'a","b' } }),
      identityOf('t', { hash: { S: 'a' } }),
    ]
    expect(new Set(texts).size).toBe(texts.length)
  })
})

describe('keyOf', () => {
  it('picks the key out of an item', () => {
    expect(keyOf({ pk: { S: 'a' }, sk: { S: 'b' }, email: { S: 'c' } }, ['pk', 'sk'])).toEqual({
      pk: { S: 'a' },
      sk: { S: 'b' },
    })
  })
})
