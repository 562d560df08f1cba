import { Entity } from 'electrodb'
import { describe, expect, it } from 'vitest'
import { generatedFields } from '../../src/interpret/generated-fields.js'
import { factsOf } from '../facts-of.js'

let made = 0
const next = (): string => {
  made += 1
  return `made-for-this-call-alone-${made}`
}
const facts = factsOf(
  new Entity({
    model: { entity: 'account', version: '1', service: 'shop' },
    attributes: {
      id: { type: 'string', default: next, field: 'i' },
      hooked: { type: 'string', set: (value?: string) => value ?? next() },
      constant: { type: 'string', default: 'always-the-same-text' },
      fixed: { type: 'string', default: () => 'always-the-same-text' },
      short: { type: 'string', default: () => `s-${++made}` },
      date: { type: 'string', default: () => new Date(++made).toISOString() },
      count: { type: 'string', default: () => `${++made}00000000000000000` },
      number: { type: 'number', default: () => ++made },
      derived: {
        type: 'string',
        watch: ['id'],
        set: (_: unknown, item: { id: string }) => item.id.toUpperCase(),
      },
      failing: {
        type: 'string',
        set: (value?: string) => {
          if (value === undefined) throw new Error('no value')
          return value
        },
      },
    },
    indexes: { primary: { pk: { field: 'pk', composite: ['id'] } } },
  }),
)
const entityMaking = (text: string): object =>
  new Entity({
    model: { entity: 'account', version: '1', service: 'shop' },
    attributes: { id: { type: 'string', default: () => text } },
    indexes: { primary: { pk: { field: 'pk', composite: ['id'] } } },
  })
const LONG = 'a-text-that-is-long-enough'
const stores = {
  pk: { S: '$shop#id_made-for-this-call-alone' },
  i: { S: LONG },
  hooked: { S: LONG },
  constant: { S: LONG },
  fixed: { S: 'always-the-same-text' },
  short: { S: '0.123456' },
  date: { S: '2020-01-01T00:00:00.000Z' },
  count: { S: '100000000000000000' },
  number: { N: '1' },
  derived: { S: LONG },
  failing: { S: LONG },
}

describe('generatedFields', () => {
  it('are long texts that the model makes anew each time', () => {
    expect(generatedFields(facts, stores, {})).toEqual(['i', 'hooked'])
  })

  it('are not what the caller named: another may name the same', () => {
    expect(generatedFields(facts, stores, { id: LONG })).toEqual(['hooked'])
    expect(generatedFields(facts, stores, { id: undefined, hooked: LONG })).toEqual(['i'])
  })

  it.each([
    ['made-of-15-chars', 16, ['hooked']],
    ['made-of-15-char', 15, []],
  ])('are as long as no status or name is: %s', (text, length, fields) => {
    expect(text).toHaveLength(length)
    expect(generatedFields(facts, { hooked: { S: text } }, {})).toEqual(fields)
  })

  it('are made as long again', () => {
    const of = (length: number): readonly string[] =>
      generatedFields(factsOf(entityMaking('x'.repeat(length))), { id: { S: LONG } }, {})
    expect([of(15), of(16), of(17)]).toEqual([[], ['id'], ['id']])
  })

  it('are what the write stores, no more', () => {
    expect(generatedFields(facts, { hooked: { S: LONG } }, {})).toEqual(['hooked'])
    expect(generatedFields(facts, {}, {})).toEqual([])
  })
})
