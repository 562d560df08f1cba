import type { Violation } from '../errors/violation.js'
import type { AttributeValue, StoredItem, TableKey } from './attribute-value.js'
import type { Condition } from './condition.js'
import type { OwnWrite } from './write.js'

/** What a refused try found out about one of our own items, by its key. The next try is planned with it. */
export type Adjustment =
  /** A guard holds a value for an item that has no right to it any more: take it, while that stays so. */
  | {
      readonly kind: 'take-over'
      readonly key: TableKey
      readonly from: string
      readonly witness: { readonly key: TableKey; readonly condition: Condition }
    }
  /** A guard that was to be released belongs to somebody else: leave it. */
  | { readonly kind: 'leave'; readonly key: TableKey }
  /** A write that the rest can do without was refused: go without it. */
  | { readonly kind: 'drop'; readonly key: TableKey }

/** What the refusal of one write means. */
export type Finding =
  | { readonly kind: 'violation'; readonly violation: Violation }
  /** What is stored cannot be what it is: no retry and no other input makes it right. */
  | { readonly kind: 'failure'; readonly error: Error }
  /** The whole request was made before: what it says comes before everything else. */
  | { readonly kind: 'repeated'; readonly record: StoredItem }
  /** The item is not as it was read: read again, and decide anew. */
  | { readonly kind: 'lost-fence' }
  /** What an adjustment relied on has changed: find out again. */
  | { readonly kind: 'outdated' }
  | { readonly kind: 'adjust'; readonly adjustment: Adjustment }
  /** One of our own items is held by another item, which must be read to say whether it is right. */
  | { readonly kind: 'contested'; readonly owner: TableKey; readonly settle: Settle }

/** Decides a contest once the owner was read. The time is in milliseconds since 1970. */
export type Settle = (owner: StoredItem | undefined, now: number) => readonly Finding[]

/** What a write is for: how it goes together with another write of the same item in one transaction. */
export type Intent =
  /** Holds a value for an owner. `refuse` says what it means that another change of the request holds it. */
  | {
      readonly kind: 'claim'
      readonly owner: string
      readonly refuse: (other: StoredItem | undefined) => readonly Finding[]
    }
  /** Gives a value of an owner free. */
  | { readonly kind: 'release'; readonly owner: string }
  /** Moves a value forward; where going back is refused, `refuse` says what that means. */
  | {
      readonly kind: 'advance'
      readonly value: AttributeValue
      readonly order: 'max' | 'min'
      readonly refuse: (() => readonly Finding[]) | undefined
    }
  /** Takes the next numbers; they were drawn in order, so the last one counts. */
  | { readonly kind: 'draw'; readonly value: AttributeValue }
  /** Is of an item that nothing else is about. */
  | { readonly kind: 'alone' }
  /** Looks at an item, and writes nothing. */
  | { readonly kind: 'check' }
  /** Says that an item is there: a write of it that makes it says the same. `refuse`: it is deleted by the request itself. */
  | { readonly kind: 'presence'; readonly refuse: () => readonly Finding[] }

/** A write on one of our own items, with what its refusal means; the item is what the store sent back. */
export interface GuardedWrite extends OwnWrite {
  readonly intent: Intent
  readonly explain: (item: StoredItem | undefined) => readonly Finding[]
}

/** A condition on the entity's own item that is no fence, with what its failure means. */
export interface EntityCondition {
  readonly condition: Condition
  readonly explain: (item: StoredItem) => readonly Finding[]
}

/** What one constraint adds to the request of a change. */
export interface Contribution {
  readonly writes: readonly GuardedWrite[]
  /** Fields of `before` that the decision used. */
  readonly fence: readonly string[]
  readonly conditions: readonly EntityCondition[]
  /** Numbers that an update of the item adds: field to amount. */
  readonly increments: Readonly<Record<string, number>>
}

export const NO_CONTRIBUTION: Contribution = { writes: [], fence: [], conditions: [], increments: {} }

/** What several constraints add, as one. */
export const mergeContributions = (contributions: readonly Contribution[]): Contribution => ({
  writes: contributions.flatMap(({ writes }) => writes),
  fence: [...new Set(contributions.flatMap(({ fence }) => fence))],
  conditions: contributions.flatMap(({ conditions }) => conditions),
  increments: Object.assign(
    {},
    ...contributions.map(({ increments }) => increments),
  ) as Contribution['increments'],
})
