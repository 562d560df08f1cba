import type { OrderPlaced } from './models.js'

export const tenants: readonly string[] = ['ada-books', 'byron-tea', 'mary-maps']

/** How many orders each tenant places. */
export const ORDERS = 20

const placedBy = (tenantId: string): OrderPlaced[] =>
  Array.from({ length: ORDERS }, (_, at) => ({
    orderId: `${tenantId}-${at + 1}`,
    tenantId,
    orderNumber: at + 1,
    reference: `PO-${1000 + at}`,
  }))

/** What a queue delivers: every message at least once, every third one again, in any order. */
export function deliveries(random: () => number = Math.random): OrderPlaced[] {
  const placed = tenants.flatMap(placedBy)
  const again = placed.filter((_, at) => at % 3 === 0)
  return shuffle([...placed, ...again], random)
}

function shuffle<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((member) => ({ member, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ member }) => member)
}
