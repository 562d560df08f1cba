import { InternalError } from '../errors/internal-error.js'
import type { StoredItem, TableKey } from '../plan/attribute-value.js'
import { identityOf, isSameValue } from '../plan/attribute-value.js'
import type { Change } from '../plan/change.js'
import type { Condition } from '../plan/condition.js'
import { type Contribution, type GuardedWrite, NO_CONTRIBUTION } from '../plan/contribution.js'
import { fieldOf, keyAttributesOf } from '../plan/entity-facts.js'
import { namespaceProblems, type Shape } from './check-together.js'
import {
  type Constraint,
  type ConstraintKind,
  type ConstraintSet,
  type Declaring,
  type KeyPrefixes,
  NO_EXTRAS,
  type OwnedItem,
  type PlanContext,
} from './constraint.js'
import { expiryStamp } from './expiry.js'
import { guardItem, OWNER, type Owner, ownerText } from './guard-item.js'
import { guardKey, guardKeyIfAny } from './guard-key.js'
import { explainClaim, explainTaken } from './unique-contest.js'
import { declareUnique, groupOf, type UniqueDeclaration } from './unique-declaration.js'
import { describeUnique } from './unique-description.js'

/** One guard of an item, and the constraints that need it. */
export interface Guard {
  readonly key: TableKey
  readonly needed: readonly [UniqueDeclaration, ...UniqueDeclaration[]]
}

type Guards = ReadonlyMap<string, Guard>
type KeyOf = (declaration: UniqueDeclaration, item: StoredItem, prefix: string) => TableKey | undefined

function guardsOf(
  declarations: readonly UniqueDeclaration[],
  item: StoredItem | null | undefined,
  prefix: string,
  keyOf: KeyOf,
): Guards {
  const guards = new Map<string, Guard>()
  for (const declaration of declarations) {
    const key = item ? keyOf(declaration, item, prefix) : undefined
    if (key === undefined) continue
    const id = identityOf('', key)
    const known = guards.get(id)
    guards.set(id, { key, needed: known === undefined ? [declaration] : [...known.needed, declaration] })
  }
  return guards
}

/** The constraints whose guards a change can move: those that it touches, and all that share a namespace with one. */
function affected(
  declarations: readonly UniqueDeclaration[],
  change: Change,
  set: ConstraintSet,
): readonly UniqueDeclaration[] {
  const { operation, touched } = change
  if (operation !== 'update' || (set.expiry !== undefined && touched.has(set.expiry))) return declarations
  const isTouched = (declaration: UniqueDeclaration): boolean =>
    declaration.fields.some((field) => touched.has(field))
  const groups = new Set(declarations.filter(isTouched).map(groupOf))
  return declarations.filter((declaration) => groups.has(groupOf(declaration)))
}

/** Everything that the guard writes of one change have in common. */
interface Claiming {
  readonly owner: Owner
  readonly ownerText: string
  readonly partitionKey: string
  readonly change: Change
  readonly context: PlanContext
}

const namesOf = (guard: Guard): string => guard.needed.map(({ name }) => name).join(' and ')

const isMine = ({ partitionKey, ownerText }: Claiming, others: readonly string[] = []): Condition => ({
  op: 'any',
  of: [
    { op: 'absent', field: partitionKey },
    ...[ownerText, ...others].map((text): Condition => ({ op: 'equals', field: OWNER, value: { S: text } })),
  ],
})

/** Puts a guard that is free or ours already; or, where an earlier try proved it stale, takes it over from its owner. */
function claim(guard: Guard, role: string, claiming: Claiming): readonly GuardedWrite[] {
  const { context, owner, change } = claiming
  const id = identityOf('', guard.key)
  const takeOver = context.adjustments.findLast(
    (adjustment) => adjustment.kind === 'take-over' && identityOf('', adjustment.key) === id,
  )
  const stamp = expiryStamp(change.after ?? {}, context.constraints.expiry)
  const put: GuardedWrite = {
    action: 'Put',
    role: `${role} of ${namesOf(guard)}`,
    key: guard.key,
    item: guardItem(guard.needed[0], guard.key, owner, stamp),
    condition: isMine(claiming, takeOver?.kind === 'take-over' ? [takeOver.from] : []),
    intent: {
      kind: 'claim',
      owner: claiming.ownerText,
      refuse: (other) => explainTaken(guard, other, claiming.change),
    },
    explain: explainClaim(guard, claiming.change, context),
  }
  if (takeOver?.kind !== 'take-over') return [put]
  const { key, condition } = takeOver.witness
  const explain = (): readonly [{ readonly kind: 'outdated' }] => [{ kind: 'outdated' }]
  return [
    put,
    {
      action: 'ConditionCheck',
      role: `check of the former owner of ${namesOf(guard)}`,
      key,
      condition,
      intent: { kind: 'check' },
      explain,
    },
  ]
}

/** Deletes a guard that is ours or gone; or, where an earlier try found it another's, checks that it stays so. */
function release(guard: Guard, claiming: Claiming): GuardedWrite {
  const id = identityOf('', guard.key)
  const isAnothers = claiming.context.adjustments.some(
    (adjustment) => adjustment.kind === 'leave' && identityOf('', adjustment.key) === id,
  )
  if (!isAnothers)
    return {
      action: 'Delete',
      role: `release of ${namesOf(guard)}`,
      key: guard.key,
      condition: isMine(claiming),
      intent: { kind: 'release', owner: claiming.ownerText },
      explain: () => [{ kind: 'adjust', adjustment: { kind: 'leave', key: guard.key } }],
    }
  return {
    action: 'ConditionCheck',
    role: `check that the guard of ${namesOf(guard)} is another's`,
    key: guard.key,
    condition: { op: 'differs', field: OWNER, value: { S: claiming.ownerText } },
    intent: { kind: 'check' },
    explain: () => [{ kind: 'outdated' }],
  }
}

