import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { copyValue, isPlainObject } from '../../src/plan/copy-value.js'

class Money {
  readonly cents = 5
  format(): string {
    return `${this.cents}`
  }
}

describe('a copy', () => {
  it.each<[string, () => object, (of: never) => void]>([
    ['an object', () => ({ a: { b: 1 } }), (of: { a: { b: number } }) => (of.a.b = 2)],
    ['a list', () => ({ a: [[1]] }), (of: { a: number[][] }) => of.a[0]?.push(2)],
    ['a set', () => ({ a: new Set([1]) }), (of: { a: Set<number> }) => of.a.add(2)],
    [
      'what a set holds',
      () => new Set([{ a: 1 }]),
      (of: Set<object>) => Object.assign([...of][0] ?? {}, { a: 2 }),
    ],
    ['a map', () => ({ a: new Map([['k', 1]]) }), (of: { a: Map<string, number> }) => of.a.set('k', 2)],
    ['what a map holds', () => new Map([['k', [1]]]), (of: Map<string, number[]>) => of.get('k')?.push(2)],
    [
      'the keys of a map',
      () => new Map([[{ a: 1 }, 1]]),
      (of: Map<object, number>) => Object.assign([...of.keys()][0] ?? {}, { a: 2 }),
    ],
    ['a date', () => ({ a: new Date(1) }), (of: { a: Date }) => of.a.setTime(2)],
    ['bytes', () => ({ a: Uint8Array.from([1]) }), (of: { a: Uint8Array }) => of.a.fill(2)],
    [
      'an object without a prototype',
      () => ({ a: Object.assign(Object.create(null), { b: 1 }) as object }),
      (of: { a: object }) => Object.assign(of.a, { b: 2 }),
    ],
    [
      'an object of another realm',
      () => ({ a: runInNewContext('({ b: 1 })') as object }),
      (of: { a: object }) => Object.assign(of.a, { b: 2 }),
    ],
  ])('is equal, and shares nothing: %s', (_, make, change) => {
    const value = make()
    const copied = copyValue(value)
    expect(copied).toEqual(make())
    change(value as never)
    expect(value).not.toEqual(make())
    expect(copied).toEqual(make())
  })

  it('keeps the class of bytes, which reads otherwise', () => {
    const copied = copyValue({ buffer: Buffer.from('hi'), plain: Uint8Array.from([1]) })
    expect(copied.buffer.toString()).toBe('hi')
    expect(Buffer.isBuffer(copied.plain)).toBe(false)
  })

  it('leaves an instance of a class as it is, with its methods', () => {
    const money = new Money()
    expect(copyValue({ money }).money).toBe(money)
    expect(copyValue([money])[0]?.format()).toBe('5')
  })

  it.each([undefined, null, '', 'a', 0, 1n, true, Symbol.iterator])('of %s is itself', (value) => {
    expect(copyValue(value)).toBe(value)
    expect(copyValue({ value })).toStrictEqual({ value })
  })
})

describe('a plain object', () => {
  it.each<[string, unknown]>([
    ['a literal', {}],
    ['one without a prototype', Object.create(null)],
    ['one of another realm', runInNewContext('({})')],
  ])('is %s', (_, value) => {
    expect(isPlainObject(value)).toBe(true)
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'a'],
    ['a function', () => 1],
    ['a list', []],
    ['a list of another realm', runInNewContext('[]')],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['an instance', new Money()],
    ['an object that inherits from another', Object.create({ a: 1 })],
  ])('is not %s', (_, value) => {
    expect(isPlainObject(value)).toBe(false)
  })
})
