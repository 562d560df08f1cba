import { isDeepStrictEqual } from 'node:util'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalInput } from '../../src/plan/canonical-input.js'

/** Inputs that have to be told apart: each with what is easily taken for it. */
const DISTINCT: readonly unknown[] = [
  1,
  '1',
  1n,
  2,
  true,
  'true',
  false,
  null,
  '',
  'null',
  [],
  {},
  [1],
  [[1]],
  [1, 2],
  [2, 1],
  [12],
  ['1,2'],
  { a: 1 },
  { a: '1' },
  { a: 2 },
  { b: 1 },
  { a: { b: 1 } },
  { a: 1, b: 1 },
  { a: null },
  [['a', 1]],
  new Map([['a', 1]]),
  new Map(),
  new Set(),
  new Set([1]),
  new Set(['1']),
  new Set([1, 2]),
  new Set([new Set([1])]),
  new Date(0),
  new Date(1),
  0,
  '1970-01-01T00:00:00.000Z',
  new Uint8Array(),
  Uint8Array.from([1, 2]),
  Uint8Array.from([12]),
  Uint8Array.from([2, 1]),
  { 0: 1, 1: 2 },
  { $number: '1' },
  { $set: [] },
  { $date: 0 },
  12345678901234567890n,
  '12345678901234567890',
]

describe('the input of a request as text', () => {
  it('differs where the input does', () => {
    const texts = DISTINCT.map(canonicalInput)
    expect(texts.map((text) => texts.indexOf(text))).toEqual(texts.map((_, at) => at))
  })

  it.each<[string, unknown, unknown]>([
    ['names in another order', { a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2 }, a: 1 }],
    ['members of a set in another order', new Set(['a', 'b']), new Set(['b', 'a'])],
    ['entries of a map in another order', new Map([['a', 1]]).set('b', 2), new Map([['b', 2]]).set('a', 1)],
    ['a name without a value', { a: 1, b: undefined }, { a: 1 }],
    ['a name with a function', { a: 1, where: () => true }, { a: 1 }],
    ['a function in a list', [() => 1], [null]],
    ['nothing in a list, as it is stored in JSON', [undefined], [null]],
    ['zero below zero', -0, 0],
    ['another spelling of a number', 1e21, 1_000_000_000_000_000_000_000],
    ['bytes of another class', Buffer.from([1, 2]), Uint8Array.from([1, 2])],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }), { a: 1 }],
    ['an object of another realm', runInNewContext('({ a: [1] })'), { a: [1] }],
    ['no input', undefined, () => 1],
  ])('is the same for %s', (_, one, other) => {
    expect(canonicalInput(one)).toBe(canonicalInput(other))
  })

  it('is the same in whatever order names come, at every depth', () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(
        Object.entries(value)
          .toReversed()
          .map(([name, held]) => [name, reversed(held)]),
      )
    }
    fc.assert(
      fc.property(fc.object({ withBigInt: true }), (input) => {
        expect(canonicalInput(reversed(input))).toBe(canonicalInput(input))
      }),
    )
  })

  it('is one text for two inputs of JSON exactly when they are equal', () => {
    const small = fc.jsonValue({ maxDepth: 2, stringUnit: fc.constantFrom('a', '1', '$', '"', ',') })
    // JSON has no zero below zero.
    const input = small.map((value): unknown => JSON.parse(JSON.stringify(value)))
    fc.assert(
      fc.property(input, input, (a, b) => {
        expect(canonicalInput(a) === canonicalInput(b)).toBe(isDeepStrictEqual(a, b))
        expect(canonicalInput(structuredClone(a))).toBe(canonicalInput(a))
      }),
      { numRuns: 500 },
    )
  })

  it('stays as it is from release to release, since its hash is stored', () => {
    const input = {
      name: 'Ada',
      at: new Date(5),
      tags: new Set(['b', 'a']),
      bytes: Uint8Array.from([0, 255]),
      list: [1.5, undefined, 2n],
      map: new Map([['k', null]]),
      done: true,
    }
    expect(canonicalInput(input)).toBe(
      '{"$entries":[["at",{"$date":5}],["bytes",{"$bytes":"0,255"}],["done",true],' +
        '["list",[{"$number":"1.5"},null,{"$bigint":"2"}]],["map",{"$map":{"$entries":[["k",null]]}}],' +
        '["name","Ada"],["tags",{"$set":["\\"a\\"","\\"b\\""]}]]}',
    )
    expect(canonicalInput(undefined)).toBe('')
  })
})
