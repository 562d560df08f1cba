import type { Superseded } from '../define/declare-singleton.js'
import type { CompiledCreate } from '../electro/compile-create.js'
import { compileKey } from '../electro/compile-delete.js'
import { formatItem, isOwnItem } from '../electro/format.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { Problem } from '../errors/registry.js'
import { type Part, wholeItem } from '../plan/assemble.js'
import type { StoredItem, TableKey } from '../plan/attribute-value.js'
import type { Change } from '../plan/change.js'
import { type Condition, isAs } from '../plan/condition.js'
import type { GuardedWrite } from '../plan/contribution.js'
import { copyValue, isPlainObject } from '../plan/copy-value.js'
import type { Done, Prepared, Runtime, Task } from '../run/execute.js'
import { managedAttributes, planChange } from './binding.js'
import { checkInput } from './check-input.js'
import { creating } from './create.js'
import type { Options } from './read-options.js'
import { keyOfRecord, readHeld, type SingletonBinding, writesOf } from './singleton-record.js'

const pathsUnderMap = (problems: readonly [Problem, ...Problem[]]): readonly [Problem, ...Problem[]] => {
  const under = ({ path, message }: Problem): Problem => ({
    path: path === '' ? 'supersedes.map' : `supersedes.map.${path}`,
    message,
  })
  const [first, ...rest] = problems
  return [under(first), ...rest.map(under)]
}

function mapOnce({ entity, facts, map }: Superseded, item: StoredItem, context: object): Options {
  const mapped = map(formatItem(entity, facts, item) ?? {})
  if (isPlainObject(mapped))
    return Object.fromEntries(Object.entries(copyValue(mapped)).filter(([, value]) => value !== undefined))
  // Nobody waits for it: it must not end the process either.
  if (mapped instanceof Promise) mapped.catch(() => undefined)
  const message =
    'has to give a plain object of attributes, at once: no promise, no list, no instance of a class'
  throw new InvalidInputError([{ path: 'supersedes.map', message }], context)
}

/** An older record in the form of the new one. */
interface Mapped {
  /** What `map` made of it, over the defaults. */
  readonly view: Options
  /** The item that would be stored for it. */
  readonly compiled: CompiledCreate
}

/** What `map` makes of the older record, checked as the input of a create is, which it becomes with the first write. */
function mapOlder(
  binding: SingletonBinding,
  superseded: Superseded,
  item: StoredItem,
  operation: string,
): Mapped {
  const { facts, defaults } = binding
  const context = { model: facts.entity, operation }
  const mapped = mapOnce(superseded, item, context)
  try {
    checkInput(mapped, facts, managedAttributes(binding), context)
    const view = { ...copyValue(defaults), ...mapped }
    // Hooks of the model may write into what they are given.
    return { view, compiled: creating(binding)(copyValue(view), {}) }
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error
    const [first, ...rest] = error.problems
    if (first === undefined) throw error
    throw new InvalidInputError(pathsUnderMap([first, ...rest]), { ...context, cause: error })
  }
}

/** The older record as it is stored, and its key. */
async function readOlder(
  { entity, facts }: Superseded,
  { table, store }: SingletonBinding,
  runtime: Runtime,
  consistent: boolean,
): Promise<{ readonly key: TableKey; readonly item: StoredItem | undefined }> {
  const key = compileKey(entity, facts, {}, table)
  const item = await store.get({ table, key, consistent }, runtime.context)
  return { key, item: item !== undefined && isOwnItem(item, facts) ? item : undefined }
}

/** What a caller sees of the older record while there is no new one; undefined where there is no older one either. */
export async function viewOlder(
  binding: SingletonBinding,
  superseded: Superseded,
  runtime: Runtime,
  consistent: boolean,
): Promise<Options | undefined> {
  const { item } = await readOlder(superseded, binding, runtime, consistent)
  return item === undefined ? undefined : mapOlder(binding, superseded, item, 'get').view
}

/** What a transaction sees of the older record, and the check that it stays so until the commit. */
export async function olderFenced(
  binding: SingletonBinding,
  superseded: Superseded,
  runtime: Runtime,
): Promise<{ readonly view: Options | undefined; readonly check: GuardedWrite }> {
  const { key, item } = await readOlder(superseded, binding, runtime, true)
  const view = item === undefined ? undefined : mapOlder(binding, superseded, item, 'get').view
  return { view, check: olderStays(superseded, key, item) }
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
export function stillThere(binding: SingletonBinding): GuardedWrite {
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
function planTakeOver(
  binding: SingletonBinding,
  { write, after }: CompiledCreate,
  older: GuardedWrite,
): Part {
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

const TAKE_OVER_DOUBT = {
  operation: 'create',
  stores: {},
  generated: [],
  versionField: undefined,
  expectedVersion: undefined,
} as const

/** What a change of the record has to carry once the older one needs nothing more. */
export interface TakenOver {
  readonly check: GuardedWrite
  /** Whether there is an item in the record's place now, where there was none. */
  readonly isThere: boolean
}

/**
 * Takes the older record over where there is no item at the key of the new one. That is looked at again for every
 * further try: somebody who was faster leaves nothing to do, and neither does an item of another entity in the record's
 * place, which the change itself is refused for.
 */
export class TakeOverTask implements Task<TakenOver> {
  readonly #binding: SingletonBinding
  readonly #superseded: Superseded
  readonly #runtime: Runtime
  #isKnownAbsent = true

  constructor(binding: SingletonBinding, superseded: Superseded, runtime: Runtime) {
    this.#binding = binding
    this.#superseded = superseded
    this.#runtime = runtime
  }

  async prepare(): Promise<Prepared<TakenOver> | Done<TakenOver>> {
    const there = { check: stillThere(this.#binding), isThere: true }
    if (!this.#isKnownAbsent && (await readHeld(this.#binding, this.#runtime, true)) !== undefined)
      return { done: there, results: [] }
    const { key, item } = await readOlder(this.#superseded, this.#binding, this.#runtime, true)
    const older = olderStays(this.#superseded, key, item)
    if (item === undefined) return { done: { check: older, isThere: false }, results: [] }
    const { operation } = this.#runtime.context
    const { compiled } = mapOlder(this.#binding, this.#superseded, item, operation)
    return {
      parts: [planTakeOver(this.#binding, compiled, older)],
      returnValues: 'NONE',
      doubt: () => TAKE_OVER_DOUBT,
      finish: () => {
        writesOf(this.#binding).doubt()
        return there
      },
    }
  }

  forget(): void {
    this.#isKnownAbsent = false
  }
}
