import type { Violation } from '../errors/violation.js'
import { identityOf, type StoredItem } from './attribute-value.js'
import type { Change, Expectation } from './change.js'
import { type Condition, isAs, isMet } from './condition.js'
import type { Contribution, Finding, GuardedWrite } from './contribution.js'
import { type EntityFacts, fieldOf } from './entity-facts.js'
import { type Clause, type EntityWrite, joinClauses } from './entity-write.js'
import { itemBytes } from './item-size.js'
import { toNativeItem } from './native-value.js'
import { Placeholders } from './placeholders.js'
import { CompiledPlan } from './plan.js'
import { compileOwnWrite, joinCondition, pruneExpression, type Write } from './write.js'

/** What a refused write means, by its position; null where the store holds no such item. */
export type Explain = (item: StoredItem | null) => readonly Finding[]

/** A plan with what the refusal of each of its writes means. */
export interface PlannedChange {
  readonly plan: CompiledPlan
  readonly explains: readonly Explain[]
}

/** What one change needs besides its constraints' contributions. */
export interface Assembly {
  readonly facts: EntityFacts
  readonly change: Change
  readonly write: EntityWrite
  readonly expectation: Expectation
  readonly contributions: readonly Contribution[]
  /** The field that counts versions, for errors. */
  readonly versionField: string | undefined
}

/** Equality, or absence, of everything in the item as it was read that the decision used. */
function fenceOf({ change, contributions }: Assembly): readonly Condition[] {
  const { before } = change
  if (before === undefined || before === null) return []
  const fields = new Set([...contributions.flatMap(({ fence }) => fence), ...change.reliesOn])
  return [...fields].map((field) => isAs(field, before[field]))
}

function incrementClauses(contributions: readonly Contribution[], placeholders: Placeholders): Clause[] {
  const increments = contributions.flatMap((contribution) => Object.entries(contribution.increments))
  return increments.map(([field, amount]) => ({
    section: 'ADD',
    text: `${placeholders.name(field)} ${placeholders.value({ N: String(amount) })}`,
    field,
    isWhole: true,
  }))
}

function compileEntityWrite(assembly: Assembly, fence: readonly Condition[]): Write {
  const { write, contributions } = assembly
  const { action, table, key } = write
  const placeholders = new Placeholders(write.condition.names, write.condition.values)
  const clauses = [...write.clauses, ...incrementClauses(contributions, placeholders)]
  const update = action === 'Update' ? joinClauses(clauses) : ''
  const ours = [
    ...fence,
    ...contributions.flatMap(({ conditions }) => conditions.map(({ condition }) => condition)),
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

/** Decides, on the item that came back, which of the conditions joined into one was not met. */
function explainEntity(assembly: Assembly, fence: readonly Condition[]): Explain {
  const { change, facts, write, expectation, contributions, versionField } = assembly
  const about = { model: facts.entity, key: toNativeItem(change.keyAttributes) }
  const versionIn = (item: StoredItem | null | undefined): number | undefined => {
    const counted = versionField === undefined ? undefined : item?.[versionField]?.N
    return counted === undefined ? undefined : Number(counted)
  }
  return (item) => {
    if (change.operation === 'create') return violation({ code: 'EXISTS', ...about })
    if (item === null && change.operation === 'delete' && !isExpected(assembly))
      return [{ kind: 'lost-fence' }]
    if (item === null) return violation({ code: 'NOT_FOUND', ...about })
    const missed = contributions.flatMap(({ conditions }) =>
      conditions.filter(({ condition }) => !isMet(condition, item)),
    )
    if (missed.length > 0) return missed.flatMap(({ explain }) => explain(item))
    if (fence.some((condition) => !isMet(condition, item))) {
      if (expectation.kind !== 'current') return [{ kind: 'lost-fence' }]
      return violation({
        code: 'VERSION',
        ...about,
        expected: versionIn(change.before),
        actual: versionIn(item),
      })
    }
    return write.hasWhere ? violation({ code: 'CONDITION', ...about }) : [{ kind: 'outdated' }]
  }
}

/** Whether the caller said how the item has to be: then its absence is a refusal, for a delete too. */
const isExpected = ({ expectation, write }: Assembly): boolean =>
  expectation.kind !== 'none' || write.hasWhere

const explainOwn =
  (own: GuardedWrite): Explain =>
  (item) =>
    own.explain(item ?? undefined)

/** Checks of one item become one check: a transaction may touch no item twice. */
function mergeChecks(own: readonly GuardedWrite[]): readonly GuardedWrite[] {
  const merged = new Map<string, GuardedWrite>()
  for (const write of own) {
    const id = identityOf('', write.key)
    const known = merged.get(id)
    const isMergeable = write.action === 'ConditionCheck' && known?.action === 'ConditionCheck'
    if (!isMergeable || known === undefined) merged.set(merged.has(id) ? `${id} ${merged.size}` : id, write)
    else merged.set(id, { ...known, condition: { op: 'all', of: [known.condition, write.condition] } })
  }
  return [...merged.values()]
}

/** Joins what ElectroDB compiled and what the constraints add into one plan. */
export function assemblePlan(assembly: Assembly): PlannedChange {
  const fence = fenceOf(assembly)
  const own = mergeChecks(assembly.contributions.flatMap(({ writes }) => writes))
  const entity = compileEntityWrite(assembly, fence)
  const compiled = [entity, ...own.map((write) => compileOwnWrite(write, entity.table))]
  return {
    plan: new CompiledPlan(compiled),
    explains: [explainEntity(assembly, fence), ...own.map(explainOwn)],
  }
}

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
