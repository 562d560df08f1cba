import { compileKey } from '../electro/compile-delete.js'
import {
  type CompiledUpdate,
  compileUpdate,
  removedComposites,
  type UpdateVerbs,
} from '../electro/compile-update.js'
import type { WhereText } from '../electro/electro-entity.js'
import { isOwnItem } from '../electro/format.js'
import { composeIndexKeys, computedKeyPart, requiredSortKeys, showsSpelling } from '../electro/index-keys.js'
import { findUntrusted, recompute, type Untrusted } from '../electro/watchers.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import { generatedFields } from '../interpret/generated-fields.js'
import { applyClauses, type ChangePart, decisionFence } from '../plan/assemble.js'
import type { StoredItem } from '../plan/attribute-value.js'
import type { Change, Expectation } from '../plan/change.js'
import { type Adjustment, type EntityCondition, NO_CONTRIBUTION } from '../plan/contribution.js'
import { fieldOf } from '../plan/entity-facts.js'
import type { EntityWrite } from '../plan/entity-write.js'
import { execute, type Prepared, type Runtime, type Task } from '../run/execute.js'
import { askForVersion } from './ask-for-version.js'
import {
  type Binding,
  guardedFields,
  managedAttributes,
  neededFields,
  planChange,
  runtimeFor,
} from './binding.js'
import { checkChanges, checkKey, namedBy } from './check-input.js'
import { returned } from './create.js'
import { followUp, isFollowed } from './follow-up.js'
import { idempotencyFor } from './idempotency.js'
import { type Options, readOptions, refuse } from './read-options.js'
import { Subject } from './stored-item.js'

export const WRITE_OPTIONS: readonly string[] = [
  'signal',
  'retry',
  'returns',
  'where',
  'current',
  'version',
  'idempotencyKey',
]

/** An update that was compiled, before it is known what it costs. */
export interface Draft {
  readonly verbs: UpdateVerbs
  readonly compiled: CompiledUpdate
  readonly untrusted: readonly Untrusted[]
}

/** What an update comes to on the item as it was read. */
export interface Applied {
  readonly write: EntityWrite
  readonly after: StoredItem
  /** Whether `after` is all of the item, as the store will have it. */
  readonly isExact: boolean
  readonly reliesOn: readonly string[]
  /** Fields that the item has to have, where it was not read. */
  readonly requires: readonly string[]
}

export function checkVerbs(binding: Binding, changes: unknown, operation: string): UpdateVerbs {
  const { facts } = binding
  const rules = { facts, managed: managedAttributes(binding), guarded: guardedFields(binding) }
  return checkChanges(changes, rules, { model: facts.entity, operation })
}

/** ElectroDB leaves out what it cannot store, such as an empty set: what was named has to be in the update. */
function checkNamed(binding: Binding, write: EntityWrite, verbs: UpdateVerbs, operation: string): void {
  const { facts } = binding
  const written = new Set(write.clauses.map(({ field }) => field))
  const left = namedBy(verbs).filter(({ name }) => !written.has(fieldOf(facts, name)))
  const message = 'has no form in the table, as an empty set has none: remove the attribute instead'
  refuse(
    left.map(({ path }) => ({ path, message })),
    { model: facts.entity, operation },
  )
  if (written.size === 0)
    refuse([{ path: '', message: 'there is nothing to change' }], { model: facts.entity, operation })
}

/** Refuses what the checks of names could not see: `data` that reaches what a constraint looks at. */
function checkClauses(binding: Binding, write: EntityWrite, operation: string): void {
  const { facts } = binding
  const guarded = guardedFields(binding)
  const managed = managedAttributes(binding)
  const wrong = (field: string, message: string): never => {
    const name = facts.names.get(field) ?? field
    throw new InvalidInputError([{ path: `data.${name}`, message }], { model: facts.entity, operation })
  }
  const computed = computedKeyPart(facts, write)
  if (computed !== undefined)
    throw new InvalidInputError(
      [
        {
          path: computed,
          message: 'is part of the key of an index, which the store cannot compute: use modify, and set it',
        },
      ],
      { model: facts.entity, operation },
    )
  for (const { field, value, section, isWhole } of write.clauses) {
    if (managed.has(facts.names.get(field) ?? ''))
      wrong(field, 'is written by the library alone: leave it out')
    const isPlain = value !== undefined || (section === 'REMOVE' && isWhole)
    if (guarded.has(field) && !isPlain)
      wrong(
        field,
        'is looked at by a constraint, which has to know the value that is stored: use set or remove',
      )
  }
}

