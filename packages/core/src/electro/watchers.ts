import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { AttributeValue, StoredItem } from '../plan/attribute-value.js'
import { type AttributeFacts, type EntityFacts, fieldOf } from '../plan/entity-facts.js'
import type { Clause, EntityWrite } from '../plan/entity-write.js'
import { toAttributeValue, toNative } from '../plan/native-value.js'
import { compiling } from './compile-error.js'
import type { UpdateVerbs } from './compile-update.js'

/** A constrained attribute that ElectroDB computed from a payload that lacked what it watches. */
export interface Untrusted {
  readonly attribute: AttributeFacts
  readonly clause: Clause
}

const watchedBy = (attribute: AttributeFacts, facts: EntityFacts): readonly string[] =>
  attribute.watch === '*'
    ? [...facts.attributes.keys()].filter((name) => name !== attribute.name)
    : attribute.watch

function refuseInIndex(attribute: AttributeFacts, facts: EntityFacts): void {
  const index = facts.indexes.find(({ pk, sk }) =>
    [...pk.composite, ...(sk?.composite ?? [])].includes(attribute.name),
  )
  if (index === undefined || attribute.watch === '*') return
  const message = `is computed from ${attribute.watch.join(', ')} and part of the key of ${index.accessPattern}: set these attributes together`
  throw new InvalidInputError([{ path: attribute.name, message }], { model: facts.entity })
}

/** Finds what a constraint watches and a hook computed without having seen the stored item. */
export function findUntrusted(
  facts: EntityFacts,
  write: EntityWrite,
  verbs: UpdateVerbs,
  guarded: ReadonlySet<string>,
): readonly Untrusted[] {
  const given = new Set(
    Object.entries(verbs.set ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [name])),
  )
  const untrusted = write.clauses.flatMap((clause) => {
    const attribute = facts.attributes.get(facts.names.get(clause.field) ?? '')
    if (attribute?.set === undefined || clause.value === undefined || !guarded.has(clause.field)) return []
    const watched = watchedBy(attribute, facts)
    return watched.every((name) => given.has(name)) ? [] : [{ attribute, clause }]
  })
  for (const { attribute } of untrusted) refuseInIndex(attribute, facts)
  return untrusted
}

/** The item as the update stores it, seen by a hook; remembers what of the stored item the hook looked at. */
class SeenItem {
  readonly seen = new Set<string>()
  readonly #facts: EntityFacts
  readonly #before: StoredItem
  readonly #write: EntityWrite
  readonly #hook: string

  constructor(facts: EntityFacts, before: StoredItem, write: EntityWrite, hook: string) {
    this.#facts = facts
    this.#before = before
    this.#write = write
    this.#hook = hook
  }

  /** A proxy, so that a hook that takes the item apart or spreads it is seen too. */
  asItem(): object {
    const names = [...this.#facts.attributes.keys()]
    return new Proxy(Object.fromEntries(names.map((name) => [name, undefined])), {
      get: (_, name) => (typeof name === 'string' ? this.#valueOf(name) : undefined),
      has: (_, name) => typeof name === 'string' && this.#valueOf(name) !== undefined,
      ownKeys: () => names.filter((name) => this.#valueOf(name) !== undefined),
      getOwnPropertyDescriptor: (_, name) => {
        const value = typeof name === 'string' ? this.#valueOf(name) : undefined
        return value === undefined
          ? undefined
          : { value, enumerable: true, configurable: true, writable: true }
      },
    })
  }

  #valueOf(name: string): unknown {
    if (!this.#facts.attributes.has(name)) return undefined
    const field = fieldOf(this.#facts, name)
    const clauses = this.#write.clauses.filter((clause) => clause.field === field)
    if (clauses.length === 0) return this.#stored(field)
    const [clause] = clauses
    const value = clause?.value === undefined ? undefined : this.#write.condition.values[clause.value]
    if (value !== undefined) return toNative(value)
    if (clause?.section === 'REMOVE' && clause.isWhole) return undefined
    const message = `is read by the hook of ${this.#hook}, which a constraint watches: set it, instead of computing it in the store`
    throw new InvalidInputError([{ path: name, message }], { model: this.#facts.entity })
  }

  #stored(field: string): unknown {
    this.seen.add(field)
    const value = this.#before[field]
    return value === undefined ? undefined : toNative(value)
  }
}

/** What an update stores once hooks have seen the stored item, and what of it they looked at. */
export interface Recomputed {
  readonly write: EntityWrite
  readonly reliesOn: readonly string[]
}

function callHook(
  { attribute }: Untrusted,
  item: SeenItem,
  verbs: UpdateVerbs,
  facts: EntityFacts,
): AttributeValue | undefined {
  return compiling(facts, () => {
    const value = attribute.set?.(verbs.set?.[attribute.name], item.asItem())
    return value === undefined ? undefined : toAttributeValue(value, [attribute.name])
  })
}

/**
 * Calls the `set` of untrusted attributes again, with the stored item under what the update stores. A hook that gives
 * nothing leaves a value that the caller named as it was compiled, and drops one that nobody named, as ElectroDB does.
 */
export function recompute(
  facts: EntityFacts,
  compiled: EntityWrite,
  verbs: UpdateVerbs,
  untrusted: readonly Untrusted[],
  before: StoredItem,
): Recomputed {
  const seen = new Set<string>()
  let write = compiled
  for (const doubtful of untrusted) {
    const item = new SeenItem(facts, before, compiled, doubtful.attribute.name)
    const value = callHook(doubtful, item, verbs, facts)
    for (const field of item.seen) seen.add(field)
    const placeholder = doubtful.clause.value ?? ''
    const { condition } = write
    if (value !== undefined)
      write = { ...write, condition: { ...condition, values: { ...condition.values, [placeholder]: value } } }
    else if (verbs.set?.[doubtful.attribute.name] === undefined)
      write = { ...write, clauses: write.clauses.filter((clause) => clause !== doubtful.clause) }
  }
  return { write, reliesOn: [...seen] }
}
