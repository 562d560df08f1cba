import { setImmediate } from 'node:timers/promises'
import type { Database } from '@latchkey/core'
import type { models } from './models.js'

/** What a watcher saw of a tenant's last order, in the order in which it saw it. */
export interface Sighting {
  readonly tenantId: string
  readonly numbers: readonly number[]
}

/** Reads where a tenant's last order is, again and again until it is told to stop: one GetItem each time. */
export async function watchLast(
  db: Database<typeof models>,
  tenantId: string,
  signal: AbortSignal,
): Promise<Sighting> {
  const numbers: number[] = []
  while (!signal.aborted) {
    const last = await db.orders.pointers.last.read({ tenantId }, { consistent: true })
    if (last !== null) numbers.push(last.value)
    await setImmediate()
  }
  return { tenantId, numbers }
}

/** Whether a later look never gave a smaller number. */
export const isForward = ({ numbers }: Sighting): boolean =>
  numbers.every((number, at) => at === 0 || number >= (numbers[at - 1] ?? 0))
