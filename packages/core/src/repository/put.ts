import type { Draw } from '../constraint/constraint.js'
import type { CompiledCreate } from '../electro/compile-create.js'
import type { WhereText } from '../electro/electro-entity.js'
import { hasKey, isAmbiguousKey, isOwnItem } from '../electro/format.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { ChangePart } from '../plan/assemble.js'
import type { StoredItem } from '../plan/attribute-value.js'
import type { Change } from '../plan/change.js'
import { type Adjustment, type EntityCondition, NO_CONTRIBUTION } from '../plan/contribution.js'
import { fieldOf, keyAttributesOf } from '../plan/entity-facts.js'
import { toNativeItem } from '../plan/native-value.js'
import { execute, type Idempotency, type Prepared, type Runtime, refusal, type Task } from '../run/execute.js'
import { type Binding, planChange, runtimeFor, sequencesOf } from './binding.js'
import { planCreate, preparedCreate, putting, readInput } from './create.js'
import { idempotencyFor } from './idempotency.js'
import { type Chain, Numbering } from './numbering.js'
import { type Options, readOptions } from './read-options.js'

/** A create that is to give way to what it meets: then the item is read, and replaced. */
function givingWay({ facts }: Binding, part: ChangePart): ChangePart {
  const [field = ''] = facts.keyFields
  const absence: EntityCondition = {
    condition: { op: 'absent', field },
    explain: () => [{ kind: 'lost-fence' }],
  }
  const contributions = [...part.entity.contributions, { ...NO_CONTRIBUTION, conditions: [absence] }]
  return { ...part, entity: { ...part.entity, contributions, isReplacing: true } }
}

/** The item with the version that comes after the one that it replaces. */
function countedOn({ constraints }: Binding, compiled: CompiledCreate, before: StoredItem): CompiledCreate {
  const { version } = constraints
  if (version === undefined) return compiled
  const after = { ...compiled.after, [version]: { N: String(Number(before[version]?.N ?? 0) + 1) } }
  return { after, write: { ...compiled.write, item: after } }
}

/** What the numbers of a replacement, and its being one at all, were decided by. */
function reliedOn(binding: Binding, before: StoredItem): readonly string[] {
  const { facts } = binding
  const ambiguous = isAmbiguousKey(facts, toNativeItem(keyAttributesOf(before, facts)))
  const numbers = sequencesOf(binding).flatMap(({ field, scopeFields }) => [field, ...scopeFields])
  return [...numbers, ...(ambiguous ? facts.keyAttributes.map((name) => fieldOf(facts, name)) : [])]
}

/** Nothing can be replaced under a key that is drawn for the item: each put would be a create, or hit another item. */
function refuseNumberedKey(binding: Binding, operation: string): void {
  const { facts } = binding
  const numbered = sequencesOf(binding).find(({ attribute }) => facts.keyAttributes.includes(attribute))
  if (numbered === undefined) return
  const message = `is a part of the key that is drawn from the sequence ${numbered.name}, so there is nothing to replace: use create, or update`
  throw new InvalidInputError([{ path: numbered.attribute, message }], { model: facts.entity, operation })
}

function planReplacement(
  binding: Binding,
  { write, after }: CompiledCreate,
  before: StoredItem,
  adjustments: readonly Adjustment[],
  draws: readonly Draw[],
): ChangePart {
  const change: Change = {
    operation: 'put',
    key: write.key,
    keyAttributes: keyAttributesOf(after, binding.facts),
    before,
    after,
    touched: new Set([...Object.keys(before), ...Object.keys(after)]),
    reliesOn: reliedOn(binding, before),
  }
  const part = planChange(binding, change, write, { kind: 'none' }, adjustments, draws)
  return { ...part, entity: { ...part.entity, isReplacing: true } }
}

export class PutTask implements Task<unknown> {
  readonly #binding: Binding
  readonly #runtime: Runtime
  readonly #input: Options
  readonly #options: Options
  readonly #numbering: Numbering
  #before: StoredItem | null | undefined

  constructor(binding: Binding, runtime: Runtime, input: Options, options: Options, chain?: Chain) {
    refuseNumberedKey(binding, runtime.context.operation)
    this.#binding = binding
    this.#runtime = runtime
    this.#input = input
    this.#options = options
    const compile = putting(binding, options['where'] as WhereText | undefined)
    this.#numbering = new Numbering(binding, runtime, { input, compile, reserved: undefined, chain })
  }

  run(idempotency?: Idempotency<unknown>): Promise<unknown> {
    return this.#numbering.inTurn(() => execute(this, this.#runtime, idempotency))
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
    this.#before = undefined
    this.#numbering.forget()
  }

  async prepare(adjustments: readonly Adjustment[]): Promise<Prepared<unknown>> {
    if (this.isBlind) return this.#prepared(await this.#blind())
    this.#before ??= await this.#read()
    return this.#prepared(
      await (this.#before === null ? this.#create(adjustments) : this.#replace(this.#before, adjustments)),
    )
  }

  /** Whether nothing of what it replaces needs to be known. */
  get isBlind(): boolean {
    const { constraints, facts } = this.#binding
    return constraints.all.length === 0 && !isAmbiguousKey(facts, this.#numbering.knownKey)
  }

  async #blind(): Promise<ChangePart> {
    const { compiled } = await this.#numbering.number()
    const part = planCreate(this.#binding, compiled, [], [])
    return { ...part, entity: { ...part.entity, change: { ...part.entity.change, operation: 'put' } } }
  }

  async #read(): Promise<StoredItem | null> {
    const { table, store, facts } = this.#binding
    const item = await store.get({ table, key: this.#numbering.key, consistent: true }, this.#runtime.context)
    if (item === undefined) return null
    if (isOwnItem(item, facts) && hasKey(item, facts, this.#numbering.knownKey)) return item
    const key = toNativeItem(keyAttributesOf(item, facts))
    throw refusal([{ code: 'EXISTS', model: facts.entity, key }], this.#runtime)
  }

  async #create(adjustments: readonly Adjustment[]): Promise<ChangePart> {
    const { compiled, draws } = await this.#numbering.number()
    return givingWay(this.#binding, planCreate(this.#binding, compiled, adjustments, draws))
  }

  async #replace(before: StoredItem, adjustments: readonly Adjustment[]): Promise<ChangePart> {
    const { compiled, draws } = await this.#numbering.number(before)
    return planReplacement(
      this.#binding,
      countedOn(this.#binding, compiled, before),
      before,
      adjustments,
      draws,
    )
  }

  #prepared(part: ChangePart): Prepared<unknown> {
    const { after } = part.entity.change
    const call = { input: this.#input, returns: this.#options['returns'] }
    const prepared = preparedCreate(this.#binding, this.#runtime, after ?? {}, call, [part])
    const { version } = this.#binding.constraints
    const expected = version === undefined ? undefined : this.#before?.[version]?.N
    return {
      ...prepared,
      doubt: () => ({
        ...prepared.doubt(),
        operation: 'update',
        expectedVersion: expected === undefined ? undefined : Number(expected),
      }),
    }
  }
}

export async function put(binding: Binding, input: unknown, given: unknown): Promise<unknown> {
  const context = { model: binding.facts.entity, operation: 'put' }
  const options = readOptions(given, ['signal', 'retry', 'returns', 'where', 'idempotencyKey'], context)
  const runtime = runtimeFor(binding, 'put', options)
  const idempotency = idempotencyFor(binding, runtime, options, [input])
  return new PutTask(binding, runtime, readInput(binding, input, 'put'), options).run(idempotency)
}
