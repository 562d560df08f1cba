import type { Superseded } from '../define/declare-singleton.js'
import type { CompiledCreate } from '../electro/compile-create.js'
import { compileKey } from '../electro/compile-delete.js'
import { compileUpdate, type UpdateVerbs } from '../electro/compile-update.js'
import type { WhereText } from '../electro/electro-entity.js'
import { formatItem, isOwnItem } from '../electro/format.js'
import { startFromDefaults } from '../electro/start-from-defaults.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import { type Part, wholeItem } from '../plan/assemble.js'
import { identityOf, type StoredItem, type TableKey } from '../plan/attribute-value.js'
import type { Change, Expectation } from '../plan/change.js'
import { type Condition, isAs } from '../plan/condition.js'
import type { GuardedWrite } from '../plan/contribution.js'
import { itemBytes } from '../plan/item-size.js'
import { execute, type Prepared, type Runtime, type Task } from '../run/execute.js'
import { type Binding, type CallOptions, planChange, runtimeFor } from './binding.js'
import { creating } from './create.js'
import { isRecord, type Options, readOptions } from './read-options.js'
import { checkVerbs, refuseBoth } from './update.js'

/** A singleton bound to a table and a client. */
export interface SingletonBinding extends Binding {
  readonly defaults: Options
  readonly superseded: Superseded | undefined
  /** Told of every record that was written here. */
  readonly listeners: Set<(view: Options) => void>
  /** What was last seen of the record: that it costs more than one read unit, and that it is there. */
  readonly seen: { isLarge: boolean; isThere: boolean }
}

/** One read unit pays for so many bytes. Source: the Amazon DynamoDB Developer Guide, "DynamoDB read and write operations". */
const BYTES_PER_READ_UNIT = 4096

type Decide = (current: unknown) => unknown

export const keyOfRecord = ({ entity, facts, table }: Binding): TableKey =>
  compileKey(entity, facts, {}, table)

/** What a caller sees: what is stored, over the defaults. */
export function viewOf(binding: SingletonBinding, stored: StoredItem | undefined): Options {
  if (stored !== undefined) note(binding, stored)
  return { ...binding.defaults, ...formatItem(binding.entity, binding.facts, stored) }
}

/** Remembers that a record is there, and says once that it has outgrown a read unit, and again after it has shrunk and grown. */
function note({ seen, hooks, facts }: SingletonBinding, stored: StoredItem): void {
  const isLarge = itemBytes(stored) > BYTES_PER_READ_UNIT
  if (isLarge && !seen.isLarge)
    hooks.warning?.(
      facts.entity,
      'the record is larger than 4 KB: each read of it costs more than one read unit',
    )
  seen.isLarge = isLarge
  seen.isThere = true
}

async function readRecord(
  binding: SingletonBinding,
  runtime: Runtime,
  consistent: boolean,
): Promise<StoredItem | undefined> {
  const { table, store, facts } = binding
  const item = await store.get({ table, key: keyOfRecord(binding), consistent }, runtime.context)
  return item !== undefined && isOwnItem(item, facts) ? item : undefined
}

/** The older record as it is stored, and its key. */
async function readOlder(
  { entity, facts }: Superseded,
  { table, store }: Binding,
  runtime: Runtime,
  consistent: boolean,
) {
  const key = compileKey(entity, facts, {}, table)
  const item = await store.get({ table, key, consistent }, runtime.context)
  return { key, item: item !== undefined && isOwnItem(item, facts) ? item : undefined }
}

/** What `map` makes of the older record; only attributes of the new one. */
function mapOlder(
  binding: SingletonBinding,
  { entity, facts, map }: Superseded,
  item: StoredItem,
  operation: string,
): Options {
  const mapped = map(formatItem(entity, facts, item) ?? {})
  const context = { model: binding.facts.entity, operation }
  if (!isRecord(mapped))
    throw new InvalidInputError(
      [{ path: 'supersedes.map', message: 'has to give an object of attributes' }],
      context,
    )
  const [wrong] = Object.keys(mapped).filter((name) => !binding.facts.attributes.has(name))
  if (wrong !== undefined)
    throw new InvalidInputError(
      [{ path: `supersedes.map.${wrong}`, message: `is no attribute of ${binding.facts.entity}` }],
      context,
    )
  return mapped
}

