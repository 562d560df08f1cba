import type { UniqueViolation } from '../errors/violation.js'
import { identityOf, type StoredItem, type TableKey } from '../plan/attribute-value.js'
import type { Change } from '../plan/change.js'
import { type Condition, isAs } from '../plan/condition.js'
import type { Finding } from '../plan/contribution.js'
import { toNativeItem } from '../plan/native-value.js'
import type { ConstraintSet, PlanContext } from './constraint.js'
import { isExpired } from './expiry.js'
import { labelOf, OWNER, OWNER_KEY, ownerKey } from './guard-item.js'
import type { Guard } from './unique.js'

type Explain = (item: StoredItem | undefined) => readonly Finding[]

/** The value is taken: one violation for each constraint that needs the guard. */
export function explainTaken(guard: Guard, held: StoredItem | undefined, change: Change): readonly Finding[] {
  const owner = held?.[OWNER_KEY]?.M
  return guard.needed.map(({ name, attributes, facts }) => {
    const violation: UniqueViolation = {
      code: 'UNIQUE',
      model: facts.entity,
      key: toNativeItem(change.keyAttributes),
      constraint: name,
      fields: attributes,
      owner: owner === undefined ? undefined : toNativeItem(owner),
    }
    return { kind: 'violation', violation }
  })
}

/** The model that an item is of, among those that guards of this label can belong to. */
function modelOf(
  owner: StoredItem,
  label: string | undefined,
  { neighbours }: Pick<PlanContext, 'neighbours'>,
): ConstraintSet | undefined {
  return neighbours.find(({ facts }) => {
    const { entity, version } = facts.identifiers
    return facts.label === label && owner[entity]?.S === facts.entity && owner[version]?.S === facts.version
  })
}

/** What has to be known of a database to tell whether an item has a right to a guard. */
type Rights = Pick<PlanContext, 'neighbours' | 'prefixes' | 'expiryMarginMs'>

/** Whether an owner has a right to a guard, and by which of its fields it is seen that it has none. */
type Right =
  /** It has; or its model is not connected here, so that nobody can say. */
  | { readonly kind: 'held' | 'unknown' }
  /** It is not there. */
  | { readonly kind: 'gone' }
  /** Its time is over, or it has another value or none. */
  | { readonly kind: 'expired' | 'moved'; readonly seenBy: readonly string[] }

/** Judges the owner that a guard names, as it was read. */
export function judgeRight(
  guard: StoredItem,
  guardId: string,
  owner: StoredItem | undefined,
  rights: Rights,
  now: number,
): Right {
  if (owner === undefined) return { kind: 'gone' }
  const set = modelOf(owner, labelOf(guard), rights)
  if (set === undefined) return { kind: 'unknown' }
  const { expiry } = set
  if (expiry !== undefined && isExpired(owner, expiry, now, rights.expiryMarginMs))
    return { kind: 'expired', seenBy: [expiry] }
  const owned = set.all.flatMap((constraint) => constraint.owned(owner, set, rights.prefixes))
  if (owned.some(({ key }) => identityOf('', key) === guardId)) return { kind: 'held' }
  const looked = new Set(
    set.all.filter(({ ownsItems }) => ownsItems).flatMap((constraint) => constraint.guarded),
  )
  return { kind: 'moved', seenBy: [...looked] }
}

/** What of an owner, as it was read, proves that it has no right to a guard; undefined where nothing does. */
function proofOfLoss(
  guard: StoredItem,
  guardId: string,
  owner: StoredItem | undefined,
  context: PlanContext,
  now: number,
): Condition | undefined {
  const right = judgeRight(guard, guardId, owner, context, now)
  const [partitionKey = ''] = context.constraints.facts.keyFields
  if (right.kind === 'gone') return { op: 'absent', field: partitionKey }
  if (!('seenBy' in right)) return undefined
  const seen = right.seenBy.map((field) => isAs(field, owner?.[field]))
  return right.kind === 'expired' ? seen[0] : { op: 'all', of: seen }
}

/** What it means that a guard could not be claimed: taken, or held by an item that has no right to it any more. */
export function explainClaim(guard: Guard, change: Change, context: PlanContext): Explain {
  const guardId = identityOf('', guard.key)
  const settleGuard = (held: StoredItem | undefined): readonly Finding[] => {
    if (held === undefined) return [{ kind: 'outdated' }]
    const from = held[OWNER]?.S
    const owner: TableKey | undefined =
      from === undefined ? undefined : ownerKey(from, context.constraints.facts.keyFields)
    if (from === undefined || owner === undefined) return explainTaken(guard, held, change)
    const settle = (item: StoredItem | undefined, now: number): readonly Finding[] => {
      const proof = proofOfLoss(held, guardId, item, context, now)
      if (proof === undefined) return explainTaken(guard, held, change)
      const witness = { key: owner, condition: proof }
      return [{ kind: 'adjust', adjustment: { kind: 'take-over', key: guard.key, from, witness } }]
    }
    return [{ kind: 'contested', owner, settle }]
  }
  // The store sends the guard back with its refusal; where it did not, the guard is read like any other contested item.
  return (held) =>
    held === undefined ? [{ kind: 'contested', owner: guard.key, settle: settleGuard }] : settleGuard(held)
}