function planUnique(
  declarations: readonly UniqueDeclaration[],
  change: Change,
  context: PlanContext,
): Contribution {
  const { before, after } = change
  const { facts, expiry } = context.constraints
  const counting = affected(declarations, change, context.constraints)
  if (counting.length === 0) return NO_CONTRIBUTION
  if (before === undefined)
    throw new InternalError('a unique constraint was planned for an item that was not read')
  const held = guardsOf(counting, before, context.prefixes.guard, guardKeyIfAny)
  // A value that the change does not write may be of any form: it was stored by somebody else, and has no guard then.
  const isWritten = ({ fields }: UniqueDeclaration): boolean =>
    change.operation !== 'update' || fields.some((field) => change.touched.has(field))
  const keyOf: KeyOf = (declaration, item, prefix) =>
    (isWritten(declaration) ? guardKey : guardKeyIfAny)(declaration, item, prefix)
  const due = guardsOf(counting, after, context.prefixes.guard, keyOf)
  const owner: Owner = { facts, key: change.key, attributes: change.keyAttributes }
  const [partitionKey = ''] = facts.keyFields
  const claiming: Claiming = {
    owner,
    ownerText: ownerText(change.key, facts.keyFields),
    partitionKey,
    change,
    context,
  }
  // A key can be spelt anew by what replaces the item, and the guard tells how it is spelt.
  const kept = [
    ...(expiry === undefined ? [] : [expiry]),
    ...facts.keyAttributes.map((name) => fieldOf(facts, name)),
  ]
  const isStampKept = kept.every((field) => isSameValue(before?.[field], after?.[field]))
  const writes = [
    ...[...due].flatMap(([id, guard]) => {
      if (!held.has(id)) return claim(guard, 'claim', claiming)
      return isStampKept ? [] : claim(guard, 'refresh', claiming)
    }),
    ...[...held].flatMap(([id, guard]) => (due.has(id) ? [] : [release(guard, claiming)])),
  ]
  const looked = [...counting.flatMap(({ fields }) => fields), ...(expiry === undefined ? [] : [expiry])]
  return { ...NO_CONTRIBUTION, writes, fence: before === null ? [] : [...new Set(looked)] }
}

function ownedBy(
  declarations: readonly UniqueDeclaration[],
  item: StoredItem,
  set: ConstraintSet,
  prefixes: KeyPrefixes,
): readonly OwnedItem[] {
  const { facts } = set
  const key = Object.fromEntries(facts.keyFields.map((field) => [field, item[field] ?? { S: '' }]))
  const attributes = keyAttributesOf(item, facts)
  const guards = guardsOf(declarations, item, prefixes.guard, guardKeyIfAny)
  return [...guards.values()].map((guard) => ({
    names: guard.needed.map(({ name }) => name),
    key: guard.key,
    item: guardItem(guard.needed[0], guard.key, { facts, key, attributes }, expiryStamp(item, set.expiry)),
  }))
}

function constraintOf(declarations: readonly UniqueDeclaration[]): Constraint {
  const fields = declarations.flatMap((declaration) => declaration.fields)
  return {
    ...NO_EXTRAS,
    kind: 'unique',
    guarded: fields,
    ownsItems: true,
    shapes: declarations.flatMap((declaration) =>
      declaration.key === undefined ? [shapeOf(declaration)] : [],
    ),
    lookups: declarations.map((declaration) => ({
      name: declaration.name,
      attributes: [...declaration.scope, ...declaration.attributes],
      key: (values, prefixes) => guardKey({ ...declaration, unless: undefined }, values, prefixes.guard),
      keyOfItem: (item, prefixes) => guardKeyIfAny(declaration, item, prefixes.guard),
    })),
    describe: (set, prefixes) =>
      declarations.map((declaration) => describeUnique(declaration, declarations, set, prefixes)),
    needs: ({ expiry }) => (expiry === undefined ? fields : [...fields, expiry]),
    owned: (item, set, prefixes) => ownedBy(declarations, item, set, prefixes),
    plan: (change, context) => planUnique(declarations, change, context),
  }
}

/** What all constraints of one namespace have to agree in: else their guards never meet. */
const shapeOf = (declaration: UniqueDeclaration): Shape => ({
  namespace: declaration.namespace,
  isShared: declaration.isShared,
  name: `${declaration.facts.entity}.unique.${declaration.name}`,
  form: {
    'number of attributes': declaration.attributes.length,
    'number of scope attributes': declaration.scope.length,
    normalize: declaration.normalize,
    hash: declaration.hash?.secret ?? declaration.hash !== undefined,
    prefix: declaration.declaredPrefix,
    sortKey: declaration.sortKey,
  },
})

/** `unique`: no two items have the same values, kept by one guard item for each. */
export const unique: ConstraintKind = {
  declare(declared: unknown, declaring: Declaring): Constraint | undefined {
    if (typeof declared !== 'object' || declared === null || Array.isArray(declared)) {
      declaring.problems.push({ path: 'unique', message: 'has to be an object: a name for each constraint' })
      return undefined
    }
    const declarations = Object.entries(declared).flatMap(
      ([name, entry]) => declareUnique(name, entry, declaring) ?? [],
    )
    declaring.problems.push(...namespaceProblems(declarations.map(shapeOf)))
    return declarations.length === 0 ? undefined : constraintOf(declarations)
  },
}
