import { ContentionError } from '../errors/contention-error.js'
import { OutcomeUnknownError } from '../errors/outcome-unknown-error.js'
import { identityOfWrite, type Write } from '../plan/write.js'
import type { Runtime } from './execute.js'
import { RetryBudget } from './retry.js'

/** Source: the Amazon DynamoDB API Reference, BatchWriteItem. */
export const MOST_IN_BATCH = 25

const UNPROCESSED = 'the service left a part of a batch'

/**
 * Sends puts and deletes as one batch, and what the service leaves of it until nothing is left.
 *
 * @returns for each write the error that it failed with, undefined where it was applied; `refused` where the service took
 *   nothing of the batch, as one of the writes cannot be
 */
export async function sendBatch(
  writes: readonly Write[],
  runtime: Runtime,
): Promise<readonly (Error | undefined)[] | 'refused'> {
  const { store, hooks, environment, context, retry } = runtime
  const { model, operation } = context
  const budget = new RetryBudget(retry, environment)
  let left = writes
  // Whether a send got no answer: then what is left of the batch may have been applied all the same.
  let isUnsure = false
  const errorsOf = (failed: readonly Write[], error: unknown): readonly (Error | undefined)[] => {
    const ids = new Set(failed.map(identityOfWrite))
    return writes.map((write) => (ids.has(identityOfWrite(write)) ? (error as Error) : undefined))
  }
  const failLeft = (error: unknown, cause: unknown): readonly (Error | undefined)[] => {
    const { attempts } = budget
    return errorsOf(
      left,
      isUnsure ? new OutcomeUnknownError({ attempts }, { model, operation, cause }) : error,
    )
  }
  for (;;) {
    const answer = await store.batch(left, { ...context, attempt: budget.attempts })
    if (answer.kind === 'taken' && answer.left.length === 0) return errorsOf([], undefined)
    if (answer.kind === 'failed' && left === writes && isInvalid(answer.error)) return 'refused'
    isUnsure ||= answer.kind === 'unanswered' || (answer.kind === 'contended' && !answer.isSettled)
    if (answer.kind === 'failed' || answer.kind === 'unanswered') return failLeft(answer.error, answer.error)
    if (answer.kind === 'taken') left = answer.left
    const cause = answer.kind === 'taken' ? undefined : answer.error
    const { attempts, elapsedMs } = budget
    if (budget.isSpent)
      return failLeft(new ContentionError({ attempts, elapsedMs }, { model, operation, cause }), cause)
    const reason = answer.kind === 'taken' ? UNPROCESSED : answer.reason
    try {
      await budget.wait(context.signal, (delayMs) =>
        hooks.retry?.({ ...context, attempt: budget.attempts }, reason, delayMs),
      )
    } catch (stopped) {
      return failLeft(stopped, stopped)
    }
  }
}

const isInvalid = (error: unknown): boolean => error instanceof Error && error.name === 'ValidationException'