/** Compiles an update; undefined where the stored item has to complete the key of an index first. */
export function draft(
  binding: Binding,
  key: Options,
  verbs: UpdateVerbs,
  where: WhereText | undefined,
  operation: string,
  before?: StoredItem,
): Draft | undefined {
  const { entity, facts, table } = binding
  const compiled = compileUpdate({ entity, facts, key, verbs, where, table }, before)
  if (compiled === 'incomplete') return undefined
  checkNamed(binding, compiled.write, verbs, operation)
  checkClauses(binding, compiled.write, operation)
  const untrusted = findUntrusted(facts, compiled.write, verbs, guardedFields(binding))
  return { verbs, compiled, untrusted }
}

/** Whether an update has to know the item as it was. */
function needsBefore(binding: Binding, { verbs, compiled, untrusted }: Draft): boolean {
  const needed = neededFields(binding)
  const { facts } = binding
  if (removedComposites(facts, verbs).length > 0 || showsSpelling(facts, compiled.write)) return true
  return untrusted.length > 0 || compiled.write.clauses.some(({ field }) => needed.has(field))
}

/** What the update stores where the item was not read: the values that it names. */
function namedValues({ clauses, condition }: EntityWrite): StoredItem {
  return Object.fromEntries(
    clauses.flatMap(({ field, value }) => {
      const stored = value === undefined ? undefined : condition.values[value]
      return stored === undefined ? [] : [[field, stored]]
    }),
  )
}

/** Applies an update to the item as it was read. */
export function apply(
  binding: Binding,
  { verbs, compiled, untrusted }: Draft,
  before: StoredItem | undefined,
): Applied {
  const { entity, facts } = binding
  if (before === undefined) {
    const after = namedValues(compiled.write)
    const requires = requiredSortKeys(facts, compiled.write)
    return { write: compiled.write, after, isExact: false, reliesOn: [], requires }
  }
  const recomputed = recompute(facts, compiled.write, verbs, untrusted, before)
  const keyed = composeIndexKeys(
    entity,
    facts,
    recomputed.write,
    before,
    applyClauses(before, recomputed.write).item,
  )
  const { item, isExact } = applyClauses(before, keyed.write)
  const reliesOn = [...recomputed.reliesOn, ...keyed.reliesOn, ...compiled.completedBy]
  return { write: keyed.write, after: item, isExact, reliesOn, requires: [] }
}

/** Plans an update of an item as it was read or, with nothing that needs it, of one that was not. */
export function planUpdate(
  binding: Binding,
  applied: Applied,
  about: {
    readonly before: StoredItem | undefined
    readonly keyAttributes: StoredItem
    /** Whether somebody decided on the item with more in view than the plan knows. */
    readonly isDecidedOn: boolean
  },
  expectation: Expectation,
  adjustments: readonly Adjustment[],
): ChangePart {
  const { before, keyAttributes, isDecidedOn } = about
  const isVersioned = binding.constraints.version !== undefined
  // With a version nobody else may have written the item anyway: fenced on all of it, what it will be is known exactly.
  const isWhole = before !== undefined && (isDecidedOn || isVersioned)
  const whole = isWhole ? decisionFence(before, binding.facts, isVersioned) : []
  const change: Change = {
    operation: 'update',
    key: applied.write.key,
    keyAttributes,
    before,
    after: applied.after,
    touched: new Set(applied.write.clauses.map(({ field }) => field)),
    reliesOn: [...applied.reliesOn, ...whole],
  }
  return requiring(planChange(binding, change, applied.write, expectation, adjustments), applied.requires)
}

