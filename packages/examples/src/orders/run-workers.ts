import type { Database } from '@latchkey/core'
import type { models, OrderPlaced } from './models.js'
import { type Intake, takeIn } from './take-in.js'

/** Lets workers take messages from one queue until it is empty; each has a database of its own, as processes have. */
export async function runWorkers(
  workers: readonly Database<typeof models>[],
  messages: readonly OrderPlaced[],
): Promise<Intake[]> {
  const queue = messages.values()
  const intakes = await Promise.all(workers.map((db) => drain(db, queue)))
  return intakes.flat()
}

/** One message after another. The workers share the iterator, so each message goes to one of them. */
async function drain(db: Database<typeof models>, queue: Iterable<OrderPlaced>): Promise<Intake[]> {
  const intakes: Intake[] = []
  for (const placed of queue) intakes.push(await takeIn(db, placed))
  return intakes
}
