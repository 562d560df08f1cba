import { compileUpdate, type UpdateVerbs } from '../electro/compile-update.js'
import type { WhereText } from '../electro/electro-entity.js'
import { startFromDefaults } from '../electro/start-from-defaults.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import { isLatchkeyError } from '../errors/is-latchkey-error.js'
import { type Part, wholeItem } from '../plan/assemble.js'
import { identityOf, type StoredItem } from '../plan/attribute-value.js'
import type { Change, Expectation } from '../plan/change.js'
import type { GuardedWrite } from '../plan/contribution.js'
import { copyValue } from '../plan/copy-value.js'
import { type Done, execute, type Prepared, type Runtime, type Task } from '../run/execute.js'
import { type CallOptions, planChange, runtimeFor } from './binding.js'
import { checkVerbs } from './draft-update.js'
import { idempotencyFor } from './idempotency.js'
import { type Options, readOptions } from './read-options.js'
import { stillThere, TakeOverTask, viewOlder } from './singleton-older.js'
import {
  keyOfRecord,
  ownRecord,
  readHeld,
  readRecord,
  type SingletonBinding,
  versionIn,
  viewOf,
  writesOf,
} from './singleton-record.js'
import type { Mark, Seen } from './singleton-writes.js'
import { refuseBoth } from './write-options.js'

export { keyOfRecord, type SingletonBinding, viewOf } from './singleton-record.js'

type Decide = (current: unknown) => unknown

export async function getSingleton(binding: SingletonBinding, given: unknown): Promise<Options> {
  const context = { model: binding.facts.entity, operation: 'get' }
  const options = readOptions(given, ['consistent', 'signal'], context)
  return (await readSingleton(binding, options)).view
}

/** Reads the record, or the older one where there is none; a cache does not try again, since it has what it had. */
export async function readSingleton(
  binding: SingletonBinding,
  options: CallOptions & Options,
): Promise<Seen> {
  const runtime = runtimeFor(binding, 'get', options)
  const consistent = options['consistent'] === true
  const stored = await readRecord(binding, runtime, consistent)
  const older =
    stored !== undefined || binding.superseded === undefined
      ? undefined
      : await viewOlder(binding, binding.superseded, runtime, consistent)
  return { view: older ?? viewOf(binding, stored), version: versionIn(binding, stored) }
}

/** What one update of a singleton is planned from. */
interface SingletonChange {
  readonly verbs: UpdateVerbs
  readonly where: WhereText | undefined
  readonly expectation: Expectation
  /** The record as it was read; undefined where it was not. An absent one is empty. */
  readonly before: StoredItem | undefined
  /** Whether all of it has to be as it was read. */
  readonly isFenced: boolean
}

function planSingleton(
  binding: SingletonBinding,
  { verbs, where, expectation, before, isFenced }: SingletonChange,
  others: readonly GuardedWrite[],
): Part {
  const { entity, facts, table, constraints, defaults } = binding
  const compiled = compileUpdate({ entity, facts, key: {}, verbs, where, table, creates: true }, before)
  if (compiled === 'incomplete')
    throw new InvalidInputError(
      [{ path: '', message: 'sets part of the key of an index: set all of its attributes' }],
      { model: facts.entity, operation: 'update' },
    )
  const write = startFromDefaults(compiled.write, facts, defaults)
  const [keyField = ''] = facts.keyFields
  const isWhole = isFenced && (constraints.version === undefined || before?.[keyField] === undefined)
  const change: Change = {
    operation: 'update',
    key: write.key,
    keyAttributes: {},
    before: isFenced ? before : undefined,
    after: {},
    touched: new Set(write.clauses.map(({ field }) => field)),
    reliesOn: isWhole ? [keyField, ...wholeItem(before ?? {}, facts)] : [],
  }
  const { entity: assembly, own } = planChange(binding, change, write, expectation, [])
  // An absent record is one without attributes: what its conditions did not find says what was wrong.
  return { entity: { ...assembly, isAbsentEmpty: true }, own: [...own, ...others] }
}

export class SingletonTask implements Task<unknown> {
  readonly #binding: SingletonBinding
  readonly #runtime: Runtime
  readonly #options: Options
  readonly #verbs: UpdateVerbs | undefined
  readonly #decide: Decide | undefined
  /** What is at the record's key, where that has to be known; null where there is nothing. */
  #held: StoredItem | null | undefined

  constructor(
    binding: SingletonBinding,
    runtime: Runtime,
    options: Options,
    what: { verbs?: UpdateVerbs; decide?: Decide },
  ) {
    this.#binding = binding
    this.#runtime = runtime
    this.#options = options
    this.#verbs = what.verbs
    this.#decide = what.decide
  }

  forget(): void {
    this.#held = undefined
    this.#binding.seen.isThere = false
  }

