import { ConstraintViolationError } from '../errors/constraint-violation-error.js'
import { ContentionError } from '../errors/contention-error.js'
import { InternalError } from '../errors/internal-error.js'
import { PlanTooLargeError } from '../errors/plan-too-large-error.js'
import type { Violation } from '../errors/violation.js'
import type { Doubt } from '../interpret/judge-lost-answer.js'
import { weighFindings } from '../interpret/weigh-findings.js'
import type { Part } from '../plan/assemble.js'
import type { StoredItem, TableKey } from '../plan/attribute-value.js'
import type { Adjustment, GuardedWrite } from '../plan/contribution.js'
import { joinParts, type PlannedChange } from '../plan/join-parts.js'
import { findOversize } from '../plan/limits.js'
import { CompiledPlan } from '../plan/plan.js'
import { refuseCollisions } from '../plan/refuse-collisions.js'
import type { Write } from '../plan/write.js'
import type { Environment } from './environment.js'
import { explainRefusal } from './explain-refusal.js'
import { RetryBudget, type RetryPolicy } from './retry.js'
import { sendPlan } from './send-plan.js'
import type { RequestContext, RequestSeen, ReturnValues, Store } from './store.js'

/** What is told of an operation while it runs. */
export interface Hooks {
  readonly plan: ((plan: CompiledPlan, context: RequestContext) => void) | undefined
  readonly retry: ((context: RequestContext, reason: string, delayMs: number) => void) | undefined
  readonly violation:
    | ((violations: readonly [Violation, ...Violation[]], context: RequestContext) => void)
    | undefined
  readonly request: ((seen: RequestSeen) => void) | undefined
  readonly warning: ((model: string, message: string) => void) | undefined
}

/** What one call of a method runs with. */
export interface Runtime {
  readonly store: Store
  readonly environment: Environment
  readonly retry: RetryPolicy
  readonly hooks: Hooks
  /** The fields of the table's key, partition key first. */
  readonly keyFields: readonly string[]
  readonly table: string
  readonly context: RequestContext
}

/** A plan that is ready to be sent. */
export interface Prepared<T> {
  readonly parts: readonly Part[]
  readonly returnValues: ReturnValues
  /** Keys of the items that it leaves behind, by operation, null for a deleted one; of its parts where it does not say. */
  readonly results?: readonly (TableKey | null)[]
  /** What a lost answer is judged by. */
  doubt(): Doubt
  /** The result, once it is committed. A single write gives its item back, a transaction none. */
  finish(item: StoredItem | undefined, isTransaction: boolean): T | Promise<T>
}

/** An operation that found nothing to write. */
export interface Done<T> {
  readonly done: T
  /** Keys of the items that it gives back, by operation: null for none. */
  readonly results: readonly (TableKey | null)[]
  /** What that relies on until what is written with it is committed. */
  readonly stays?: GuardedWrite
}

/** One operation: it can be planned again when others come in between. */
export interface Task<T> {
  /** Reads what the plan needs and has not been read; gives a result at once where there is nothing to write. */
  prepare(adjustments: readonly Adjustment[]): Promise<Prepared<T> | Done<T>>
  /** The item is not as it was read. */
  forget(): void
  /** Whether what the task was decided on has moved, so that what it is refused for may be of the past. */
  hasMoved?(): Promise<boolean>
}

/** The error of a refused write, told to the observer first. */
export function refusal(
  violations: readonly [Violation, ...Violation[]],
  { hooks, context }: Runtime,
  cause?: unknown,
): ConstraintViolationError {
  const { model, operation } = context
  const error = new ConstraintViolationError(violations, { model, operation, cause })
  hooks.violation?.(error.violations, context)
  return error
}

/** Joins parts into one plan, and refuses what needs no answer of the store to be refused. */
function joinAll(parts: readonly Part[], runtime: Runtime): PlannedChange {
  const { keyFields, context, table } = runtime
  const joined = joinParts(parts, table, context)
  const verdict = weighFindings(joined.findings)
  if (verdict.kind === 'refused') throw refusal(verdict.violations, runtime)
  const writes = CompiledPlan.compiled(joined.plan)
  refuseCollisions(writes, context)
  const oversize = findOversize(writes, keyFields)
  if (oversize !== undefined) throw new PlanTooLargeError(oversize, context)
  return joined
}

/** The only write of what was prepared, checked as every plan is. */
export function entityWriteOf({ parts }: Prepared<unknown>, runtime: Runtime): Write {
  const [write, ...others] = CompiledPlan.compiled(joinAll(parts, runtime).plan)
  if (write === undefined || others.length > 0)
    throw new InternalError('a blind write is not one write alone')
  return write
}

/** How often what a try found out may lead to the next one, whatever is left of the tries: nobody was in the way. */
const MOST_NEWS = 8

/** What makes a repeat of a request known as one. */
export interface Idempotency<T> {
  /** The write that remembers the request with what it leaves behind. A refusal finds that it was made before. */
  remember(results: readonly (TableKey | null)[]): GuardedWrite
  /** The record of an earlier request, read consistently; undefined where there is none. */
  recall(): Promise<StoredItem | undefined>
  /** The result of an earlier request. Throws where it was another one. */
  repeat(record: StoredItem): Promise<T>
}

