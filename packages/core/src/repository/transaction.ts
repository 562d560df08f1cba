import { IdempotencyKeyReusedError } from '../errors/idempotency-key-reused-error.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import { OutcomeUnknownError } from '../errors/outcome-unknown-error.js'
import type { StoredItem, TableKey } from '../plan/attribute-value.js'
import type { Adjustment } from '../plan/contribution.js'
import { type Done, execute, type Prepared, type Runtime, type Task } from '../run/execute.js'
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
  readonly #open: () => Session
  readonly #start: (session: Session) => Promise<unknown>
  readonly #read: (key: TableKey) => Promise<StoredItem | undefined>
  #session: Session | undefined
  #run: Running | undefined

  constructor(
    open: () => Session,
    start: (session: Session) => Promise<unknown>,
    read: (key: TableKey) => Promise<StoredItem | undefined>,
  ) {
    this.#open = open
    this.#start = start
    this.#read = read
  }

  /** Whether something that the function read is no longer so: then what it asked for was decided on what is past. */
  async hasMoved(): Promise<boolean> {
    const fences = [...(this.#run?.session.fences.values() ?? [])]
    const found = await Promise.all(fences.map(async (fence) => fence.explain(await this.#read(fence.key))))
    return found.flat().length > 0
  }

  forget(): void {
    if (this.#run === undefined || this.#run.session.reads.size > 0) this.#run = undefined
    else this.#run.together.forget()
  }

  async prepare(adjustments: readonly Adjustment[]): Promise<Prepared<unknown> | Done<unknown>> {
    const { session, returned, together } = await this.#running()
    const prepared = await together.prepare(adjustments)
    if ('done' in prepared)
      return { done: session.settle(returned, prepared.done), results: prepared.results }
    return {
      ...prepared,
      finish: async (item, isTransaction) =>
        session.settle(returned, await prepared.finish(item, isTransaction)),
    }
  }

  /** The result of an earlier request: the function says what it returns, the record what was left behind. */
  async again(keys: readonly (TableKey | null)[]): Promise<unknown> {
    const { session, returned } = await this.#running().catch((cause: unknown) => {
      throw new IdempotencyKeyReusedError({ operation: '$transaction', cause })
    })
    const values = await Promise.all(session.results.map((result, at) => result(keys[at] ?? null)))
    return session.settle(returned, values)
  }

  /** The operations of the function with their arguments. */
  get input(): unknown {
    return this.#session?.log ?? []
  }

  async #running(): Promise<Running> {
    if (this.#run === undefined) {
      const session = this.#open()
      this.#session = session
      const returned = await this.#start(session)
      const together = new TogetherTask(session.tasks, session.chain, () => session.others())
      this.#run = { session, returned, together }
    }
    return this.#run
  }
}

interface Running {
  readonly session: Session
  readonly returned: unknown
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
    context: { ...context, signal: call.signal, attempt: 1, retry: policy, seen: hooks.request },
  }
  const start = async (session: Session): Promise<unknown> => {
    const returned: unknown = await run(transactionOver(members, session, call, { table, keyFields }))
    session.end()
    return returned
  }
  const read = (key: TableKey): Promise<StoredItem | undefined> =>
    store.get({ table, key, consistent: true }, runtime.context)
  const task = new TransactionTask(() => new Session(environment.random()), start, read)
  if (typeof idempotencyKey !== 'string') return tellCaches(members, execute(task, runtime))
  const repeatable = {
    ...context,
    idempotencyKey,
    input: () => task.input,
    result: (keys: readonly (TableKey | null)[]) => task.again(keys),
  }
  return tellCaches(members, execute(task, runtime, idempotencyOf<unknown>(bound, runtime, repeatable)))
}
