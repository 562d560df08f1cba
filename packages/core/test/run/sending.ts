import type { Doubt } from '../../src/interpret/judge-lost-answer.js'
import { CompiledPlan } from '../../src/plan/plan.js'
import { RetryBudget } from '../../src/run/retry.js'
import { type Outcome, sendPlan } from '../../src/run/send-plan.js'
import type { ReturnValues } from '../../src/run/store.js'
import type { RecordingStore } from '../recording-store.js'
import { NO_DOUBT, preparedOf, type RuntimeOptions, runtimeOn, writeOn } from './runtime.js'

export const item = { pk: { S: 'a' } }
export const single = [writeOn('a')]
export const transaction = [writeOn('a'), writeOn('UNIQ#a', { role: 'claim of email' })]

/** Sends writes as one plan, on a budget of its own. */
export function send(
  store: RecordingStore,
  writes = transaction,
  options: RuntimeOptions = {},
  doubt: Doubt = NO_DOUBT,
  returnValues: ReturnValues = 'ALL_NEW',
): Promise<Outcome> {
  const runtime = runtimeOn(store, options)
  const prepared = { ...preparedOf(writes, [], doubt), returnValues }
  return sendPlan(
    new CompiledPlan(writes),
    prepared,
    runtime,
    new RetryBudget(runtime.retry, runtime.environment),
  )
}
