import { compileDelete } from '../electro/compile-delete.js'
import type { WhereText } from '../electro/electro-entity.js'
import { decisionFence, type Part } from '../plan/assemble.js'
import type { StoredItem } from '../plan/attribute-value.js'
import type { Change, Expectation } from '../plan/change.js'
import type { Adjustment } from '../plan/contribution.js'
import type { EntityWrite } from '../plan/entity-write.js'
import { type Done, execute, type Prepared, type Runtime, type Task } from '../run/execute.js'
import { askForVersion } from './ask-for-version.js'
import { type Binding, ownsItems, planChange, runtimeFor } from './binding.js'
import { checkKey } from './check-input.js'
import { returned } from './create.js'
import { idempotencyFor } from './idempotency.js'
import { type Options, readOptions } from './read-options.js'
import { Subject } from './stored-item.js'
import { refuseBoth, WRITE_OPTIONS } from './write-options.js'

interface Deleted {
  readonly before: StoredItem | undefined
  readonly keyAttributes: StoredItem
  /** Whether the caller decided on the item, with all of it in view. */
  readonly isDecidedOn: boolean
  /** Whether what was read is given back: a transaction gives nothing, and what is returned has to be what was deleted. */
  readonly isGivenBack?: boolean
}

/** Fields that may not have moved beside what constraints look at; of a large item that nobody decided on, none. */
function fenceFor(
  { facts, constraints }: Binding,
  { before, isDecidedOn, isGivenBack = false }: Deleted,
): readonly string[] {
  const isVersioned = constraints.version !== undefined
  if (before === undefined || (!isDecidedOn && !isGivenBack)) return []
  return decisionFence(before, facts, isVersioned || !isDecidedOn)
}

export function planDelete(
  binding: Binding,
  write: EntityWrite,
  deleted: Deleted,
  expectation: Expectation,
  adjustments: readonly Adjustment[],
): Part {
  const change: Change = {
    operation: 'delete',
    key: write.key,
    keyAttributes: deleted.keyAttributes,
    before: deleted.before,
    after: null,
    touched: new Set(),
    reliesOn: fenceFor(binding, deleted),
  }
  return planChange(binding, change, write, expectation, adjustments)
}

class DeleteTask implements Task<unknown> {
  readonly #binding: Binding
  readonly #subject: Subject
  readonly #write: EntityWrite
  readonly #options: Options
  readonly #isTogether: boolean

  constructor(binding: Binding, subject: Subject, write: EntityWrite, options: Options, isTogether: boolean) {
    this.#isTogether = isTogether
    this.#binding = binding
    this.#subject = subject
    this.#write = write
    this.#options = options
  }

  forget(): void {
    this.#subject.forget()
  }

  /** Whether it is sent without a look at the item, and nothing of it is given back. */
  get isBlind(): boolean {
    return this.#options['returns'] === 'none' && !this.#mustKnow
  }

  get #mustKnow(): boolean {
    const isShown = this.#isTogether && this.#options['returns'] !== 'none'
    return ownsItems(this.#binding) || this.#subject.mustRead || isShown
  }

  async prepare(adjustments: readonly Adjustment[]): Promise<Prepared<unknown> | Done<unknown>> {
    const { expectation } = this.#subject
    const before = this.#mustKnow ? await this.#subject.read() : (this.#subject.before ?? undefined)
    const isExpected = expectation.kind !== 'none' || this.#write.hasWhere
    if (before === null && isExpected) throw this.#subject.notFound()
    if (before === null) return this.#nothing()
    return this.#prepareFor(before, adjustments)
  }

  /** There is nothing to delete. What else is written with it was asked for with that, so it has to stay so until then. */
  #nothing(): Done<unknown> {
    const done = this.#options['returns'] === 'none' ? undefined : null
    const [field = ''] = this.#binding.facts.keyFields
    if (!this.#isTogether || this.#subject.isTaken) return { done, results: [null] }
    return {
      done,
      results: [null],
      stays: {
        action: 'ConditionCheck',
        role: 'check that there is nothing to delete',
        key: this.#write.key,
        condition: { op: 'absent', field },
        intent: { kind: 'check' },
        // A check of the caller's that wants an item is refused by the same absence: that is no news.
        explain: (held) => (held === undefined ? [] : [{ kind: 'lost-fence' }]),
      },
    }
  }

  #prepareFor(before: StoredItem | undefined, adjustments: readonly Adjustment[]): Prepared<unknown> {
    const { expectation, keyAttributes } = this.#subject
    const { constraints } = this.#binding
    const returns = this.#options['returns']
    const { isDecidedOn } = this.#subject
    const deleted = { before, keyAttributes, isDecidedOn, isGivenBack: returns !== 'none' }
    const part = planDelete(this.#binding, this.#write, deleted, expectation, adjustments)
    return {
      parts: [part],
      returnValues: returns === 'none' ? 'NONE' : 'ALL_OLD',
      doubt: () => ({
        operation: 'delete',
        stores: {},
        generated: [],
        versionField: constraints.version,
        expectedVersion: undefined,
      }),
      finish: (item, isTransaction) => {
        if (returns === 'none') return undefined
        return returned(this.#binding, isTransaction ? before : (item ?? before), returns)
      },
    }
  }
}

/** Checks a delete, and makes its task. One that goes with other writes reads the item: a transaction gives nothing back. */
export function deleteTask(
  binding: Binding,
  runtime: Runtime,
  key: unknown,
  options: Options,
  isTogether: boolean,
): DeleteTask {
  const { facts, entity, table } = binding
  const { model, operation } = runtime.context
  const named = checkKey(key, facts, { model, operation })
  const write = compileDelete(entity, facts, named, options['where'] as WhereText | undefined, table)
  const subject = new Subject(binding, runtime, write.key, named, options)
  return new DeleteTask(binding, subject, write, options, isTogether)
}

export async function remove(binding: Binding, key: unknown, given: unknown): Promise<unknown> {
  const context = { model: binding.facts.entity, operation: 'delete' }
  const options = readOptions(given, WRITE_OPTIONS, context)
  refuseBoth(options, binding, context)
  const runtime: Runtime = runtimeFor(binding, 'delete', options)
  try {
    const idempotency = idempotencyFor(binding, runtime, options, [key])
    const task = deleteTask(binding, runtime, key, options, idempotency !== undefined)
    return await execute(task, runtime, idempotency)
  } catch (error) {
    throw options['current'] === undefined ? error : askForVersion(error, binding, 'delete')
  }
}
