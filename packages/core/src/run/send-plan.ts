import { ContentionError } from '../errors/contention-error.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import { OutcomeUnknownError } from '../errors/outcome-unknown-error.js'
import { judgeLostAnswer } from '../interpret/judge-lost-answer.js'
import type { StoredItem } from '../plan/attribute-value.js'
import { CompiledPlan } from '../plan/plan.js'
import type { Prepared, Runtime } from './execute.js'
import type { RetryBudget } from './retry.js'
import type { Answer, Reason } from './store.js'

/** What became of a plan: its fate is known. */
export type Outcome =
  | { readonly kind: 'committed'; readonly item: StoredItem | undefined }
  | { readonly kind: 'refused'; readonly reasons: readonly Reason[]; readonly error: unknown }

/** One plan on its way: sent again, as it is, until its fate is known. */
interface Sending<T> {
  readonly plan: CompiledPlan
  readonly prepared: Prepared<T>
  readonly runtime: Runtime
  readonly budget: RetryBudget
  readonly isTransaction: boolean
  /** How many sends got no answer. */
  unanswered: number
}

const errorContext = (
  { runtime }: Sending<unknown>,
  cause: unknown,
): { model: string; operation: string; cause: unknown } => ({
  model: runtime.context.model,
  operation: runtime.context.operation,
  cause,
})

const unknownOutcome = (sending: Sending<unknown>, cause: unknown): OutcomeUnknownError =>
  new OutcomeUnknownError({ attempts: sending.budget.attempts }, errorContext(sending, cause))

/** The service's own validation found what we did not: its text names members and limits. */
function invalid(sending: Sending<unknown>, error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const roles = CompiledPlan.compiled(sending.plan)
  const reasons: unknown = Reflect.get(error, 'CancellationReasons')
  if (error.name === 'ValidationException')
    return new InvalidInputError([{ path: '', message: error.message }], errorContext(sending, error))
  const faults = (Array.isArray(reasons) ? reasons : []).flatMap(
    (reason: { Code?: string; Message?: string } | null, at) =>
      reason?.Code === 'ValidationError'
        ? [{ path: roles[at]?.role ?? '', message: reason.Message ?? 'was refused' }]
        : [],
  )
  const [first, ...rest] = faults
  return first === undefined ? error : new InvalidInputError([first, ...rest], errorContext(sending, error))
}

/** A transaction that was refused was not applied: its token would have answered. A single write has no token. */
function readRefusal(sending: Sending<unknown>, answer: Answer & { kind: 'refused' }): Outcome {
  if (sending.isTransaction || sending.unanswered === 0) return answer
  const item = answer.reasons[0]?.item
  const judged = judgeLostAnswer(sending.prepared.doubt(), item)
  if (judged === 'unknown') throw unknownOutcome(sending, answer.error)
  return judged === 'ours' ? { kind: 'committed', item: item ?? undefined } : answer
}

function contention(sending: Sending<unknown>, error: unknown): unknown {
  const { attempts, elapsedMs } = sending.budget
  return new ContentionError({ attempts, elapsedMs }, errorContext(sending, error))
}

/** Waits for the next try. Where a send is unaccounted for, neither the last try nor a caller who gives up settles its fate. */
async function waitOrGiveUp(
  sending: Sending<unknown>,
  {
    reason,
    isUnsure,
    error,
  }: { readonly reason: string; readonly isUnsure: boolean; readonly error: unknown },
): Promise<void> {
  const { budget, runtime } = sending
  if (budget.isSpent) throw isUnsure ? unknownOutcome(sending, error) : contention(sending, error)
  try {
    await budget.wait(runtime.context.signal, (delayMs) =>
      runtime.hooks.retry?.({ ...runtime.context, attempt: budget.attempts }, reason, delayMs),
    )
  } catch (stopped) {
    throw isUnsure ? unknownOutcome(sending, stopped) : stopped
  }
}

/** A delete that found nothing after one that got no answer: it may have been that one which deleted the item. */
const isLostDelete = (
  { plan, prepared, unanswered }: Sending<unknown>,
  item: StoredItem | undefined,
): boolean =>
  plan.operation === 'DeleteItem' &&
  prepared.returnValues === 'ALL_OLD' &&
  item === undefined &&
  unanswered > 0

/** The outcome that an answer decides, or undefined where the same plan is to be sent again. */
async function readOutcome(sending: Sending<unknown>, answer: Answer): Promise<Outcome | undefined> {
  const isInDoubt = sending.unanswered > 0
  switch (answer.kind) {
    case 'committed':
      if (isLostDelete(sending, answer.item)) throw unknownOutcome(sending, undefined)
      return answer
    case 'refused':
      return readRefusal(sending, answer)
    case 'failed':
      throw isInDoubt ? unknownOutcome(sending, answer.error) : invalid(sending, answer.error)
    case 'unanswered':
      if (!sending.isTransaction || sending.runtime.context.signal?.aborted === true)
        throw unknownOutcome(sending, answer.error)
      await waitOrGiveUp(sending, { reason: 'no answer', isUnsure: true, error: answer.error })
      return undefined
    case 'contended': {
      // A throttled send was turned away before its token was looked at: it says nothing of one before it.
      const isUnsure = !answer.isSettled || isInDoubt
      await waitOrGiveUp(sending, { reason: answer.reason, isUnsure, error: answer.error })
      return undefined
    }
  }
}

/**
 * Sends a plan until its fate is known. The body is the same each time, byte for byte, and so is the token of a
 * transaction: what was applied already is not applied again.
 */
export async function sendPlan<T>(
  plan: CompiledPlan,
  prepared: Prepared<T>,
  runtime: Runtime,
  budget: RetryBudget,
): Promise<Outcome> {
  const token = runtime.environment.token()
  const isTransaction = plan.operation === 'TransactWriteItems'
  const sending: Sending<T> = { plan, prepared, runtime, budget, isTransaction, unanswered: 0 }
  for (;;) {
    const options = { returnValues: prepared.returnValues, token }
    const sent = await runtime.store.send(plan, options, { ...runtime.context, attempt: budget.attempts })
    sending.unanswered += sent.unanswered
    const outcome = await readOutcome(sending, sent.answer)
    if (outcome !== undefined) return outcome
  }
}
