import type { Database } from '@latchkey/core'
import type { models, OrderPlaced } from './models.js'

/** What became of a message: a new order, one that was here before, or one whose reference another order has. */
export type Intake = 'stored' | 'duplicate' | 'reference taken'

/**
 * Takes an order in: one transaction stores it, claims its reference, moves the tenant's last order forward and gives it
 * the next invoice number. A message that comes again finds its order there, and changes nothing.
 */
export async function takeIn(db: Database<typeof models>, placed: OrderPlaced): Promise<Intake> {
  const created = await db.orders.create(placed).result()
  if (created.ok) return 'stored'
  if (created.error.code === 'EXISTS') return 'duplicate'
  if (created.error.code === 'UNIQUE') return 'reference taken'
  throw created.error
}
