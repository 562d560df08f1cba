import type { AttributeValue, StoredItem } from '../plan/attribute-value.js'
import { NO_CONTRIBUTION } from '../plan/contribution.js'
import { fieldOf } from '../plan/entity-facts.js'
import { type Constraint, type ConstraintKind, type Declaring, NO_EXTRAS } from './constraint.js'

function check(attribute: string, { facts, problems, warnings }: Declaring): boolean {
  const known = facts.attributes.get(attribute)
  if (known === undefined)
    problems.push({ path: 'expires', message: `${attribute} is no attribute of ${facts.entity}` })
  else if (known.type !== 'number')
    problems.push({
      path: 'expires',
      message: `${attribute} has to be a number: the service takes seconds since 1970`,
    })
  if (known?.watch === '*')
    warnings.push(
      `${facts.entity}.${attribute} is written by every update (watch: '*'), and guards carry it: every update of an item with guards is a transaction`,
    )
  return known?.type === 'number'
}

/** `expires`: the attribute whose time ends an item. It writes nothing itself; what the item owns carries it. */
export const expiry: ConstraintKind = {
  declare(declared: unknown, declaring: Declaring): Constraint | undefined {
    if (typeof declared !== 'string') {
      declaring.problems.push({ path: 'expires', message: 'has to be the name of a number attribute' })
      return undefined
    }
    if (!check(declared, declaring)) return undefined
    return {
      ...NO_EXTRAS,
      kind: 'expires',
      guarded: [fieldOf(declaring.facts, declared)],
      needs: () => [],
      describe: () => [{ kind: 'expires', attribute: declared, writes: [] }],
      plan: () => NO_CONTRIBUTION,
    }
  },
}

/** What each of an item's own items carries: its time, in whole seconds, never earlier than the item's. */
export function expiryStamp(
  item: StoredItem,
  field: string | undefined,
): Readonly<Record<string, AttributeValue>> {
  if (field === undefined) return {}
  const seconds = item[field]?.N
  if (seconds === undefined) return {}
  return { [field]: { N: /^-?\d+$/.test(seconds) ? seconds : String(Math.ceil(Number(seconds))) } }
}

/** Whether an item's time is over by more than the margin. */
export function isExpired(
  item: StoredItem,
  field: string | undefined,
  now: number,
  marginMs: number,
): boolean {
  const seconds = field === undefined ? undefined : item[field]?.N
  return seconds !== undefined && Number(seconds) * 1000 + marginMs < now
}
