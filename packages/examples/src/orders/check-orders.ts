import { kindOf, type PlainItem } from '../read-table.js'
import { ORDERS, tenants } from './deliveries.js'
import type { Intake } from './take-in.js'
import { isForward, type Sighting } from './watch-last.js'

const invoice = (number: number): string => `INV-${String(number).padStart(6, '0')}`
const invoices = Array.from({ length: ORDERS }, (_, at) => invoice(at + 1))

const isOrder = (item: PlainItem): boolean => kindOf(item) === 'item' && item['invoiceNumber'] !== undefined

/** What is wrong with a tenant's part of the table, read as the plain items that it is; nothing where all is well. */
function faultsOf(items: readonly PlainItem[], tenantId: string): string[] {
  const orders = items.filter((item) => isOrder(item) && item['tenantId'] === tenantId)
  const numbers = orders.map((order) => String(order['invoiceNumber'])).sort()
  const last = items.find(({ pk }) => pk === `PTR#shop.order.last#${tenantId}`)
  const sequence = items.find(({ pk }) => pk === `SEQ#shop.order.invoice#${tenantId}`)
  const guards = items.filter(({ pk }) => String(pk).startsWith(`UNIQ#shop.order.reference#${tenantId}#`))
  const checks: [boolean, string][] = [
    [orders.length === ORDERS, `${orders.length} orders, and ${ORDERS} were placed`],
    [guards.length === orders.length, `${guards.length} references are taken for ${orders.length} orders`],
    [last?.['_lk_value'] === ORDERS, `the last order is said to be ${last?.['_lk_value']}`],
    [last?.['_lk_key'].orderId === `${tenantId}-${ORDERS}`, 'the last order is said to be another one'],
    [numbers.join() === invoices.join(), `the invoices are ${numbers.join(', ')}`],
    [sequence?.['_lk_value'] === ORDERS, `the last invoice is said to be ${sequence?.['_lk_value']}`],
  ]
  return checks.filter(([isRight]) => !isRight).map(([, fault]) => `${tenantId}: ${fault}`)
}

/** What the program saw while it ran. */
export interface Seen {
  readonly intakes: readonly Intake[]
  readonly sightings: readonly Sighting[]
  /** What became of an order with a reference that is taken. */
  readonly copied: Intake
  /** Which of three entries the journal took, the second of them late. */
  readonly appended: readonly boolean[]
}

/** What is wrong with the orders of all tenants, or with what was seen while they came in. */
export function findFaults(
  items: readonly PlainItem[],
  { intakes, sightings, copied, appended }: Seen,
): string[] {
  const stored = intakes.filter((intake) => intake === 'stored').length
  const checks: [boolean, string][] = [
    [stored === tenants.length * ORDERS, `${stored} messages were stored as orders`],
    [copied === 'reference taken', `an order with a reference that is taken was: ${copied}`],
    [appended.join() === 'true,false,true', `of three entries the journal took: ${appended.join()}`],
  ]
  const backwards = sightings.filter((sighting) => !isForward(sighting))
  return [
    ...checks.filter(([isRight]) => !isRight).map(([, fault]) => fault),
    ...tenants.flatMap((tenantId) => faultsOf(items, tenantId)),
    ...backwards.map(({ tenantId }) => `${tenantId}: the last order was seen to go back`),
  ]
}
