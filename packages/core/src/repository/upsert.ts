import { compileKey } from '../electro/compile-delete.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { Part } from '../plan/assemble.js'
import type { Adjustment } from '../plan/contribution.js'
import {
  type Done,
  execute,
  type Idempotency,
  type Prepared,
  type Runtime,
  refusal,
  type Task,
} from '../run/execute.js'
import { type Binding, runtimeFor, sequencesOf } from './binding.js'
import { checkKey } from './check-input.js'
import { CreateTask, readInput, returned } from './create.js'
import { idempotencyFor } from './idempotency.js'
import { isRecord, type Options, readOptions } from './read-options.js'
import { Subject } from './stored-item.js'
import { UpdateTask } from './update.js'

/** The item of an upsert, with what it is to be where there is none. */
interface Upserted {
  readonly input: Options
  readonly onInsert: Options
}

/** The changes to an item that is there: what may change of it, as it was given. */
function changesOf({ facts }: Binding, { input }: Upserted): Options {
  const isChangeable = (name: string): boolean =>
    !facts.keyAttributes.includes(name) && facts.attributes.get(name)?.readOnly !== true
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => value !== undefined && isChangeable(name)),
  )
}

/** Whatever becomes of the item meanwhile, it is read again and decided anew. */
const anew = (part: Part): Part =>
  part.entity === undefined ? part : { ...part, entity: { ...part.entity, isReplacing: true } }

class UpsertTask implements Task<unknown> {
  readonly #binding: Binding
  readonly #runtime: Runtime
  readonly #options: Options
  readonly #upserted: Upserted
  readonly #subject: Subject
  readonly #named: Options
  #creating: CreateTask | undefined
  #updating: UpdateTask | undefined

  constructor(binding: Binding, runtime: Runtime, upserted: Upserted, named: Options, options: Options) {
    const { entity, facts, table } = binding
    this.#binding = binding
    this.#runtime = runtime
    this.#options = options
    this.#upserted = upserted
    this.#named = named
    this.#subject = new Subject(binding, runtime, compileKey(entity, facts, named, table), named, {})
  }

  /** Those that may create from one gapless sequence wait for one another, as creates do. */
  run(idempotency?: Idempotency<unknown>): Promise<unknown> {
    const run = (): Promise<unknown> => execute(this, this.#runtime, idempotency)
    return sequencesOf(this.#binding).length === 0 || !this.#isWhole() ? run() : this.#create().inTurn(run)
  }

  forget(): void {
    this.#subject.forget()
    this.#creating?.forget()
    this.#updating?.forget()
  }

  async prepare(adjustments: readonly Adjustment[]): Promise<Prepared<unknown> | Done<unknown>> {
    const before = await this.#subject.read()
    if (this.#subject.isTaken)
      throw refusal([{ code: 'EXISTS', model: this.#binding.facts.entity, key: this.#named }], this.#runtime)
    const set = changesOf(this.#binding, this.#upserted)
    if (before !== null && Object.keys(set).length === 0)
      return {
        done: returned(this.#binding, before, this.#options['returns']),
        results: [this.#subject.key],
      }
    const prepared = await (before === null ? this.#create() : this.#update(set)).prepare(adjustments)
    return { ...prepared, parts: prepared.parts.map(anew) }
  }

  /** Whether the item could be created as it was given: what only patches an item says nothing of the rest. */
  #isWhole(): boolean {
    try {
      return this.#create() !== undefined
    } catch {
      return false
    }
  }

  #create(): CreateTask {
    const { input, onInsert } = this.#upserted
    this.#creating ??= new CreateTask(this.#binding, this.#runtime, { ...onInsert, ...input }, this.#options)
    return this.#creating
  }

  #update(set: Options): UpdateTask {
    const call = { named: this.#named, verbs: { set }, options: this.#options }
    this.#updating ??= new UpdateTask(this.#binding, this.#runtime, this.#subject, call)
    return this.#updating
  }
}

export async function upsert(binding: Binding, input: unknown, given: unknown): Promise<unknown> {
  const { facts } = binding
  const context = { model: facts.entity, operation: 'upsert' }
  const { onInsert, ...options } = readOptions(
    given,
    ['signal', 'retry', 'returns', 'onInsert', 'idempotencyKey'],
    context,
  )
  const named = readInput(binding, input, 'upsert')
  if (onInsert !== undefined && !isRecord(onInsert))
    throw new InvalidInputError([{ path: 'onInsert', message: 'has to be an object of attributes' }], context)
  const upserted = {
    input: named,
    onInsert: onInsert === undefined ? {} : readInput(binding, onInsert, 'upsert'),
  }
  const key = Object.fromEntries(
    facts.keyAttributes.map((name) => [name, named[name] ?? upserted.onInsert[name]]),
  )
  const runtime = runtimeFor(binding, 'upsert', options)
  const task = new UpsertTask(binding, runtime, upserted, checkKey(key, facts, context), options)
  return task.run(idempotencyFor(binding, runtime, options, [input, onInsert]))
}
