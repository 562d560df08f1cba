import { Entity } from 'electrodb'
import { describe, expect, it } from 'vitest'
import { findOversize } from '../../src/plan/limits.js'
import type { Write } from '../../src/plan/write.js'
import { factsOf } from '../facts-of.js'

const facts = factsOf(
  new Entity({
    model: { entity: 'account', version: '1', service: 'shop' },
    attributes: { id: { type: 'string' } },
    indexes: {
      primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } },
    },
  }),
)

const write = (given: Partial<Write> = {}): Write => ({
  action: 'Put',
  role: 'entity',
  table: 't',
  key: { pk: { S: 'k' }, sk: { S: 'k' } },
  condition: '',
  names: {},
  values: {},
  ...given,
})
const guards = (count: number): Write[] =>
  Array.from({ length: count }, () => write({ role: 'claim of email' }))
const text = (length: number): { S: string } => ({ S: 'x'.repeat(length) })

describe('findOversize', () => {
  it('finds nothing in a plan that fits', () => {
    expect(findOversize([write(), ...guards(99)], facts.keyFields)).toBeUndefined()
    expect(
      findOversize(
        [
          write({ key: { pk: text(2048), sk: text(1024) } }),
          write({ item: { a: text(400 * 1024 - 1) } }),
          write({ condition: 'x'.repeat(4096) }),
          write({ update: '='.repeat(300) }),
        ],
        facts.keyFields,
      ),
    ).toBeUndefined()
  })

  it('counts writes, by what they are for', () => {
    expect(findOversize([write(), ...guards(100)], facts.keyFields)).toEqual({
      limitName: 'writes',
      count: 101,
      limit: 100,
      breakdown: [
        { what: 'entity', count: 1 },
        { what: 'claim', count: 100 },
      ],
    })
  })

  it.each([
    ['pk', 2049, 'partition key bytes', 2048],
    ['sk', 1025, 'sort key bytes', 1024],
  ])('measures the key in %s', (field, length, limitName, limit) => {
    const key = { pk: { S: 'k' }, sk: { S: 'k' }, [field]: text(length) }
    expect(findOversize([write(), write({ role: 'claim of email', key })], facts.keyFields)).toEqual({
      limitName,
      count: length,
      limit,
      breakdown: [{ what: `claim of email: ${field}`, count: length }],
    })
  })

  it('measures keys in bytes, not in characters', () => {
    const key = { pk: { S: 'é'.repeat(1025) }, sk: { S: 'k' } }
    expect(findOversize([write({ key })], facts.keyFields)).toMatchObject({
      limitName: 'partition key bytes',
      count: 2050,
    })
  })

  it('measures items, by attribute', () => {
    const item = { bio: text(400 * 1024), id: text(10) }
    expect(findOversize([write({ item })], facts.keyFields)).toEqual({
      limitName: 'item bytes',
      count: 400 * 1024 + 3 + 12,
      limit: 400 * 1024,
      breakdown: [
        { what: 'bio', count: 400 * 1024 + 3 },
        { what: 'id', count: 12 },
      ],
    })
  })

  it('measures what an update stores, by attribute, and not what it compares or takes away', () => {
    const big = text(400 * 1024)
    const update = 'SET #b = :b, #l = list_append(:l, #l) REMOVE #r ADD #n :n DELETE #s :s'
    const names = { '#b': 'bio', '#l': 'log', '#n': 'no', '#s': 'set', '#r': 'gone' }
    const small = { ':b': text(5), ':l': text(6), ':n': { N: '1' }, ':s': big, ':old': big }
    const entity = { action: 'Update', update, names, condition: '#b = :old' } as const
    expect(findOversize([write({ ...entity, values: small })], facts.keyFields)).toBeUndefined()
    expect(findOversize([write({ ...entity, values: { ...small, ':l': big } })], facts.keyFields)).toEqual({
      limitName: 'item bytes',
      count: 400 * 1024 + 3 + 8 + 4,
      limit: 400 * 1024,
      breakdown: [
        { what: 'bio', count: 8 },
        { what: 'log', count: 400 * 1024 + 3 },
        { what: 'no', count: 4 },
      ],
    })
  })

  it.each(['condition', 'update'] as const)('measures the %s', (name) => {
    expect(findOversize([write({ [name]: 'x'.repeat(4097) })], facts.keyFields)).toEqual({
      limitName: 'expression bytes',
      count: 4097,
      limit: 4096,
      breakdown: [{ what: `${name} of the entity`, count: 4097 }],
    })
  })

  it('counts the operators of an expression', () => {
    const condition = Array.from({ length: 151 }, () => '#a = :a').join(' OR ')
    expect(findOversize([write({ condition })], facts.keyFields)).toEqual({
      limitName: 'expression operators',
      count: 301,
      limit: 300,
      breakdown: [{ what: 'condition of the entity', count: 301 }],
    })
  })

  it('measures the whole request', () => {
    const writes = Array.from({ length: 11 }, () => write({ item: { a: text(390 * 1024) } }))
    const count = 11 * (390 * 1024 + 1)
    expect(findOversize(writes, facts.keyFields)).toEqual({
      limitName: 'request bytes',
      count,
      limit: 4 * 1024 * 1024,
      breakdown: [{ what: 'entity', count }],
    })
  })
})
