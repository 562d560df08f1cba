import type { StoredItem } from '../plan/attribute-value.js'
import { type EntityFacts, fieldOf } from '../plan/entity-facts.js'
import type { Clause, EntityWrite } from '../plan/entity-write.js'
import { inParentheses } from '../plan/in-parentheses.js'
import { toNative, toStoredItem } from '../plan/native-value.js'
import { Placeholders } from '../plan/placeholders.js'
import { compiling, lacksComposites } from './compile-error.js'
import type { ElectroEntity, UpdateChain, WhereText } from './electro-entity.js'
import { completePartitionKeys, composedIndexes, compositesOf, spellKeyAttributes } from './index-keys.js'
import { readUpdateExpression } from './update-expression.js'

/** What an update asks for, by verb. */
export interface UpdateVerbs {
  readonly set?: Readonly<Record<string, unknown>> | undefined
  readonly remove?: readonly string[] | undefined
  readonly add?: Readonly<Record<string, unknown>> | undefined
  readonly subtract?: Readonly<Record<string, unknown>> | undefined
  readonly append?: Readonly<Record<string, unknown>> | undefined
  readonly delete?: Readonly<Record<string, unknown>> | undefined
  readonly data?: WhereText | undefined
}

const OBJECT_VERBS = ['set', 'add', 'subtract', 'append', 'delete'] as const

/** The caller's condition in parentheses: ElectroDB joins texts without any, and an OR would open the rest. */
export const enclosed =
  (where: WhereText): WhereText =>
  (attributes, operations) => {
    const text = where(attributes, operations)
    // What is no text is left to ElectroDB, which refuses it: a condition that got lost would protect nothing.
    if (typeof text !== 'string') return text
    return text.trim() === '' ? '' : inParentheses(text.trim())
  }

function applyVerbs(chain: UpdateChain, verbs: UpdateVerbs): UpdateChain {
  let applied = chain
  for (const verb of OBJECT_VERBS) {
    const values = verbs[verb]
    if (values !== undefined && Object.keys(values).length > 0) applied = applied[verb](values)
  }
  if (verbs.remove !== undefined && verbs.remove.length > 0) applied = applied.remove(verbs.remove)
  return verbs.data === undefined ? applied : applied.data(verbs.data)
}

/** Fields that ElectroDB sets again in every patch, in the caller's spelling: they are as they were created. */
function repeatedFields(facts: EntityFacts): ReadonlySet<string> {
  const { entity, version } = facts.identifiers
  return new Set([entity, version, ...facts.keyAttributes.map((attribute) => fieldOf(facts, attribute))])
}

/** The attributes of the stored item that complete the keys of indexes which the update sets in part. */
function missingComposites(
  facts: EntityFacts,
  verbs: UpdateVerbs,
  before: StoredItem,
): Record<string, unknown> {
  const named = new Set([...Object.keys(verbs.set ?? {}), ...(verbs.remove ?? [])])
  const indexes = composedIndexes(facts)
  const touched = indexes.filter((index) => compositesOf(index).some((attribute) => named.has(attribute)))
  // Where no named attribute is in an index, a watcher has set one.
  const composites = new Set((touched.length > 0 ? touched : indexes).flatMap(compositesOf))
  return Object.fromEntries(
    [...composites].flatMap((attribute) => {
      const value = before[fieldOf(facts, attribute)]
      if (value === undefined || named.has(attribute) || facts.keyAttributes.includes(attribute)) return []
      return [[attribute, toNative(value)]]
    }),
  )
}

/** An update as ElectroDB compiled it. */
export interface CompiledUpdate {
  readonly write: EntityWrite
  /** Fields of the stored item that completed index keys. */
  readonly completedBy: readonly string[]
}

