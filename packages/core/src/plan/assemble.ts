import type { Violation } from '../errors/violation.js'
import type { StoredItem } from './attribute-value.js'
import type { Change, Expectation } from './change.js'
import { type Condition, isAs, isMet } from './condition.js'
import type { Contribution, EntityCondition, Finding, GuardedWrite } from './contribution.js'
import { type EntityFacts, fieldOf } from './entity-facts.js'
import { type Clause, type EntityWrite, joinClauses } from './entity-write.js'
import { itemBytes } from './item-size.js'
import { toNativeItem } from './native-value.js'
import { Placeholders } from './placeholders.js'
import { joinCondition, pruneExpression, type Write } from './write.js'

/** What a refused write means, by its position; null where the store holds no such item. */
export type Explain = (item: StoredItem | null) => readonly Finding[]

/** What one change needs besides its constraints' contributions. */
export interface Assembly {
  readonly facts: EntityFacts
  readonly change: Change
  readonly write: EntityWrite
  readonly expectation: Expectation
  readonly contributions: readonly Contribution[]
  /** The field that counts versions, for errors. */
  readonly versionField: string | undefined
  /** Whether an item that is not there is one without attributes, as the record of a singleton is. */
  readonly isAbsentEmpty?: boolean
  /** Whether a create that meets an item is to be decided anew, as one of put and upsert is. */
  readonly isReplacing?: boolean
}

/** What one change takes of a request: the write of its own item, and those of ours. */
export interface Part {
  readonly entity?: Assembly
  readonly own: readonly GuardedWrite[]
  /** Writes that only checks of the same item join. */
  readonly apart?: readonly ApartWrite[]
}

/** A write that is of no change: the caller's own, or a count. */
export interface ApartWrite {
  readonly write: Write
  readonly explain: Explain
}

/** The part of a change of an entity's item. */
export interface ChangePart extends Part {
  readonly entity: Assembly
}

/** Equality, or absence, of everything in the item as it was read that the decision used. */
function fenceOf({ change, contributions }: Assembly): readonly Condition[] {
  const { before } = change
  if (before === undefined || before === null) return []
  const fields = new Set([...contributions.flatMap(({ fence }) => fence), ...change.reliesOn])
  return [...fields].map((field) => isAs(field, before[field]))
}

function incrementClauses(
  contributions: readonly Contribution[],
  placeholders: Placeholders,
): Pick<Clause, 'section' | 'text'>[] {
  const increments = contributions.flatMap((contribution) => Object.entries(contribution.increments))
  return increments.map(([field, amount]) => ({
    section: 'ADD',
    text: `${placeholders.name(field)} ${placeholders.value({ N: String(amount) })}`,
  }))
}

/** Whether a put goes without a look at what it replaces. */
const isBlindPut = ({ operation, before }: Change): boolean => operation === 'put' && before === null

/**
 * Whose the item has to be: keys of two entities can meet, and an item of another one is none of this one. A delete of
 * nothing, a put and the first write of a singleton may meet no item.
 */
function identityCondition({ facts, change, isAbsentEmpty = false }: Assembly): readonly Condition[] {
  const { operation, before } = change
  if (operation === 'create') return []
  const { entity, version } = facts.identifiers
  const isOwn: Condition = {
    op: 'all',
    of: [isAs(entity, { S: facts.entity }), isAs(version, { S: facts.version })],
  }
  const mayBeAbsent = isAbsentEmpty || isBlindPut(change) || (operation === 'delete' && before === undefined)
  return [mayBeAbsent ? { op: 'any', of: [{ op: 'absent', field: facts.table.pk.field }, isOwn] } : isOwn]
}

/** Whether an item that came back is of the entity. */
const isOf = ({ facts }: Assembly, item: StoredItem): boolean =>
  item[facts.identifiers.entity]?.S === facts.entity && item[facts.identifiers.version]?.S === facts.version

/** Compiles the write of the entity's own item, with everything that has to hold for it. */
export function compileEntityWrite(assembly: Assembly, extra: readonly EntityCondition[]): Write {
  const { write, contributions } = assembly
  const { action, table, key } = write
  const placeholders = new Placeholders(write.condition.names, write.condition.values)
  const clauses = [...write.clauses, ...incrementClauses(contributions, placeholders)]
  const update = action === 'Update' ? joinClauses(clauses) : ''
  const ours = [
    ...identityCondition(assembly),
    ...fenceOf(assembly),
    ...contributions.flatMap(({ conditions }) => conditions.map(({ condition }) => condition)),
    ...extra.map(({ condition }) => condition),
  ]
  const theirs = { text: write.condition.text, names: placeholders.names(), values: placeholders.values() }
  const joined = joinCondition(theirs, ours)
  const used = pruneExpression([update, joined.text], joined.names, joined.values)
  const item = write.item === undefined ? {} : { item: write.item }
  return {
    action,
    role: 'entity',
    table,
    key,
    ...item,
    ...(update === '' ? {} : { update }),
    condition: joined.text,
    names: used.names,
    values: used.values,
  }
}

