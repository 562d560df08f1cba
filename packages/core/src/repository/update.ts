import { compileKey } from '../electro/compile-delete.js'
import type { UpdateVerbs } from '../electro/compile-update.js'
import type { WhereText } from '../electro/electro-entity.js'
import type { StoredItem } from '../plan/attribute-value.js'
import type { Adjustment } from '../plan/contribution.js'
import { execute, type Prepared, type Runtime, type Task } from '../run/execute.js'
import { askForVersion } from './ask-for-version.js'
import { type Binding, runtimeFor } from './binding.js'
import { checkKey } from './check-input.js'
import { apply, checkVerbs, type Draft, draft, needsBefore } from './draft-update.js'
import { idempotencyFor } from './idempotency.js'
import { planUpdate, prepareUpdate } from './prepare-update.js'
import { type Options, readOptions } from './read-options.js'
import { Subject } from './stored-item.js'
import { refuseBoth, WRITE_OPTIONS } from './write-options.js'

/** Checks an update, and makes its task. */
export function updateTask(
  binding: Binding,
  runtime: Runtime,
  key: unknown,
  changes: unknown,
  options: Options,
): UpdateTask {
  const { facts, table, entity } = binding
  const { model, operation } = runtime.context
  const named = checkKey(key, facts, { model, operation })
  const verbs = checkVerbs(binding, changes, operation)
  const subject = new Subject(binding, runtime, compileKey(entity, facts, named, table), named, options)
  return new UpdateTask(binding, runtime, subject, { named, verbs, options })
}

export async function update(
  binding: Binding,
  key: unknown,
  changes: unknown,
  given: unknown,
): Promise<unknown> {
  const context = { model: binding.facts.entity, operation: 'update' }
  const options = readOptions(given, WRITE_OPTIONS, context)
  refuseBoth(options, binding, context)
  const runtime = runtimeFor(binding, 'update', options)
  try {
    const idempotency = idempotencyFor(binding, runtime, options, [key, changes])
    return await execute(updateTask(binding, runtime, key, changes, options), runtime, idempotency)
  } catch (error) {
    throw options['current'] === undefined ? error : askForVersion(error, binding, 'update')
  }
}

interface UpdateCall {
  readonly named: Options
  readonly verbs: UpdateVerbs
  readonly options: Options
}

export class UpdateTask implements Task<unknown> {
  readonly #binding: Binding
  readonly #runtime: Runtime
  readonly #subject: Subject
  readonly #call: UpdateCall
  #draft: Draft | undefined

  constructor(binding: Binding, runtime: Runtime, subject: Subject, call: UpdateCall) {
    this.#binding = binding
    this.#runtime = runtime
    this.#subject = subject
    this.#call = call
    this.#draft = this.#compile(undefined)
  }

  forget(): void {
    this.#subject.forget()
    // What completed an index key was read from the item: then the key is composed anew, and hooks run again.
    if ((this.#draft?.compiled.completedBy.length ?? 0) > 0) this.#draft = undefined
  }

  async prepare(adjustments: readonly Adjustment[]): Promise<Prepared<unknown>> {
    const before = await this.#read()
    this.#draft ??= this.#compile(before)
    if (this.#draft === undefined) throw this.#subject.notFound()
    const applied = apply(this.#binding, this.#draft, before)
    const { expectation, keyAttributes, isDecidedOn } = this.#subject
    const about = { before, keyAttributes, isDecidedOn }
    const part = planUpdate(this.#binding, applied, about, expectation, adjustments)
    const call = { verbs: this.#call.verbs, returns: this.#call.options['returns'] }
    return prepareUpdate(this.#binding, this.#runtime, applied, part, { before, expectation }, call)
  }

  #compile(before: StoredItem | undefined): Draft | undefined {
    const { named, verbs, options } = this.#call
    return draft(this.#binding, named, verbs, options['where'] as WhereText | undefined, 'update', before)
  }

  /** The item, where the update needs it; a known item is used without a read. */
  async #read(): Promise<StoredItem | undefined> {
    const isNeeded =
      this.#draft === undefined || this.#subject.mustRead || needsBefore(this.#binding, this.#draft)
    if (!isNeeded) return this.#subject.before ?? undefined
    const before = await this.#subject.read()
    if (before === null) throw this.#subject.notFound()
    return before
  }
}