export interface UpdateRequest {
  readonly entity: ElectroEntity
  readonly facts: EntityFacts
  readonly key: Readonly<Record<string, unknown>>
  readonly verbs: UpdateVerbs
  readonly where: WhereText | undefined
  readonly table: string
  /** Whether the update makes the item where there is none, as that of a singleton does. */
  readonly creates?: boolean
}

function compileWith(request: UpdateRequest, composites: Readonly<Record<string, unknown>>): CompiledUpdate {
  const { entity, facts, key, verbs, where, table, creates = false } = request
  let chain = applyVerbs(creates ? entity.update(key) : entity.patch(key), verbs)
  if (Object.keys(composites).length > 0) chain = chain.composite(composites)
  const conditional = where === undefined ? chain : chain.where(enclosed(where))
  const params = conditional.params({ table })
  const names = params.ExpressionAttributeNames ?? {}
  // An item that the update makes needs what a patch would only repeat.
  const repeated = creates ? new Set<string>() : repeatedFields(facts)
  const clauses: Clause[] = readUpdateExpression(params.UpdateExpression ?? '', names).filter(
    ({ field }) => !repeated.has(field),
  )
  const values = toStoredItem(params.ExpressionAttributeValues ?? {})
  const condition = { text: params.ConditionExpression ?? '', names, values }
  const write: EntityWrite = {
    action: 'Update',
    table,
    key: toStoredItem(params.Key ?? {}),
    clauses,
    condition,
    hasWhere: where !== undefined,
  }
  return {
    write: completePartitionKeys(entity, facts, spellKeyAttributes(entity, facts, write)),
    completedBy: Object.keys(composites).map((attribute) => fieldOf(facts, attribute)),
  }
}

/**
 * Attributes to remove that are part of an index's key. ElectroDB asks for the rest of the key to remove one, and does
 * not take it from `composite`: they are removed here, and the keys are composed anew.
 */
export function removedComposites(facts: EntityFacts, verbs: UpdateVerbs): readonly string[] {
  const composites = new Set(composedIndexes(facts).flatMap(compositesOf))
  return (verbs.remove ?? []).filter((name) => {
    const attribute = facts.attributes.get(name)
    return composites.has(name) && attribute?.required === false && !attribute.readOnly
  })
}

function withRemoved(
  compiled: CompiledUpdate,
  removed: readonly string[],
  facts: EntityFacts,
): CompiledUpdate {
  const { write } = compiled
  const placeholders = new Placeholders(write.condition.names, write.condition.values)
  const removals = removed.map((name): Clause => {
    const field = fieldOf(facts, name)
    return { section: 'REMOVE', text: placeholders.name(field), field, isWhole: true }
  })
  const condition = { ...write.condition, names: placeholders.names() }
  return { ...compiled, write: { ...write, clauses: [...write.clauses, ...removals], condition } }
}

/** Compiles without the removal of attributes of indexes, which ElectroDB cannot do; undefined where that is no cure. */
function compileRest(request: UpdateRequest, before: StoredItem | undefined): CompiledUpdate | 'incomplete' {
  const { facts, verbs } = request
  const removed = removedComposites(facts, verbs)
  const rest = {
    ...request,
    verbs: { ...verbs, remove: (verbs.remove ?? []).filter((name) => !removed.includes(name)) },
  }
  try {
    return withRemoved(compileWith(rest, {}), removed, facts)
  } catch (error) {
    if (!lacksComposites(error)) throw error
    if (before === undefined) return 'incomplete'
    return withRemoved(compileWith(rest, missingComposites(facts, verbs, before)), removed, facts)
  }
}

/**
 * Compiles an update. Gives `incomplete` where an index key lacks attributes that the update does not name: the stored
 * item has to be read, and its attributes complete the key.
 */
export function compileUpdate(request: UpdateRequest, before?: StoredItem): CompiledUpdate | 'incomplete' {
  return compiling(request.facts, () => {
    try {
      return compileWith(request, {})
    } catch (error) {
      if (!lacksComposites(error)) throw error
      return compileRest(request, before)
    }
  })
}