const violation = (found: Violation): readonly Finding[] => [{ kind: 'violation', violation: found }]

/** What it means that there is no item, or an item where there should be none; undefined where that is not the matter. */
function explainPresence(assembly: Assembly, item: StoredItem | null): readonly Finding[] | undefined {
  const { change, facts, isReplacing = false } = assembly
  const about = { model: facts.entity, key: toNativeItem(change.keyAttributes) }
  if (change.operation === 'create' && item !== null)
    return isReplacing ? [{ kind: 'lost-fence' }] : violation({ code: 'EXISTS', ...about })
  if (item !== null || change.operation === 'create' || isBlindPut(change)) return undefined
  const isAnew = isReplacing || (change.operation === 'delete' && !isExpected(assembly))
  return isAnew ? [{ kind: 'lost-fence' }] : violation({ code: 'NOT_FOUND', ...about })
}

/** Decides, on the item that came back, which of the conditions joined into one was not met. */
export function explainEntity(assembly: Assembly, extra: readonly EntityCondition[]): Explain {
  const { change, facts, write, expectation, contributions, versionField, isAbsentEmpty = false } = assembly
  const about = { model: facts.entity, key: toNativeItem(change.keyAttributes) }
  const fence = fenceOf(assembly)
  const conditions = [...contributions.flatMap((contribution) => contribution.conditions), ...extra]
  const versionIn = (item: StoredItem): number | undefined => {
    const counted = versionField === undefined ? undefined : item[versionField]?.N
    return counted === undefined ? undefined : Number(counted)
  }
  return (held) => {
    const isForeign = held !== null && change.operation !== 'create' && !isOf(assembly, held)
    if (isForeign && (isAbsentEmpty || isBlindPut(change))) return violation({ code: 'EXISTS', ...about })
    const item = isForeign ? null : (held ?? (isAbsentEmpty ? {} : null))
    const absence = explainPresence(assembly, item)
    // What was read to decide on this write tells more than the write does: where it has moved, all is decided anew.
    const moved = extra
      .filter(({ condition }) => !isMet(condition, held ?? undefined))
      .flatMap(({ explain }) => explain(held ?? {}))
      .filter(({ kind }) => kind === 'lost-fence')
    if (absence !== undefined) return moved.length > 0 ? moved : absence
    const found = item ?? {}
    const missed = conditions.filter(({ condition }) => !isMet(condition, found))
    if (missed.length > 0) return missed.flatMap(({ explain }) => explain(found))
    if (fence.some((condition) => !isMet(condition, found))) {
      if (expectation.kind !== 'current') return [{ kind: 'lost-fence' }]
      return violation({
        code: 'VERSION',
        ...about,
        expected: versionIn(change.before ?? {}),
        actual: versionIn(found),
      })
    }
    return write.hasWhere ? violation({ code: 'CONDITION', ...about }) : [{ kind: 'outdated' }]
  }
}

/** Whether the caller said how the item has to be: then its absence is a refusal, for a delete too. */
const isExpected = ({ expectation, write }: Assembly): boolean =>
  expectation.kind !== 'none' || write.hasWhere

/** What a change takes of a request: what ElectroDB compiled, and what its constraints add. */
export const assemblePart = (assembly: Assembly): ChangePart => ({
  entity: assembly,
  own: assembly.contributions.flatMap(({ writes }) => writes),
})

/** The item after an update; exact where every clause plainly stores or removes a whole attribute. */
export function applyClauses(
  before: StoredItem,
  { clauses, condition }: EntityWrite,
): { readonly item: StoredItem; readonly isExact: boolean } {
  const item: Record<string, StoredItem[string]> = { ...before }
  let isExact = true
  for (const { field, value, section, isWhole } of clauses) {
    const stored = value === undefined ? undefined : condition.values[value]
    if (stored !== undefined) item[field] = stored
    else if (section === 'REMOVE' && isWhole) delete item[field]
    else isExact = false
  }
  return { item, isExact }
}

/** Every field of the model and of the item: a fence over these is a fence over the whole item. */
export const wholeItem = (before: StoredItem, facts: EntityFacts): readonly string[] => [
  ...new Set([...Object.keys(before), ...[...facts.attributes.keys()].map((name) => fieldOf(facts, name))]),
]

/** Beyond this many bytes a fence over a whole item costs more than it is worth where there is a version. */
const LARGEST_FENCE = 4096
/** A comparison with its AND takes about 25 bytes, and the service allows 4 KB of expression. */
const MOST_FENCED = 120

/**
 * The fields that fence an item somebody decided on with more in view than the plan knows. All of it: a version alone
 * does not tell an item from another one that was created in its place and has been written as often. Where a version is
 * declared and the item is large, the version has to do.
 */
export function decisionFence(
  before: StoredItem,
  facts: EntityFacts,
  isVersioned: boolean,
): readonly string[] {
  const fields = wholeItem(before, facts)
  const isTooLarge = fields.length > MOST_FENCED || itemBytes(before) > LARGEST_FENCE
  return isVersioned && isTooLarge ? [] : fields
}