export function getSingleton(binding: SingletonBinding, given: unknown): Promise<Options> {
  const context = { model: binding.facts.entity, operation: 'get' }
  return readSingleton(binding, readOptions(given, ['consistent', 'signal'], context))
}

/** Reads the record, or the older one where there is none; a cache does not try again, since it has what it had. */
export async function readSingleton(
  binding: SingletonBinding,
  options: CallOptions & Options,
): Promise<Options> {
  const runtime = runtimeFor(binding, 'get', options)
  const consistent = options['consistent'] === true
  const stored = await readRecord(binding, runtime, consistent)
  if (stored !== undefined || binding.superseded === undefined) return viewOf(binding, stored)
  const { item } = await readOlder(binding.superseded, binding, runtime, consistent)
  return {
    ...binding.defaults,
    ...(item === undefined ? {} : mapOlder(binding, binding.superseded, item, 'get')),
  }
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

/** Keeps the older record as it was read, or absent. */
function olderStays({ facts }: Superseded, key: TableKey, item: StoredItem | undefined): GuardedWrite {
  const fields = item === undefined ? facts.keyFields.slice(0, 1) : wholeItem(item, facts)
  const of = fields.map((field): Condition => isAs(field, item?.[field]))
  return {
    action: 'ConditionCheck',
    role: 'check of the older record',
    key,
    condition: { op: 'all', of },
    intent: { kind: 'check' },
    explain: () => [{ kind: 'lost-fence' }],
  }
}

/** The new record is there, so the older one does not count: once it is gone, what is to be done is found out again. */
function stillThere(binding: SingletonBinding): GuardedWrite {
  const [field = ''] = binding.facts.keyFields
  return {
    action: 'ConditionCheck',
    role: 'check of the record',
    key: keyOfRecord(binding),
    condition: { op: 'exists', field },
    intent: { kind: 'check' },
    explain: () => [{ kind: 'lost-fence' }],
  }
}

/** Stores what the older record maps to as the new record, if the one is as it was read and the other is not there. */
function planTakeOver(binding: SingletonBinding, compiled: CompiledCreate, older: GuardedWrite): Part {
  const { write, after } = compiled
  const change: Change = {
    operation: 'create',
    key: write.key,
    keyAttributes: {},
    before: null,
    after,
    touched: new Set(),
    reliesOn: [],
  }
  const { entity: assembly, own } = planChange(binding, change, write, { kind: 'none' }, [])
  return { entity: { ...assembly, isReplacing: true }, own: [...own, older] }
}

export class SingletonTask implements Task<unknown> {
  readonly #binding: SingletonBinding
  readonly #runtime: Runtime
  readonly #options: Options
  readonly #verbs: UpdateVerbs | undefined
  readonly #decide: Decide | undefined
  /** The record where it has to be known; null where there is none. */
  #stored: StoredItem | null | undefined

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
    this.#stored = undefined
    this.#binding.seen.isThere = false
  }

  async prepare(): Promise<Prepared<unknown> | { readonly done: unknown }> {
    const others = await this.#takeOver()
    const before = this.#decide === undefined ? undefined : ((await this.#read()) ?? {})
    const verbs = this.#verbs ?? (await this.#decideOn(before))
    if (verbs === undefined) return { done: this.#give(before) }
    const part = planSingleton(
      this.#binding,
      { ...this.#change(), verbs, before, isFenced: before !== undefined },
      others,
    )
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
      finish: async (item) => this.#committed(item ?? (await readRecord(this.#binding, this.#runtime, true))),
    }
  }

  #change(): { readonly where: WhereText | undefined; readonly expectation: Expectation } {
    const version = this.#options['version'] as number | undefined
    const expectation: Expectation = version === undefined ? { kind: 'none' } : { kind: 'version', version }
    return { where: this.#options['where'] as WhereText | undefined, expectation }
  }

  async #read(): Promise<StoredItem | undefined> {
    if (this.#stored === undefined)
      this.#stored = (await readRecord(this.#binding, this.#runtime, true)) ?? null
    return this.#stored ?? undefined
  }

  async #decideOn(before: StoredItem | undefined): Promise<UpdateVerbs | undefined> {
    const isThere = before !== undefined && Object.keys(before).length > 0
    const changes = await this.#decide?.(viewOf(this.#binding, isThere ? before : undefined))
    return changes === null ? undefined : checkVerbs(this.#binding, changes, 'modify')
  }

  /**
   * Before the first write, the older record is taken over in a request of its own. Where there is none, a check that it
   * stays so rides along. Once the new record is there, nothing of the older one is looked at.
   */
  async #takeOver(): Promise<readonly GuardedWrite[]> {
    const { superseded } = this.#binding
    if (superseded === undefined) return []
    if (this.#binding.seen.isThere || (await this.#read()) !== undefined) return [stillThere(this.#binding)]
    const { key, item } = await readOlder(superseded, this.#binding, this.#runtime, true)
    const older = olderStays(superseded, key, item)
    if (item === undefined) return [older]
    const mapped = mapOlder(this.#binding, superseded, item, this.#runtime.context.operation)
    const compiled = creating(this.#binding)({ ...this.#binding.defaults, ...mapped }, {})
    await execute(takeOverTask(planTakeOver(this.#binding, compiled, older)), this.#runtime)
    this.#stored = undefined
    return this.#takeOver()
  }

  #committed(stored: StoredItem | undefined): unknown {
    const view = viewOf(this.#binding, stored)
    for (const listener of this.#binding.listeners) listener(view)
    return this.#options['returns'] === 'none' ? undefined : view
  }

  #give(before: StoredItem | undefined): unknown {
    const isThere = before !== undefined && Object.keys(before).length > 0
    return this.#options['returns'] === 'none'
      ? undefined
      : viewOf(this.#binding, isThere ? before : undefined)
  }
}

/** Commits, or finds that somebody else was faster: either way what is stored is read again. */
const takeOverTask = (part: Part): Task<undefined> => {
  let isOver = false
  return {
    prepare: async () => {
      if (isOver) return { done: undefined }
      return {
        parts: [part],
        returnValues: 'NONE',
        doubt: () => ({
          operation: 'create',
          stores: {},
          generated: [],
          versionField: undefined,
          expectedVersion: undefined,
        }),
        finish: () => undefined,
      }
    },
    forget: () => {
      isOver = true
    },
  }
}

export async function updateSingleton(
  binding: SingletonBinding,
  changes: unknown,
  given: unknown,
): Promise<unknown> {
  const context = { model: binding.facts.entity, operation: 'update' }
  const options = readOptions(given, ['where', 'signal', 'retry', 'returns', 'version'], context)
  refuseBoth(options, binding, context)
  const runtime = runtimeFor(binding, 'update', options)
  return execute(
    new SingletonTask(binding, runtime, options, { verbs: checkVerbs(binding, changes, 'update') }),
    runtime,
  )
}

export async function modifySingleton(
  binding: SingletonBinding,
  decide: unknown,
  given: unknown,
): Promise<unknown> {
  const context = { model: binding.facts.entity, operation: 'modify' }
  const options = readOptions(given, ['where', 'signal', 'retry', 'returns'], context)
  if (typeof decide !== 'function')
    throw new InvalidInputError([{ path: 'change', message: 'has to be a function of the record' }], context)
  const runtime = runtimeFor(binding, 'modify', options)
  const task = new SingletonTask(binding, runtime, options, { decide: decide as Decide })
  return binding.queue.run(
    identityOf(binding.table, keyOfRecord(binding)),
    () => execute(task, runtime),
    runtime.context.signal,
  )
}
