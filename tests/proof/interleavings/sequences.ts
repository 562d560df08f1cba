import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { expect } from 'vitest'

type Item = Record<string, AttributeValue>

/** No number was given twice, and none that the sequence has not reached. */
export function expectNumbered(items: readonly Item[]): void {
  const reached = (key: string): number =>
    Number(items.find(({ pk }) => pk?.S === key)?.['_lk_value']?.N ?? 0)
  const numbersOf = (entity: string, field: string): Map<string, number[]> => {
    const numbers = new Map<string, number[]>()
    for (const item of items) {
      if (item['__edb_e__']?.S !== entity || item[field]?.N === undefined) continue
      const scope = item['tenant']?.S ?? ''
      numbers.set(scope, [...(numbers.get(scope) ?? []), Number(item[field].N)])
    }
    return numbers
  }
  for (const [tenant, numbers] of numbersOf('order', 'invoice')) {
    // An order that moves to another tenant brings its number along.
    if (tenant !== 't1') continue
    expect(new Set(numbers).size, 'invoices are given once').toBe(numbers.length)
    expect(reached(`SEQ#proof.order.invoice#${tenant}`)).toBeGreaterThanOrEqual(Math.max(...numbers))
  }
  for (const [, numbers] of numbersOf('ticket', 'number')) {
    expect(new Set(numbers).size, 'numbers are given once').toBe(numbers.length)
    expect(reached('SEQ#proof.ticket.number')).toBeGreaterThanOrEqual(Math.max(...numbers))
  }
}
