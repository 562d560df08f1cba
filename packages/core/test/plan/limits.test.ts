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

  it('measures no sort key where the table has none, and no key that is a number', () => {
    expect(findOversize([write({ key: { pk: text(2048) } })], ['pk'])).toBeUndefined()
    expect(findOversize([write({ key: { pk: { N: '1' }, sk: { N: '2' } } })], ['pk', 'sk'])).toBeUndefined()
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
    const update = 'DELETE #SET :set REMOVE #gone ADD #no :no SET #ADD = :bio, #log = list_append(:log, #log)'
    const names = { '#ADD': 'bio', '#log': 'log', '#no': 'no', '#SET': 'set', '#gone': 'gone' }
    const small = { ':bio': text(5), ':log': text(6), ':no': { N: '1' }, ':set': big, ':old': big }
    const entity = { action: 'Update', update, names, condition: '#ADD = :old' } as const
    expect(findOversize([write({ ...entity, values: small })], facts.keyFields)).toBeUndefined()
    expect(findOversize([write({ ...entity, values: { ...small, ':log': big } })], facts.keyFields)).toEqual({
      limitName: 'item bytes',
      count: 400 * 1024 + 3 + 8 + 4,
      limit: 400 * 1024,
      breakdown: [
        { what: 'no', count: 4 },
        { what: 'bio', count: 8 },
        { what: 'log', count: 400 * 1024 + 3 },
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

  it('leaves to the service what names a value that is not given', () => {
    const update = 'SET #a = :missing, #b = :b'
    const names = { '#a': 'a', '#b': 'b' }
    const raw = write({ action: 'Update', update, names, values: { ':b': text(400 * 1024) } })
    expect(findOversize([raw], facts.keyFields)).toMatchObject({
      limitName: 'item bytes',
      breakdown: [{ what: 'b', count: 400 * 1024 + 1 }],
    })
  })

  it('counts what a check or a delete compares for nothing that is stored', () => {
    const values = { ':a': text(400 * 1024), ':b': text(400 * 1024) }
    for (const action of ['Delete', 'ConditionCheck'] as const)
      expect(findOversize([write({ action, condition: '#a = :a', values })], facts.keyFields)).toBeUndefined()
  })

  it('counts each operator of an expression once', () => {
    const fits = (operator: string, count: number): boolean =>
      findOversize([write({ condition: operator.repeat(count) })], facts.keyFields) === undefined
    for (const operator of [' AND ', ' OR ', '=', '<', '>', '<>', '<=', '>=', '('])
      expect([operator, fits(operator, 300), fits(operator, 301)]).toEqual([operator, true, false])
    for (const text of [')', 'ANDY ', 'XOR', ',']) expect(fits(text, 500)).toBe(true)
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

  it('measures all that a request carries: items or keys, values and expressions, up to the last byte', () => {
    const full = Array.from({ length: 10 }, () =>
      write({ role: 'claim of it', item: { a: text(390 * 1024) } }),
    )
    const key = { pk: text(10), sk: text(10) }
    const update = `SET #a = ${'x'.repeat(91)}`
    const condition = 'y'.repeat(200)
    const small = 10 * (390 * 1024 + 1) + 24 + update.length + condition.length
    const last = (bytes: number): Write =>
      write({ action: 'Update', key, update, condition, values: { ':v': text(bytes - 2) } })
    const room = 4 * 1024 * 1024 - small
    expect(findOversize([...full, last(room)], facts.keyFields)).toBeUndefined()
    expect(findOversize([...full, last(room + 1)], facts.keyFields)).toEqual({
      limitName: 'request bytes',
      count: 4 * 1024 * 1024 + 1,
      limit: 4 * 1024 * 1024,
      breakdown: [
        { what: 'claim', count: 10 * (390 * 1024 + 1) },
        { what: 'entity', count: room + 1 + 24 + update.length + condition.length },
      ],
    })
  })
})
