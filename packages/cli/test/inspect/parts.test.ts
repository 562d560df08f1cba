import { constrain, describeModel } from '@latchkey/core'
import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { compareStored } from '../../src/inspect/compare-stored.js'
import { readTerms } from '../../src/inspect/read-terms.js'

const Odd = new Entity({
  model: { entity: 'odd', version: '1', service: 's' },
  attributes: {
    id: { type: 'number', required: true },
    on: { type: 'boolean' },
    plan: { type: ['free', 'pro'] as const },
    rank: { type: 'number' },
    text: { type: 'string' },
  },
  indexes: { primary: { pk: { field: 'pk', composite: ['id'] } } },
})
const description = describeModel(
  constrain(Odd, {
    unique: {
      one: ['text'],
      two: { attributes: ['text'], normalize: 'lowercase' },
      all: { attributes: ['on'], scope: ['plan', 'rank'] },
      id: ['id'],
    },
  }),
)
const read = (terms: readonly string[], constraint?: string) =>
  readTerms('odd', description, terms, constraint)

describe('names and values', () => {
  test('values have the types of their attributes, and may hold signs of equality', () => {
    expect(read(['id=4'])).toEqual({ by: 'key', values: { id: 4 } })
    expect(read(['on=false', 'plan=pro', 'rank=2'])).toEqual({
      by: 'value',
      constraint: 'all',
      values: { on: false, plan: 'pro', rank: 2 },
    })
    expect(read(['text=a=b'], 'two')).toEqual({ by: 'value', constraint: 'two', values: { text: 'a=b' } })
    expect(read(['id=4'], 'id')).toEqual({ by: 'value', constraint: 'id', values: { id: 4 } })
  })

  test.each([
    [['id=x'], 'id has to be a number'],
    [['id='], 'id has to be a number'],
    [['on=1', 'plan=pro', 'rank=2'], 'on has to be true or false'],
    [['on=true', 'plan=none', 'rank=2'], 'plan has to be free or pro'],
    [['text=x'], 'text are of one and two: say which with --constraint'],
    [['=x'], '"=x" is no attribute with its value'],
    [[], 'odd is found by id=... (its key)'],
  ])('%j is refused', (terms, message) => {
    expect(() => read(terms)).toThrow(message)
  })
})

test('stored values are compared as the service orders them', () => {
  const sign = (a: object, b: object) => Math.sign(compareStored(a as never, b as never) ?? Number.NaN)
  expect(sign({ N: '10' }, { N: '9' })).toBe(1)
  expect(sign({ N: '12345678901234567890' }, { N: '12345678901234567891' })).toBe(-1)
  expect(sign({ N: '1.5' }, { N: '1.5' })).toBe(0)
  expect(sign({ S: 'b' }, { S: 'a' })).toBe(1)
  expect(sign({ S: 'Z' }, { S: 'a' })).toBe(-1)
  expect(compareStored({ S: 'a' }, { N: '1' })).toBeUndefined()
})
