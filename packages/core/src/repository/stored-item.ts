import { formatItem, hasKey, isAmbiguousKey, isOwnItem } from '../electro/format.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { Violation } from '../errors/violation.js'
import { identityOf, isSameValue, keyOf, type StoredItem, type TableKey } from '../plan/attribute-value.js'
import type { Expectation } from '../plan/change.js'
import { fieldOf, keyAttributesOf } from '../plan/entity-facts.js'
import { toNativeItem, toStoredItem } from '../plan/native-value.js'
import { type Runtime, refusal } from '../run/execute.js'
import type { Binding } from './binding.js'
import { recall } from './current.js'
import type { Options } from './read-options.js'

/** The item that an operation is on: how it is read, and how the caller wants it to be. */
export class Subject {
  readonly key: TableKey
  readonly expectation: Expectation
  readonly #binding: Binding
  readonly #runtime: Runtime
  readonly #copy: Options | undefined
  readonly #given: StoredItem | undefined
  readonly #keyAttributes: StoredItem
  #before: StoredItem | null | undefined
  #hasMoved = false
  #isTaken = false

  constructor(binding: Binding, runtime: Runtime, key: TableKey, named: Options, options: Options) {
    const current = options['current'] as Options | undefined
    const version = options['version'] as number | undefined
    this.#binding = binding
    this.#runtime = runtime
    this.key = key
    this.#keyAttributes = toStoredItem(named)
    this.#given = current === undefined ? undefined : recall(current, binding.facts)
    this.#copy = current !== undefined && this.#given === undefined ? current : undefined
    this.#before = this.#given
    this.expectation =
      current !== undefined
        ? { kind: 'current' }
        : version === undefined
          ? { kind: 'none' }
          : { kind: 'version', version }
    this.#checkCurrent()
  }

  /** The item as it was read or given; null where there is none, undefined where it was not read yet. */
  get before(): StoredItem | null | undefined {
    return this.#before
  }

  /** Whether another item has the key: one of another entity, or one whose key attributes read alike. */
  get isTaken(): boolean {
    return this.#isTaken
  }

  /** Key attributes as they are stored, or as the caller spelt them. */
  get keyAttributes(): StoredItem {
    return this.#before ? keyAttributesOf(this.#before, this.#binding.facts) : this.#keyAttributes
  }

  /** Whether the caller decided on the item, with all of it in view. */
  get isDecidedOn(): boolean {
    return this.expectation.kind === 'current'
  }

  /**
   * Whether the item has to be read although the change does not need it: a copy proves nothing by itself, a key may be
   * that of another item, and what was refused once has to be looked at.
   */
  get mustRead(): boolean {
    const isAmbiguous =
      this.#given === undefined && isAmbiguousKey(this.#binding.facts, toNativeItem(this.#keyAttributes))
    return this.#copy !== undefined || isAmbiguous || this.#hasMoved
  }

  forget(): void {
    this.#hasMoved = true
    if (this.#given === undefined) this.#before = undefined
  }

  /** Reads the item consistently, once; an item of another entity is none. Throws where it is not as the caller wants. */
  async read(): Promise<StoredItem | null> {
    if (this.#before !== undefined) return this.#before
    const { table, store, facts } = this.#binding
    const item = await store.get({ table, key: this.key, consistent: true }, this.#runtime.context)
    const isIt =
      item !== undefined && isOwnItem(item, facts) && hasKey(item, facts, toNativeItem(this.#keyAttributes))
    this.#isTaken = item !== undefined && !isIt
    this.#before = isIt ? item : null
    if (this.#before !== null) this.#compare(this.#before)
    return this.#before
  }

  /** The violations that the item's absence is. */
  notFound(): Error {
    return refusal([{ code: 'NOT_FOUND', ...this.#about() }], this.#runtime)
  }

  #about(): { readonly model: string; readonly key: Readonly<Record<string, unknown>> } {
    return { model: this.#binding.facts.entity, key: toNativeItem(this.keyAttributes) }
  }

  #moved(expected: number | undefined, actual: number | undefined): Error {
    const violation: Violation = { code: 'VERSION', ...this.#about(), expected, actual }
    return refusal([violation], this.#runtime)
  }

  #versionIn(item: StoredItem): number | undefined {
    const field = this.#binding.constraints.version
    return field === undefined || item[field]?.N === undefined ? undefined : Number(item[field].N)
  }

  #compare(before: StoredItem): void {
    const actual = this.#versionIn(before)
    const { expectation } = this
    if (expectation.kind === 'version' && expectation.version !== actual)
      throw this.#moved(expectation.version, actual)
    if (this.#copy === undefined) return
    const { entity, facts, constraints } = this.#binding
    const fresh = formatItem(entity, facts, before) ?? {}
    const carried = Object.entries(this.#copy).filter(([, value]) => value !== undefined)
    const version = [...facts.attributes.values()].find(({ field }) => field === constraints.version)
    const expected = version === undefined ? undefined : this.#copy[version.name]
    const isSet = (name: string): boolean => facts.attributes.get(name)?.type === 'set'
    if (carried.every(([name, value]) => isSameNative(value, fresh[name], isSet(name)))) return
    throw this.#moved(typeof expected === 'number' ? expected : undefined, actual)
  }

  /** A `current` has to be the item of the key that was passed, and to name nothing that the model does not have. */
  #checkCurrent(): void {
    const { facts } = this.#binding
    const { model, operation } = this.#runtime.context
    const wrong = (path: string, message: string): never => {
      throw new InvalidInputError([{ path, message }], { model, operation })
    }
    const id = identityOf('', this.key)
    if (this.#given !== undefined && identityOf('', keyOf(this.#given, facts.keyFields)) !== id)
      wrong('current', 'is an item with another key')
    for (const name of Object.keys(this.#copy ?? {}))
      if (!facts.attributes.has(name)) wrong(`current.${name}`, `is no attribute of ${facts.entity}`)
    const differs = facts.keyAttributes.find(
      (name) =>
        this.#copy?.[name] !== undefined &&
        !isSameValue(toStoredItem({ [name]: this.#copy[name] })[name], this.#keyAttributes[name]),
    )
    if (this.#copy !== undefined && differs !== undefined && typeof this.#copy[differs] !== 'string')
      wrong(`current.${differs}`, 'is not that of the key')
  }
}

/** Whether two values look the same to a caller, also after a way through JSON; the members of a set have no order. */
function isSameNative(a: unknown, b: unknown, isSet: boolean): boolean {
  const text = (value: unknown): string =>
    JSON.stringify(isSet && Array.isArray(value) ? new Set<unknown>(value) : value, (_, inner: unknown) => {
      if (typeof inner === 'bigint') return `${inner}`
      if (inner instanceof Set) return [...inner].map(String).sort()
      if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
      return Object.fromEntries(Object.entries(inner).sort(([x], [y]) => (x < y ? -1 : 1)))
    }) ?? ''
  return text(a) === text(b)
}

/** A stored item for one that a caller passed: what was stored behind it, or else what its attributes say. */
export function storedFor(current: Options, { facts }: Binding): StoredItem {
  const known = recall(current, facts)
  if (known !== undefined) return known
  const stored = toStoredItem(current)
  return Object.fromEntries(Object.entries(stored).map(([name, value]) => [fieldOf(facts, name), value]))
}
