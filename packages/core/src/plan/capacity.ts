import { itemBytes } from './item-size.js'
import type { Write } from './write.js'

const BYTES_PER_UNIT = 1024

/**
 * Write units of one write: one for each started KB of the item, twice that in a transaction. An update or a delete
 * counts the stored item, of which the plan knows what it names alone: then it is the least that it takes.
 * Source: the Amazon DynamoDB Developer Guide, "DynamoDB read and write operations".
 */
export function capacityOf(write: Write, isTransaction: boolean): number {
  const known = write.item ?? { ...write.key, ...write.values }
  const units =
    write.action === 'Put' || write.action === 'Update' ? Math.ceil(itemBytes(known) / BYTES_PER_UNIT) : 1
  return Math.max(1, units) * (isTransaction ? 2 : 1)
}
