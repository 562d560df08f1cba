import { createTestTable } from '@latchkey/testing'
import { describe, expect, test } from 'vitest'
import { findFaults } from '../src/orders/check-orders.js'
import { deliveries, ORDERS, tenants } from '../src/orders/deliveries.js'
import { models } from '../src/orders/models.js'
import { runOrders } from '../src/orders/run-orders.js'
import { isForward } from '../src/orders/watch-last.js'
import { kindOf, readTable } from '../src/read-table.js'

async function runOnce(random?: () => number) {
  const table = await createTestTable(models)
  const lines: string[] = []
  const { client } = table.dynamo
  const setting = { client, table: table.name, print: (line: string) => lines.push(line) }
  const outcome = await runOrders(setting, deliveries(random))
  const items = await readTable(client, table.name)
  await table.drop()
  return { outcome, lines, items }
}

/** Queues that deliver in the worst orders. */
const forward = () => 0
const backward = () => {
  let rank = 1
  return () => {
    rank -= 0.001
    return rank
  }
}

describe('orders', () => {
  test.each([
    ['any order', Math.random],
    ['order', forward],
    ['reverse order', backward()],
  ])(
    'that arrive in %s end with the same last order and the same invoices',
    async (_, random) => {
      const { outcome, lines } = await runOnce(random)
      expect(outcome.faults).toEqual([])
      expect(outcome.intakes.filter((intake) => intake === 'stored')).toHaveLength(60)
      expect(outcome.intakes.filter((intake) => intake === 'duplicate')).toHaveLength(20)
      expect(outcome.copied).toBe('reference taken')
      expect(outcome.appended).toEqual([true, false, true])
      for (const sighting of outcome.sightings) {
        expect(sighting.numbers.length).toBeGreaterThan(0)
        expect(isForward(sighting)).toBe(true)
      }
      for (const tenantId of tenants)
        expect(lines).toContainEqual(
          expect.stringMatching(`  ${tenantId}: order ${ORDERS}, with invoice INV-0000`),
        )
    },
    20_000,
  )

  test('leave a table in which every tenant has a pointer and a sequence', async () => {
    const { outcome } = await runOnce()
    expect(outcome.table).toEqual([
      'entry: 2, guard: 60, order: 60, pointer: 4, sequence: 3',
      expect.stringMatching(/^PTR#shop\.entry\.end#ada-books +2026-03-01T18:00Z$/),
      ...tenants.map((tenantId) => expect.stringMatching(`^PTR#shop\\.order\\.last#${tenantId} +20$`)),
      ...tenants.map((tenantId) => expect.stringMatching(`^SEQ#shop\\.order\\.invoice#${tenantId} +20$`)),
    ])
  })

  test('that went wrong are told', async () => {
    const { outcome, items } = await runOnce()
    const pointer = items.find(({ pk }) => pk === 'PTR#shop.order.last#byron-tea')
    const without = items.filter((item) => item !== pointer && kindOf(item) !== 'guard')
    const lagging = [...without, { ...pointer, _lk_value: 19 }]
    const seen = { ...outcome, copied: 'stored', appended: [true, true, true] } as const
    const sightings = [{ tenantId: 'mary-maps', numbers: [3, 2] }]
    expect(findFaults(lagging, { ...seen, sightings })).toEqual([
      'an order with a reference that is taken was: stored',
      'of three entries the journal took: true,true,true',
      'ada-books: 0 references are taken for 20 orders',
      'byron-tea: 0 references are taken for 20 orders',
      'byron-tea: the last order is said to be 19',
      'mary-maps: 0 references are taken for 20 orders',
      'mary-maps: the last order was seen to go back',
    ])
  })
})
