import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { AttributeValue, StoredItem } from '../plan/attribute-value.js'
import { type AttributeFacts, type EntityFacts, fieldOf } from '../plan/entity-facts.js'
import type { Clause, EntityWrite } from '../plan/entity-write.js'
import { toAttributeValue, toNative } from '../plan/native-value.js'
import { Placeholders } from '../plan/placeholders.js'
import { compiling } from './compile-error.js'
import type { UpdateVerbs } from './compile-update.js'

/** A constrained attribute whose hook ElectroDB called with a payload that lacked what it watches. */
export interface Untrusted {
  readonly attribute: AttributeFacts
  /** What the hook gave; undefined where it gave nothing, for which what it lacked may be the reason. */
  readonly clause: Clause | undefined
}

const watchedBy = (attribute: AttributeFacts, facts: EntityFacts): readonly string[] =>
  attribute.watch === '*'
    ? [...facts.attributes.keys()].filter((name) => name !== attribute.name)
    : attribute.watch

/** An index key was composed of what the hook gave at first: it cannot be put right without the attributes watched. */
function refuseInIndex(attribute: AttributeFacts, facts: EntityFacts, looked: readonly string[]): void {
  const index = facts.indexes.find(({ pk, sk }) =>
    [...pk.composite, ...(sk?.composite ?? [])].includes(attribute.name),
  )
  if (index === undefined) return
  const names = looked.map((field) => facts.names.get(field) ?? field).join(', ')
  const message = `is computed from ${names} and part of the key of ${index.accessPattern}: set these attributes in the same update`
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
  // Arithmetic and `data` call hooks too, with what they add instead of what is stored; removals call none.
  const written = write.clauses.flatMap(({ section, field }) =>
    section === 'REMOVE' ? [] : (facts.names.get(field) ?? []),
  )
  const calling = new Set([...given, ...written])
  return [...facts.attributes.values()].flatMap((attribute): Untrusted[] => {
    if (attribute.set === undefined || !guarded.has(attribute.field)) return []
    const watched = watchedBy(attribute, facts)
    const isCalled = attribute.watch === '*' || [attribute.name, ...watched].some((name) => calling.has(name))
    if (!isCalled || watched.every((name) => given.has(name))) return []
    return [{ attribute, clause: write.clauses.find(({ field }) => field === attribute.field) }]
  })
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

/** Puts what a hook gave in the place of what it gave before. */
function withValue(
  write: EntityWrite,
  { attribute, clause }: Untrusted,
  value: AttributeValue | undefined,
  verbs: UpdateVerbs,
): EntityWrite {
  const { condition, clauses } = write
  if (value === undefined && verbs.set?.[attribute.name] !== undefined) return write
  const others = clauses.filter((other) => other !== clause)
  if (value === undefined) return { ...write, clauses: others }
  const placeholders = new Placeholders(condition.names, condition.values)
  const placeholder = placeholders.value(value)
  const text = `${placeholders.name(attribute.field)} = ${placeholder}`
  const added: Clause = { section: 'SET', text, field: attribute.field, isWhole: true, value: placeholder }
  const expression = { ...condition, names: placeholders.names(), values: placeholders.values() }
  return { ...write, clauses: [...others, added], condition: expression }
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
    // A hook that looks at nothing stored gave the right value at first; another call might give another one.
    if (item.seen.size === 0) continue
    refuseInIndex(doubtful.attribute, facts, [...item.seen])
    for (const field of item.seen) seen.add(field)
    write = withValue(write, doubtful, value, verbs)
  }
  return { write, reliesOn: [...seen] }
}
