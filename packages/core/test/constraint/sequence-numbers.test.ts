import { describe, expect, it } from 'vitest'
import type { StoredItem } from '../../src/plan/attribute-value.js'
import { declare, guard, prefixes } from './account.js'

/** The numbers that sequences must have handed out because of an item: a text and a number within a tenant. */
function numbersOf(format: string, item: StoredItem) {
  const [constraint] = declare({
    sequences: {
      invoice: { attribute: 'email', format },
      seat: { attribute: 'seats', scope: ['tenantId'] },
    },
  }).all
  return constraint?.numbers(item, prefixes)
}
const read = (format: string, text: string): string | undefined =>
  numbersOf(format, { em: { S: text } })?.[0]?.value.N

describe('the numbers of an item', () => {
  it('are those that its sequences must have handed out', () => {
    expect(
      numbersOf('INV-{000}', { em: { S: 'INV-007' }, seats: { N: '12' }, tenantId: { S: 't' } }),
    ).toEqual([
      { name: 'invoice', key: guard('SEQ#shop.account.invoice'), value: { N: '7' } },
      { name: 'seat', key: guard('SEQ#shop.account.seat#t'), value: { N: '12' } },
    ])
  })

  it('are none where it has no number, or a scope that no key can hold', () => {
    expect(numbersOf('{0}', {})).toEqual([])
    expect(numbersOf('{0}', { seats: { S: '1' }, tenantId: { S: 't' } })).toEqual([])
    expect(numbersOf('{0}', { seats: { N: '1' } })).toEqual([])
    expect(numbersOf('{0}', { seats: { N: '1' }, tenantId: { S: '\ud800' } })).toEqual([])
  })

  it.each([
    ['INV-{000}/x', 'INV-007/x', '7'],
    ['INV-{000}/x', 'INV-000/x', '0'],
    ['INV-{000}/x', 'INV-1234/x', '1234'],
    ['INV-{000}/x', 'INV-7/x', '7'],
    ['{0}', '12345678901234567890', '12345678901234567890'],
  ])('are read as %s writes them, with more digits or fewer: %s is %s', (format, text, number) => {
    expect(read(format, text)).toBe(number)
  })

  it.each([
    ['INV-{000}/x', 'INV-/x'],
    ['INV-{000}/x', 'OLD-007/x'],
    ['INV-{000}/x', 'INV-007/y'],
    ['INV-{000}/x', 'INV-007'],
    ['INV-{000}/x', 'INV--07/x'],
    ['INV-{000}/x', 'INV-0x7/x'],
    ['INV-{000}/x', 'INV-7 /x'],
    ['{0}', ''],
    ['{0}', '1.5'],
  ])('are none in a text that %s did not write: %s', (format, text) => {
    expect(read(format, text)).toBeUndefined()
  })

  it('are not made of a text in which what stands before and after is the same place', () => {
    expect(read('11{0}11', '11')).toBeUndefined()
    expect(read('11{0}11', '111')).toBeUndefined()
    expect(read('1{0}1', '121')).toBe('2')
  })
})
