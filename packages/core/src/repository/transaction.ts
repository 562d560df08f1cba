import { InvalidInputError } from '../errors/invalid-input-error.js'
import { OutcomeUnknownError } from '../errors/outcome-unknown-error.js'
import type { TableKey } from '../plan/attribute-value.js'
import type { Adjustment } from '../plan/contribution.js'
import { execute, type Prepared, type Runtime, type Task } from '../run/execute.js'
import type { CallOptions } from './binding.js'
import { idempotencyOf } from './idempotency.js'
import type { Members, TransactionBinding } from './members.js'
import { readOptions, readRetry } from './read-options.js'
import { writesOf } from './singleton-record.js'
import { TogetherTask } from './together.js'
import { transactionOver } from './transaction-members.js'
import { Session } from './transaction-session.js'

/** Runs the caller's function, and what it asked for as one request; again from the start where what it read has moved. */
class TransactionTask implements Task<unknown> {
  readonly #start: () => Promise<Started>
  #run: Running | undefined

  constructor(start: () => Promise<Started>) {
    this.#start = start
  }

  forget(): void {
    if (this.#run === undefined || this.#run.session.reads.size > 0) this.#run = undefined
    else this.#run.together.forget()
  }

  async prepare(adjustments: readonly Adjustment[]): Promise<Prepared<unknown> | { readonly done: unknown }> {
    const { session, returned, together } = await this.#running()
    const prepared = await together.prepare(adjustments)
    if ('done' in prepared) return { done: session.settle(returned, prepared.done) }
    return {
      ...prepared,
      finish: async (item, isTransaction) =>
        session.settle(returned, await prepared.finish(item, isTransaction)),
    }
  }

  /** The result of an earlier request: the function says what it returns, the record what was left behind. */
  async again(keys: readonly (TableKey | null)[]): Promise<unknown> {
    const { session, returned } = await this.#running()
    const values = await Promise.all(session.results.map((result, at) => result(keys[at] ?? null)))
    return session.settle(returned, values)
  }

  /** The operations of the function with their arguments. */
  get input(): unknown {
    return this.#run?.session.log ?? []
  }

  async #running(): Promise<Running> {
    if (this.#run === undefined) {
      const { session, returned } = await this.#start()
      const together = new TogetherTask(session.tasks, session.chain, () => session.others())
      this.#run = { session, returned, together }
    }
    return this.#run
  }
}

interface Started {
  readonly session: Session
  readonly returned: unknown
}

interface Running extends Started {
  readonly together: TogetherTask
}

/** Where it is not known what became of a transaction, caches of singletons do not rely on what they have. */
async function tellCaches<T>(members: Members, running: Promise<T>): Promise<T> {
  try {
    return await running
  } catch (error) {
    if (error instanceof OutcomeUnknownError)
      for (const [, member] of members) if (member.kind === 'singleton') writesOf(member.binding).doubt()
    throw error
  }
}

/** Runs operations on several items as one request. */
export async function transact(
  { bound, members }: TransactionBinding,
  run: unknown,
  given: unknown,
): Promise<unknown> {
  const context = { model: '$transaction', operation: '$transaction' }
  const { signal, retry, idempotencyKey } = readOptions(given, ['signal', 'retry', 'idempotencyKey'], {
    operation: '$transaction',
  })
  if (typeof run !== 'function')
    throw new InvalidInputError([{ path: '', message: 'takes a function of the transaction' }], {
      operation: '$transaction',
    })
  const { store, environment, hooks, table, keyFields } = bound
  const call: CallOptions = {
    signal: signal as AbortSignal | undefined,
    retry: retry as CallOptions['retry'],
  }
  const policy = readRetry(call.retry, bound.retry)
  const runtime: Runtime = {
    store,
    environment,
    hooks,
    table,
    keyFields,
    retry: policy,
    context: { ...context, signal: call.signal, attempt: 1, retry: policy },
  }
  const task = new TransactionTask(async () => {
    const session = new Session(environment.random())
    const returned: unknown = await run(transactionOver(members, session, call, { table, keyFields }))
    session.isOver = true
    return { session, returned }
  })
  if (typeof idempotencyKey !== 'string') return tellCaches(members, execute(task, runtime))
  const repeatable = {
    ...context,
    idempotencyKey,
    input: () => task.input,
    result: (keys: readonly (TableKey | null)[]) => task.again(keys),
  }
  return tellCaches(members, execute(task, runtime, idempotencyOf<unknown>(bound, runtime, repeatable)))
}
