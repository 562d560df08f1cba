import { ANYTHING } from './ends.js'
import type { Db } from './models.js'
import type { Operation, Outcome } from './operation.js'
import { plain } from './outcome.js'

type Run = Operation['run']

/**
 * A write whose item is read back once it is committed, since the service gives nothing back: what comes is the item as
 * it is by then, or what is known of it where it has gone.
 */
export const readingBack = (name: string, run: Run, read: (db: Db) => PromiseLike<unknown>): Operation => ({
  name,
  run,
  steps: {
    because:
      'the item is read back after the commit: it may have been changed by then, and where it has gone only what the ' +
      'caller named is known of it',
    run: [run, read],
    join: ([written, found]) => {
      if (written === undefined || found === undefined) throw new RangeError('there are two steps')
      if (!('ok' in written) || !('ok' in found) || written.ok === null) return written
      return found.ok === null ? { ok: ANYTHING } : found
    },
  },
})

/** What one of many gives, as a row of the result. */
const asRow = (outcome: Outcome | undefined): unknown =>
  outcome === undefined || 'error' in outcome
    ? { error: outcome?.error, ok: false }
    : { data: outcome.ok, ok: true }

/** Rows that are each a request of their own, one after another. */
export const rows = <R>(
  name: string,
  given: readonly R[],
  run: (db: Db, given: readonly R[]) => PromiseLike<unknown>,
  one: (db: Db, row: R) => PromiseLike<unknown>,
): Operation => ({
  name,
  run: (db) => run(db, given),
  steps: {
    because: 'each row is written by itself',
    run: given.map((row) => (db: Db) => one(db, row)),
    join: (outcomes) => ({ ok: plain(outcomes.map(asRow)) }),
  },
})

/**
 * A transaction that takes a value from an item which it deletes. Whose a value is that was refused is read after the
 * refusal: by then it can be the one that was to be deleted, and was not there before.
 */
export const handingOver = (name: string, run: Run, violations: readonly unknown[]): Operation => ({
  name,
  run,
  mayRefuse: {
    because: 'whose a refused value is, is read after the refusal: its owner may have come meanwhile',
    outcome: { error: { code: 'UNIQUE', violations } },
  },
})
