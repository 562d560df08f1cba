import { describe, expect, it } from 'vitest'
import type { AttributeValue } from '../../src/plan/attribute-value.js'
import { capacityOf } from '../../src/plan/capacity.js'
import { attributeBytes, itemBytes } from '../../src/plan/item-size.js'
import type { Write } from '../../src/plan/write.js'

describe('attributeBytes', () => {
  it.each<[string, AttributeValue, number]>([
    ['a text and its name in UTF-8', { S: 'é€' }, 1 + 5],
    ['an empty text', { S: '' }, 1],
    ['a zero', { N: '0' }, 1 + 1],
    ['two digits', { N: '12' }, 1 + 2],
    ['three digits', { N: '123' }, 1 + 3],
    ['zeros that say nothing', { N: '1000000' }, 1 + 2],
    ['a fraction', { N: '0.0001' }, 1 + 2],
    ['a negative', { N: '-12' }, 1 + 3],
    ['38 digits', { N: '12345678901234567890123456789012345678' }, 1 + 20],
    ['38 digits below zero', { N: '-12345678901234567890123456789012345678' }, 1 + 21],
    ['a boolean', { BOOL: false }, 1 + 1],
    ['null', { NULL: true }, 1 + 1],
    ['binary', { B: Uint8Array.from([1, 2, 3]) }, 1 + 3],
    ['a set of texts', { SS: ['a', 'bc'] }, 1 + 3],
    ['a set of numbers', { NS: ['1', '12'] }, 1 + 4],
    ['a set of binary', { BS: [Uint8Array.from([1]), Uint8Array.from([1, 2])] }, 1 + 3],
    ['an empty list', { L: [] }, 1 + 3],
    ['a list', { L: [{ S: 'ab' }, { BOOL: true }] }, 1 + 3 + 3 + 2],
    ['an empty map', { M: {} }, 1 + 3],
    ['a map', { M: { ab: { S: 'c' } } }, 1 + 3 + 1 + 3],
  ])('counts %s', (_, value, bytes) => {
    expect(attributeBytes('x', value)).toBe(bytes)
  })
})

describe('itemBytes', () => {
  it('adds up names and values', () => {
    expect(itemBytes({ pk: { S: 'abc' }, é: { N: '1' } })).toBe(2 + 3 + 2 + 2)
    expect(itemBytes({})).toBe(0)
  })
})

describe('capacityOf', () => {
  const write = (action: Write['action'], bytes: number): Write => ({
    action,
    role: 'entity',
    table: 't',
    key: { pk: { S: 'k' } },
    condition: '',
    names: {},
    values: {},
    ...(action === 'Put' ? { item: { pk: { S: 'x'.repeat(bytes - 2) } } } : {}),
  })

  it.each(['Delete', 'ConditionCheck'] as const)('is one for a %s, whatever it compares with', (action) => {
    const values = { ':a': { S: 'x'.repeat(2048) } }
    expect(capacityOf({ ...write(action, 0), values }, false)).toBe(1)
  })

  it('is a unit for each started KB, twice that in a transaction', () => {
    expect(capacityOf(write('Put', 1024), false)).toBe(1)
    expect(capacityOf(write('Put', 1025), false)).toBe(2)
    expect(capacityOf(write('Put', 1025), true)).toBe(4)
    expect(capacityOf(write('Delete', 0), true)).toBe(2)
    expect(capacityOf(write('Update', 0), false)).toBe(1)
    expect(capacityOf({ ...write('Update', 0), values: { ':a': { S: 'x'.repeat(2048) } } }, false)).toBe(3)
  })
})
