import { runInNewContext } from 'node:vm'
import { marshall } from '@aws-sdk/util-dynamodb'
import { Entity } from 'electrodb'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSameValue } from '../../src/plan/attribute-value.js'
import { toAttributeValue, toNative, toNativeItem, toStoredItem } from '../../src/plan/native-value.js'
import { attributeValue } from '../arbitraries.js'

const bytes = Uint8Array.from([1, 2])

describe('what is stored for a JavaScript value', () => {
  it.each([
    ['', { S: '' }],
    [0, { N: '0' }],
    [-0, { N: '0' }],
    [false, { BOOL: false }],
    [null, { NULL: true }],
    [0.1 + 0.2, { N: '0.30000000000000004' }],
    [1e-7, { N: '1e-7' }],
    [12345678901234567890n, { N: '12345678901234567890' }],
    [Number.MAX_SAFE_INTEGER, { N: '9007199254740991' }],
    [bytes, { B: bytes }],
    [bytes.buffer, { B: bytes }],
    [new Set(['b', 'a', 'b']), { SS: ['b', 'a'] }],
    [new Set([1, 2n]), { NS: ['1', '2'] }],
    [new Set([bytes]), { BS: [bytes] }],
    [{ wrapperName: 'Set', type: 'String', values: ['a', 'b'] }, { SS: ['a', 'b'] }],
    [{ wrapperName: 'Set', type: 'Number', values: [1, 1, 2] }, { NS: ['1', '2'] }],
    [['a', undefined, 1], { L: [{ S: 'a' }, { N: '1' }] }],
    [{ a: 1, b: undefined, c: {} }, { M: { a: { N: '1' }, c: { M: {} } } }],
    [new Map([['a', 1]]), { M: { a: { N: '1' } } }],
    [Object.assign(Object.create(null), { a: 1 }) as object, { M: { a: { N: '1' } } }],
    [{ wrapperName: 'Set', values: 'none' }, { M: { wrapperName: { S: 'Set' }, values: { S: 'none' } } }],
    [{ wrapperName: 'Set' }, { M: { wrapperName: { S: 'Set' } } }],
    [
      { wrapperName: 'List', values: ['a'] },
      { M: { wrapperName: { S: 'List' }, values: { L: [{ S: 'a' }] } } },
    ],
    [{ values: ['a'] }, { M: { values: { L: [{ S: 'a' }] } } }],
    [{ deep: [{ tags: new Set(['x']) }] }, { M: { deep: { L: [{ M: { tags: { SS: ['x'] } } }] } } }],
  ])('%o', (value, stored) => {
    expect(toAttributeValue(value)).toEqual(stored)
  })

  it('keeps a key called __proto__ as a key', () => {
    const item = JSON.parse('{"__proto__":{"a":1}}') as Record<string, unknown>
    const stored = toStoredItem(item)
    expect(Object.entries(stored)).toEqual([['__proto__', { M: { a: { N: '1' } } }]])
    expect(Object.entries(toNativeItem(stored))).toEqual([['__proto__', { a: 1 }]])
    expect(Object.getPrototypeOf(toNativeItem(stored))).toBe(Object.prototype)
  })

  it('takes a plain object of another realm for one, and an instance of a class for none', () => {
    const foreign: unknown = runInNewContext('({ a: [{ b: 1 }] })')
    expect(toAttributeValue(foreign)).toEqual({ M: { a: { L: [{ M: { b: { N: '1' } } }] } } })
    const instance: unknown = runInNewContext('new (class Point { x = 1 })()')
    expect(() => toAttributeValue(instance)).toThrow('an instance of Point has no form in the table')
  })

  it.each<[string, (own: Uint8Array<ArrayBuffer>) => unknown]>([
    ['binary', (own) => own],
    ['a buffer', (own) => own.buffer],
    ['a set of binary', (own) => new Set([own])],
    ['binary inside of something', (own) => ({ a: [new Map([['b', own]])] })],
  ])('is a copy, since the caller may go on writing into its own: %s', (_, of) => {
    const own = Uint8Array.from([1, 2])
    const stored = toAttributeValue(of(own))
    own.fill(9)
    expect(stored).toEqual(toAttributeValue(of(Uint8Array.from([1, 2]))))
  })

  it('leaves out what is undefined', () => {
    expect(toStoredItem({ a: undefined, b: 1 })).toEqual({ b: { N: '1' } })
  })

  it.each([
    ['a Date', new Date(0), [], 'an instance of Date has no form in the table'],
    [
      'an instance of a class',
      { a: [new URL('https://x.io')] },
      ['a', 0],
      'an instance of URL has no form in the table',
    ],
    ['another typed array', new Float32Array(1), [], 'an instance of Float32Array has no form in the table'],
    ['a function', { a: () => 1 }, ['a'], 'a function has no form in the table'],
    ['a symbol', Symbol('s'), [], 'a symbol has no form in the table'],
    [
      'an empty set',
      { a: { b: new Set() } },
      ['a', 'b'],
      'the service keeps no empty set: remove the attribute',
    ],
    [
      'an empty wrapped set',
      { wrapperName: 'Set', values: [] },
      [],
      'the service keeps no empty set: remove the attribute',
    ],
    ['a set of kinds', new Set(['a', 1]), [], 'a set holds strings, numbers or binary, of one kind'],
    ['binary among texts', new Set([bytes, 'a']), [], 'a set holds strings, numbers or binary, of one kind'],
    ['a number among texts', new Set([1, 'a']), [], 'a set holds strings, numbers or binary, of one kind'],
    ['a set of objects', new Set([{}]), [], 'a set holds strings, numbers or binary, of one kind'],
    ['NaN', [Number.NaN], [0], 'a number has to be finite'],
    ['infinity', -Infinity, [], 'a number has to be finite'],
    [
      'an integer that has lost digits',
      2 ** 53,
      [],
      'an integer beyond 2^53 has lost digits already: use a bigint or a string',
    ],
  ])('refuses %s and says where', (_, value, path, message) => {
    let thrown: unknown
    try {
      toAttributeValue(value)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toMatchObject({ name: 'UnstorableValue', message, path })
  })

  it('marshals sets of an ElectroDB entity without a client, nested ones too', () => {
    const entity = new Entity({
      model: { entity: 'note', version: '1', service: 'shop' },
      attributes: {
        id: { type: 'string' },
        tags: { type: 'set', items: 'string' },
        inner: { type: 'map', properties: { numbers: { type: 'set', items: 'number' } } },
      },
      indexes: { primary: { pk: { field: 'pk', composite: ['id'] } } },
    })
    const params = entity
      .create({ id: '1', tags: ['a', 'b'], inner: { numbers: [1, 2] } })
      .params({ table: 't' }) as unknown as { Item: Record<string, unknown> }
    expect(toStoredItem(params.Item)).toMatchObject({
      tags: { SS: ['a', 'b'] },
      inner: { M: { numbers: { NS: ['1', '2'] } } },
    })
  })

  it('agrees with the marshaller of the SDK where that keeps everything', () => {
    const plain = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.string(),
        fc.boolean(),
        fc.constant(null),
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }),
        fc.array(tie('value'), { maxLength: 3 }),
        // The SDK's marshaller loses a key called __proto__.
        fc.dictionary(
          fc.string().filter((name) => name !== '__proto__'),
          tie('value'),
          { maxKeys: 3 },
        ),
      ),
    })).value
    fc.assert(
      fc.property(plain, (value) => {
        expect(isSameValue(toAttributeValue(value), marshall({ value })['value'])).toBe(true)
      }),
    )
  })
})

describe('what JavaScript sees of a stored value', () => {
  it.each([
    [{ N: '9007199254740991' }, 9007199254740991],
    [{ N: '9007199254740993' }, 9007199254740993n],
    [{ N: '-12345678901234567890' }, -12345678901234567890n],
    [{ N: '0.30000000000000004' }, 0.1 + 0.2],
    [{ N: '1E+125' }, 1e125],
    [{ N: '-9.9e100' }, -9.9e100],
    [{ N: '1e2' }, 100],
    [{ NULL: true }, null],
    [{ SS: ['a'] }, new Set(['a'])],
    [{ NS: ['1', '9007199254740993'] }, new Set([1, 9007199254740993n])],
    [{ BS: [bytes] }, new Set([bytes])],
    [{ L: [{ M: { a: { BOOL: false } } }] }, [{ a: false }]],
    [{ M: {} }, {}],
    [{ B: bytes }, bytes],
  ] as const)('%o', (stored, value) => {
    expect(toNative(stored as Parameters<typeof toNative>[0])).toEqual(value)
  })

  it('is stored again as it was', () => {
    fc.assert(
      fc.property(attributeValue, (value) => {
        expect(isSameValue(toAttributeValue(toNative(value)), value)).toBe(true)
      }),
    )
  })
})