  async prepare(): Promise<Prepared<unknown> | Done<unknown>> {
    const others = await this.#takeOver()
    const before =
      this.#decide === undefined ? undefined : (ownRecord(this.#binding, await this.#read()) ?? {})
    const verbs = this.#verbs ?? (await this.#decideOn(before))
    if (verbs === undefined) return { done: this.#give(before), results: [keyOfRecord(this.#binding)] }
    const part = planSingleton(
      this.#binding,
      { ...this.#change(), verbs, before, isFenced: before !== undefined },
      others,
    )
    const mark = writesOf(this.#binding).begin()
    return {
      parts: [part],
      returnValues: 'ALL_NEW',
      doubt: () => ({
        operation: 'update',
        stores: {},
        generated: [],
        versionField: this.#binding.constraints.version,
        expectedVersion: undefined,
      }),
      finish: (item) => this.#committed(mark, item),
    }
  }

  #change(): { readonly where: WhereText | undefined; readonly expectation: Expectation } {
    const version = this.#options['version'] as number | undefined
    const expectation: Expectation = version === undefined ? { kind: 'none' } : { kind: 'version', version }
    return { where: this.#options['where'] as WhereText | undefined, expectation }
  }

  async #read(): Promise<StoredItem | undefined> {
    if (this.#held === undefined) this.#held = (await readHeld(this.#binding, this.#runtime, true)) ?? null
    return this.#held ?? undefined
  }

  async #decideOn(before: StoredItem | undefined): Promise<UpdateVerbs | undefined> {
    const changes = await this.#decide?.(this.#viewBefore(before))
    return changes === null ? undefined : checkVerbs(this.#binding, changes, 'modify')
  }

  /**
   * Before the first write, the older record is taken over in a request of its own. Where there is none, a check that it
   * stays so rides along. Once the new record is there, nothing of the older one is looked at.
   */
  async #takeOver(): Promise<readonly GuardedWrite[]> {
    const { superseded, seen } = this.#binding
    if (superseded === undefined) return []
    if (seen.isThere || (await this.#read()) !== undefined) return [stillThere(this.#binding)]
    const task = new TakeOverTask(this.#binding, superseded, this.#runtime)
    const { check, isThere } = await execute(task, this.#runtime)
    if (isThere) this.#held = undefined
    // What was taken over may have been changed or replaced by now.
    await this.#read()
    return [check]
  }

  async #committed(mark: Mark, item: StoredItem | undefined): Promise<unknown> {
    const writes = writesOf(this.#binding)
    try {
      const stored = item ?? (await readRecord(this.#binding, unsignalled(this.#runtime), true))
      const view = viewOf(this.#binding, stored)
      const seen = { view: copyValue(view), version: versionIn(this.#binding, stored) }
      writes.end(mark, seen, this.#runtime.environment.now())
      return this.#options['returns'] === 'none' ? undefined : view
    } catch {
      // It is committed, and is not to be reported as failed: only what it left behind is not known.
      writes.doubt()
      return undefined
    }
  }

  #give(before: StoredItem | undefined): unknown {
    return this.#options['returns'] === 'none' ? undefined : this.#viewBefore(before)
  }

  #viewBefore(before: StoredItem | undefined): Options {
    const isThere = before !== undefined && Object.keys(before).length > 0
    return viewOf(this.#binding, isThere ? before : undefined)
  }
}

/** What was committed is read back although the caller gives up by now. */
const unsignalled = (runtime: Runtime): Runtime => ({
  ...runtime,
  context: { ...runtime.context, signal: undefined },
})

/** Errors that leave open whether something was written; any that is not ours does. */
const leavesOpen = (error: unknown): boolean =>
  !isLatchkeyError(error) || error.code === 'OUTCOME_UNKNOWN' || error.code === 'INTERNAL'

/** What one call of a write runs with. */
interface Writing {
  readonly runtime: Runtime
  readonly options: Options
  /** What the caller passed, options and functions aside. */
  readonly input: readonly unknown[]
}

/** Runs a write. Where it is not known what became of it, caches are not to serve what they have as fresh. */
async function executeWrite(
  binding: SingletonBinding,
  task: SingletonTask,
  { runtime, options, input }: Writing,
): Promise<unknown> {
  const again = async (): Promise<unknown> => {
    // Another process wrote it, so what caches of this one have may be older.
    writesOf(binding).doubt()
    return viewOf(binding, await readRecord(binding, runtime, true))
  }
  try {
    return await execute(task, runtime, idempotencyFor(binding, runtime, options, input, again))
  } catch (error) {
    if (leavesOpen(error)) writesOf(binding).doubt()
    throw error
  }
}

const WRITE_OPTIONS = ['where', 'signal', 'retry', 'returns', 'idempotencyKey']

export async function updateSingleton(
  binding: SingletonBinding,
  changes: unknown,
  given: unknown,
): Promise<unknown> {
  const context = { model: binding.facts.entity, operation: 'update' }
  const options = readOptions(given, [...WRITE_OPTIONS, 'version'], context)
  refuseBoth(options, binding, context)
  const runtime = runtimeFor(binding, 'update', options)
  const task = new SingletonTask(binding, runtime, options, { verbs: checkVerbs(binding, changes, 'update') })
  return executeWrite(binding, task, { runtime, options, input: [changes] })
}

export async function modifySingleton(
  binding: SingletonBinding,
  decide: unknown,
  given: unknown,
): Promise<unknown> {
  const context = { model: binding.facts.entity, operation: 'modify' }
  const options = readOptions(given, WRITE_OPTIONS, context)
  if (typeof decide !== 'function')
    throw new InvalidInputError([{ path: 'change', message: 'has to be a function of the record' }], context)
  const runtime = runtimeFor(binding, 'modify', options)
  const task = new SingletonTask(binding, runtime, options, { decide: decide as Decide })
  return binding.queue.run(
    identityOf(binding.table, keyOfRecord(binding)),
    () => executeWrite(binding, task, { runtime, options, input: [] }),
    runtime.context.signal,
  )
}