/** A task that is ready to be sent. */
interface Ready<T> {
  readonly prepared: Prepared<T>
  readonly planned: PlannedChange
}

/** What found nothing to write leaves a record all the same: a repeat is not to act on what came since. */
const recordAlone = <T>({ done, results }: Done<T>): Prepared<T> => ({
  parts: [],
  returnValues: 'NONE',
  results,
  doubt: () => ({
    operation: 'create',
    stores: {},
    generated: [],
    versionField: undefined,
    expectedVersion: undefined,
    // The record that it met is the answer, whoever wrote it.
    standsAnyway: true,
  }),
  finish: () => done,
})

/** Plans a task. What is refused without sending is refused only if the request was not made before. */
async function planOrRepeat<T>(
  task: Task<T>,
  adjustments: readonly Adjustment[],
  runtime: Runtime,
  idempotency: Idempotency<T> | undefined,
): Promise<Ready<T> | { readonly done: T }> {
  const plan = async (): Promise<Ready<T> | { readonly done: T }> => {
    const found = await task.prepare(adjustments)
    if ('done' in found && idempotency === undefined) return found
    const prepared = 'done' in found ? recordAlone(found) : found
    return { prepared, planned: joinAll(partsWith(prepared, idempotency), runtime) }
  }
  try {
    return await plan()
  } catch (error) {
    if (idempotency === undefined) throw error
    const record = await idempotency.recall()
    if (record === undefined) throw error
    return { done: await idempotency.repeat(record) }
  }
}

const partsWith = <T>(prepared: Prepared<T>, idempotency: Idempotency<T> | undefined): readonly Part[] =>
  idempotency === undefined
    ? prepared.parts
    : [...prepared.parts, { own: [idempotency.remember(prepared.results ?? keysOf(prepared.parts))] }]

/** The keys of the items that parts leave behind; null for what they delete. */
export const keysOf = (parts: readonly Part[]): readonly (TableKey | null)[] =>
  parts.flatMap(({ entity }) => {
    if (entity === undefined) return []
    return [entity.change.operation === 'delete' ? null : entity.write.key]
  })

const MOVED = 'the item was changed meanwhile'

const contention = (
  { attempts, elapsedMs }: RetryBudget,
  { model, operation }: RequestContext,
  cause: unknown,
): ContentionError => new ContentionError({ attempts, elapsedMs }, { model, operation, cause })

/** Plans a task. A refusal by what is of the past is none: then the task is decided anew. */
async function planOrMoved<T>(
  task: Task<T>,
  adjustments: readonly Adjustment[],
  runtime: Runtime,
  idempotency: Idempotency<T> | undefined,
): Promise<Ready<T> | { readonly done: T } | 'moved'> {
  try {
    return await planOrRepeat(task, adjustments, runtime, idempotency)
  } catch (error) {
    if (error instanceof ConstraintViolationError && (await task.hasMoved?.()) === true) return 'moved'
    throw error
  }
}

/** Runs an operation until it is committed, refused for good, or out of tries. */
export async function execute<T>(task: Task<T>, runtime: Runtime, idempotency?: Idempotency<T>): Promise<T> {
  const { hooks, context } = runtime
  const budget = new RetryBudget(runtime.retry, runtime.environment)
  let adjustments: readonly Adjustment[] = []
  let news = 0
  for (;;) {
    context.signal?.throwIfAborted()
    const ready = await planOrMoved(task, adjustments, runtime, idempotency)
    if (ready === 'moved' && !budget.isSpent) {
      task.forget()
      adjustments = []
      await budget.next(context.signal, false, (delayMs) =>
        hooks.retry?.({ ...context, attempt: budget.attempts }, MOVED, delayMs),
      )
      continue
    }
    if (ready === 'moved') throw contention(budget, context, undefined)
    if ('done' in ready) return ready.done
    const { prepared, planned } = ready
    hooks.plan?.(planned.plan, context)
    const outcome = await sendPlan(planned.plan, prepared, runtime, budget)
    const isTransaction = planned.plan.operation === 'TransactWriteItems'
    if (outcome.kind === 'committed') return await prepared.finish(outcome.item, isTransaction)
    const verdict = weighFindings(await explainRefusal(planned, outcome.reasons, runtime))
    if (verdict.kind === 'repeated') {
      if (idempotency === undefined)
        throw new InternalError('a record of an earlier request was found, and none was made')
      return await idempotency.repeat(verdict.record)
    }
    if (verdict.kind === 'refused') throw refusal(verdict.violations, runtime, outcome.error)
    if (verdict.kind === 'failed') throw verdict.error
    const isNews = verdict.kind === 'replan' && !verdict.isOutdated && news < MOST_NEWS
    if (budget.isSpent && !isNews) throw contention(budget, context, outcome.error)
    if (verdict.kind === 'reread') task.forget()
    news = isNews ? news + 1 : 0
    adjustments = verdict.kind === 'reread' ? [] : [...(isNews ? adjustments : []), ...verdict.adjustments]
    const reason = isNews ? 'a guard is held without right, or is another’s' : MOVED
    await budget.next(context.signal, isNews, (delayMs) =>
      hooks.retry?.({ ...context, attempt: budget.attempts }, reason, delayMs),
    )
  }
}
