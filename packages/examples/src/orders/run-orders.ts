import { connect } from '@latchkey/core'
import type { Setting } from '../program.js'
import { readTable } from '../read-table.js'
import { append } from './append.js'
import { findFaults, type Seen } from './check-orders.js'
import { tenants } from './deliveries.js'
import { describeTable } from './describe-table.js'
import { models, type OrderPlaced } from './models.js'
import { runWorkers } from './run-workers.js'
import { takeIn } from './take-in.js'
import { watchLast } from './watch-last.js'

/** What came of the program. */
export interface OrdersOutcome extends Seen {
  readonly table: readonly string[]
  /** What is wrong, if anything. */
  readonly faults: readonly string[]
}

/** Workers at the same queue. */
const WORKERS = 4

/** Orders that arrive late, twice and out of order: the last one and the invoices are right all the same. */
export async function runOrders(
  { client, table, print }: Setting,
  messages: readonly OrderPlaced[],
): Promise<OrdersOutcome> {
  // Workers that meet at a tenant's invoices try again; give them time for it.
  const open = () => connect(models, { client, table, retry: { attempts: 100 } })
  const db = open()

  print(
    `${WORKERS} workers take ${messages.length} messages from a queue, late ones and duplicates among them:`,
  )
  const over = new AbortController()
  const watching = tenants.map((tenantId) => watchLast(db, tenantId, over.signal))
  const intakes = await runWorkers(Array.from({ length: WORKERS }, open), messages)
  over.abort()
  const sightings = await Promise.all(watching)
  const stored = intakes.filter((intake) => intake === 'stored')
  print(`  ${stored.length} orders stored, ${intakes.length - stored.length} messages were duplicates`)

  print('The last order of each tenant, whichever came last:')
  for (const tenantId of tenants) {
    const last = await db.orders.pointers.last.follow({ tenantId })
    print(`  ${tenantId}: order ${last?.orderNumber}, with invoice ${last?.invoiceNumber}`)
  }

  print('One more order for ada-books, with a reference that another one has:')
  const twin = { orderId: 'another', tenantId: 'ada-books', orderNumber: 99, reference: 'PO-1000' }
  const copied = await takeIn(db, twin)
  print(`  ${copied}: it got no invoice number, and the last order is still the last`)

  print('A journal that takes nothing late:')
  const appended: boolean[] = []
  for (const [at, text] of [
    ['2026-03-01T09:00Z', 'opened'],
    ['2026-03-01T08:59Z', 'counted the till'],
    ['2026-03-01T18:00Z', 'closed'],
  ] as const) {
    const isIn = await append(db, { tenantId: 'ada-books', at, text })
    print(`  ${at} ${text}: ${isIn ? 'appended' : 'refused, the journal is further on'}`)
    appended.push(isIn)
  }

  const items = await readTable(client, table)
  const lines = describeTable(items)
  print('What is in the table:')
  for (const line of lines) print(`  ${line}`)
  const seen = { intakes, sightings, copied, appended }
  return { ...seen, table: lines, faults: findFaults(items, seen) }
}
