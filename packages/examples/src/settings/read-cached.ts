import { connect } from '@latchkey/core'
import type { Setting } from '../program.js'
import { type FlagValues, models } from './models.js'

/** What a server read from its memory, and what that cost. */
export interface CachedReads {
  readonly before: FlagValues
  readonly after: FlagValues
  /** What the reads alone sent, without the change in between. */
  readonly requests: number
}

/** How many reads there are before the change, and how many after it. */
export const READS = 500

/** A server that asks for the flags with each request that it serves, and changes one of them in between. */
export async function readCached({ client, table }: Omit<Setting, 'print'>): Promise<CachedReads> {
  let requests = 0
  const onRequest = ({ operation }: { readonly operation: string }): void => {
    if (operation === 'get') requests += 1
  }
  const db = connect(models, { client, table, observe: { onRequest } })
  const live = db.flags.cached({ ttlMs: 60_000 })
  const readAll = () => Promise.all(Array.from({ length: READS }, () => live.get()))

  await readAll()
  const before = await live.get()
  await db.flags.update({ set: { signupEnabled: true } })
  await readAll()
  const after = await live.get()
  return { before, after, requests }
}