/** A part whose item has to have these fields; where it has not, it is read. */
function requiring(part: ChangePart, fields: readonly string[]): ChangePart {
  if (fields.length === 0) return part
  const conditions = fields.map(
    (field): EntityCondition => ({
      condition: { op: 'exists', field },
      explain: () => [{ kind: 'lost-fence' }],
    }),
  )
  const contributions = [...part.entity.contributions, { ...NO_CONTRIBUTION, conditions }]
  return { ...part, entity: { ...part.entity, contributions } }
}

/** What an update stores beside what it names: the version, or of an item that was not read whose it is. */
function computedBeside(
  { constraints, facts }: Binding,
  before: StoredItem | undefined,
  keyAttributes: StoredItem,
): StoredItem {
  const { version } = constraints
  if (before !== undefined)
    return version === undefined ? {} : { [version]: { N: String(Number(before[version]?.N ?? 0) + 1) } }
  const { identifiers, entity } = facts
  const key = Object.entries(keyAttributes).map(([name, value]) => [fieldOf(facts, name), value])
  return {
    ...Object.fromEntries(key),
    [identifiers.entity]: { S: entity },
    [identifiers.version]: { S: facts.version },
  }
}

/** The item after a transaction, which gives nothing back: computed where nothing else can have moved, else read. */
async function afterCommit(
  binding: Binding,
  runtime: Runtime,
  applied: Applied,
  { before, keyAttributes }: { readonly before: StoredItem | undefined; readonly keyAttributes: StoredItem },
): Promise<StoredItem> {
  const { constraints, table, store, facts } = binding
  const { version } = constraints
  const beside = computedBeside(binding, before, keyAttributes)
  const computed = { ...applied.write.key, ...applied.after, ...beside }
  const isFenced =
    before !== undefined && version !== undefined && decisionFence(before, facts, true).length > 0
  if (isFenced && applied.isExact) return computed
  // The change is committed: where it cannot be read back, it is not to be reported as failed.
  const item = await store
    .get({ table, key: applied.write.key, consistent: true }, runtime.context)
    .catch(() => undefined)
  return item !== undefined && isOwnItem(item, facts) ? item : computed
}

/** Makes one plan of an update ready to be sent. */
export function prepareUpdate(
  binding: Binding,
  runtime: Runtime,
  applied: Applied,
  part: ChangePart,
  subject: { readonly before: StoredItem | undefined; readonly expectation: Expectation },
  call: { readonly verbs: UpdateVerbs; readonly returns: unknown },
): Prepared<unknown> {
  const { facts, constraints } = binding
  const { before, expectation } = subject
  const { keyAttributes } = part.entity.change
  const touched = new Set(applied.write.clauses.map(({ field }) => field))
  const isItemWanted = call.returns !== 'none' || isFollowed(binding, touched)
  const readVersion = constraints.version === undefined ? undefined : before?.[constraints.version]?.N
  const expectedVersion =
    expectation.kind === 'version'
      ? expectation.version
      : readVersion === undefined
        ? undefined
        : Number(readVersion)
  return {
    parts: [part],
    returnValues: isItemWanted ? 'ALL_NEW' : 'NONE',
    doubt: () => {
      const stores = namedValues(applied.write)
      return {
        operation: 'update',
        stores,
        versionField: constraints.version,
        expectedVersion,
        generated: generatedFields(facts, stores, call.verbs.set ?? {}),
      }
    },
    finish: async (item) => {
      if (!isItemWanted) return undefined
      const stored = item ?? (await afterCommit(binding, runtime, applied, { before, keyAttributes }))
      await followUp(binding, runtime, stored, touched)
      return returned(binding, stored, call.returns)
    },
  }
}

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

/** `current` and `version` say the same in two ways, and a version needs a model that has one. */
export function refuseBoth(
  options: Options,
  binding: Binding,
  context: { model: string; operation: string },
): void {
  if (options['current'] !== undefined && options['version'] !== undefined)
    throw new InvalidInputError(
      [{ path: 'version', message: 'cannot stand beside current: pass one of them' }],
      context,
    )
  if (options['version'] !== undefined && binding.constraints.version === undefined)
    throw new InvalidInputError(
      [{ path: 'version', message: `needs a model that declares a version, and ${context.model} does not` }],
      context,
    )
}
