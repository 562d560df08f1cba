import type { Draw } from '../constraint/constraint.js'
import { type CompiledCreate, compileCreate, compilePut } from '../electro/compile-create.js'
import type { WhereText } from '../electro/electro-entity.js'
import { generatedFields } from '../interpret/generated-fields.js'
import type { ChangePart, Part } from '../plan/assemble.js'
import type { StoredItem } from '../plan/attribute-value.js'
import type { Change } from '../plan/change.js'
import type { Adjustment } from '../plan/contribution.js'
import { keyAttributesOf } from '../plan/entity-facts.js'
import { execute, type Idempotency, type Prepared, type Runtime, type Task } from '../run/execute.js'
import { type Binding, managedAttributes, planChange, runtimeFor, sequencesOf } from './binding.js'
import { checkInput } from './check-input.js'
import { shown } from './current.js'
import { followUp } from './follow-up.js'
import { idempotencyFor } from './idempotency.js'
import { type Chain, Numbering } from './numbering.js'
import { type Options, readOptions } from './read-options.js'

const CREATE_OPTIONS = ['signal', 'retry', 'returns', 'idempotencyKey']

/** Checks the input of a create: what a caller may give, and nothing else. */
export function readInput(binding: Binding, input: unknown, operation: string): Options {
  const { facts } = binding
  return checkInput(input, facts, managedAttributes(binding), { model: facts.entity, operation })
}

/** How the input of a create or a put is compiled, once its numbers are known. */
export type Compile = (input: Options, numbers: Options) => CompiledCreate

const supplied = ({ constraints }: Binding): object =>
  Object.assign({}, ...constraints.all.map((constraint) => constraint.supply('create'))) as object

/** Compiles a create, with what constraints give to its input. */
export const creating =
  (binding: Binding): Compile =>
  (input, numbers) =>
    compileCreate(
      binding.entity,
      binding.facts,
      { ...input, ...supplied(binding), ...numbers },
      binding.table,
    )

/** Compiles a create or replace in the same way. */
export const putting =
  (binding: Binding, where: WhereText | undefined): Compile =>
  (input, numbers) =>
    compilePut(
      binding.entity,
      binding.facts,
      { ...input, ...supplied(binding), ...numbers },
      where,
      binding.table,
    )

/** Plans the creation of an item. */
export function planCreate(
  binding: Binding,
  { write, after }: CompiledCreate,
  adjustments: readonly Adjustment[],
  draws: readonly Draw[],
): ChangePart {
  const change: Change = {
    operation: 'create',
    key: write.key,
    keyAttributes: keyAttributesOf(after, binding.facts),
    before: null,
    after,
    touched: new Set(Object.keys(after)),
    reliesOn: [],
  }
  return planChange(binding, change, write, { kind: 'none' }, adjustments, draws)
}

/** The item that a write gives back, with what is stored behind it. */
export function returned(binding: Binding, stored: StoredItem | undefined, returns: unknown): unknown {
  return returns === 'none' ? undefined : shown(binding, stored)
}

export class CreateTask implements Task<unknown> {
  readonly #binding: Binding
  readonly #runtime: Runtime
  readonly #input: Options
  readonly #returns: unknown
  readonly #numbering: Numbering

  constructor(binding: Binding, runtime: Runtime, input: Options, options: Options, chain?: Chain) {
    this.#binding = binding
    this.#runtime = runtime
    this.#input = input
    this.#returns = options['returns']
    const compile = creating(binding)
    this.#numbering = new Numbering(binding, runtime, {
      input,
      compile,
      reserved: options['reserved'],
      chain,
    })
  }

  /** Creates that number by one gapless sequence wait for one another, instead of racing. */
  run(idempotency?: Idempotency<unknown>): Promise<unknown> {
    return this.inTurn(() => execute(this, this.#runtime, idempotency))
  }

  /** Runs something in turn with creates that number by the same gapless sequences. */
  inTurn<T>(run: () => Promise<T>): Promise<T> {
    return this.#numbering.inTurn(run)
  }

  /** The key attributes of the item, known before it is numbered. */
  get keyAttributes(): Options {
    return this.#numbering.keyAttributes
  }

  /** Those of them that are known, to tell which the caller did not give. */
  get generatedKey(): Options {
    return this.#numbering.knownKey
  }

  forget(): void {
    this.#numbering.forget()
  }

  async prepare(adjustments: readonly Adjustment[]): Promise<Prepared<unknown>> {
    const { compiled, draws } = await this.#numbering.number()
    const { after } = compiled
    return preparedCreate(
      this.#binding,
      this.#runtime,
      after,
      { input: this.#input, returns: this.#returns },
      [planCreate(this.#binding, compiled, adjustments, draws)],
    )
  }
}

/** Makes the plan of an item that is written whole ready to be sent. */
export function preparedCreate(
  binding: Binding,
  runtime: Runtime,
  after: StoredItem,
  call: { readonly input: Options; readonly returns: unknown },
  parts: readonly Part[],
): Prepared<unknown> {
  const { facts, constraints } = binding
  return {
    parts,
    returnValues: 'NONE',
    doubt: () => ({
      operation: 'create',
      stores: after,
      versionField: constraints.version,
      expectedVersion: undefined,
      generated: generatedFields(facts, after, call.input),
    }),
    finish: async (item) => {
      await followUp(binding, runtime, after, new Set(Object.keys(after)))
      return returned(binding, item ?? after, call.returns)
    },
  }
}

export async function create(binding: Binding, input: unknown, given: unknown): Promise<unknown> {
  const context = { model: binding.facts.entity, operation: 'create' }
  const known = sequencesOf(binding).length === 0 ? CREATE_OPTIONS : [...CREATE_OPTIONS, 'reserved']
  const options = readOptions(given, known, context)
  const runtime = runtimeFor(binding, 'create', options)
  const idempotency = idempotencyFor(binding, runtime, options, [input])
  return new CreateTask(binding, runtime, readInput(binding, input, 'create'), options).run(idempotency)
}
