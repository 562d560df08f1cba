import { compileKey } from '../electro/compile-delete.js'
import type { WhereText } from '../electro/electro-entity.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import { identityOf, type StoredItem } from '../plan/attribute-value.js'
import type { Adjustment } from '../plan/contribution.js'
import { type Done, execute, type Prepared, type Runtime, type Task } from '../run/execute.js'
import { askForVersion } from './ask-for-version.js'
import { type Binding, runtimeFor } from './binding.js'
import { checkKey } from './check-input.js'
import { returned } from './create.js'
import { apply, checkVerbs, type Draft, draft } from './draft-update.js'
import { idempotencyFor } from './idempotency.js'
import { planUpdate, prepareUpdate } from './prepare-update.js'
import { type Options, readOptions } from './read-options.js'
import { Subject } from './stored-item.js'

const MODIFY_OPTIONS = ['signal', 'retry', 'returns', 'where', 'idempotencyKey']

type Decide = (current: unknown) => unknown

class ModifyTask implements Task<unknown> {
  readonly #binding: Binding
  readonly #runtime: Runtime
  readonly #subject: Subject
  readonly #named: Options
  readonly #options: Options
  readonly #decide: Decide
  #draft: Draft | null | undefined

  constructor(
    binding: Binding,
    runtime: Runtime,
    subject: Subject,
    call: { named: Options; options: Options; decide: Decide },
  ) {
    this.#binding = binding
    this.#runtime = runtime
    this.#subject = subject
    this.#named = call.named
    this.#options = call.options
    this.#decide = call.decide
  }

  forget(): void {
    this.#subject.forget()
    this.#draft = undefined
  }

  async prepare(adjustments: readonly Adjustment[]): Promise<Prepared<unknown> | Done<unknown>> {
    const before = await this.#subject.read()
    if (before === null) throw this.#subject.notFound()
    if (this.#draft === undefined) this.#draft = await this.#draftFor(before)
    if (this.#draft === null)
      return {
        done: returned(this.#binding, before, this.#options['returns']),
        results: [this.#subject.key],
      }
    return this.#plan(this.#draft, before, adjustments)
  }

  /** Asks the caller, who decides on the item as it was just read; null where nothing is to change. */
  async #draftFor(before: StoredItem): Promise<Draft | null> {
    const changes = await this.#decide(returned(this.#binding, before, 'item'))
    if (changes === null) return null
    const verbs = checkVerbs(this.#binding, changes, 'modify')
    const where = this.#options['where'] as WhereText | undefined
    return draft(this.#binding, this.#named, verbs, where, 'modify', before) ?? null
  }

  #plan(compiled: Draft, before: StoredItem, adjustments: readonly Adjustment[]): Prepared<unknown> {
    const { expectation, keyAttributes } = this.#subject
    const applied = apply(this.#binding, compiled, before)
    const about = { before, keyAttributes, isDecidedOn: true }
    const part = planUpdate(this.#binding, applied, about, expectation, adjustments)
    const call = { verbs: compiled.verbs, returns: this.#options['returns'] }
    return prepareUpdate(this.#binding, this.#runtime, applied, part, { before, expectation }, call)
  }
}

export async function modify(
  binding: Binding,
  key: unknown,
  decide: unknown,
  given: unknown,
): Promise<unknown> {
  const { facts, entity, table } = binding
  const context = { model: facts.entity, operation: 'modify' }
  const options = readOptions(given, MODIFY_OPTIONS, context)
  const named = checkKey(key, facts, context)
  if (typeof decide !== 'function')
    throw new InvalidInputError([{ path: 'change', message: 'has to be a function of the item' }], context)
  const runtime = runtimeFor(binding, 'modify', options)
  const tableKey = compileKey(entity, facts, named, table)
  const run = async (): Promise<unknown> => {
    const subject = new Subject(binding, runtime, tableKey, named, {})
    const call = { named, options, decide: decide as Decide }
    try {
      const idempotency = idempotencyFor(binding, runtime, options, [key])
      return await execute(new ModifyTask(binding, runtime, subject, call), runtime, idempotency)
    } catch (error) {
      throw askForVersion(error, binding, 'modify')
    }
  }
  return binding.queue.run(identityOf(table, tableKey), run, runtime.context.signal)
}
