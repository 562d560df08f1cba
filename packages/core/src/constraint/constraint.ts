import type { Problem } from '../errors/registry.js'
import type { StoredItem, TableKey } from '../plan/attribute-value.js'
import type { Change, Expectation, Operation } from '../plan/change.js'
import type { Adjustment, Contribution } from '../plan/contribution.js'
import type { EntityFacts } from '../plan/entity-facts.js'
import type { Shape } from './check-together.js'

/** Prefixes of the keys of our own items. */
export interface KeyPrefixes {
  readonly guard: string
}

/** The models that share a table: whether an item still has a right to a guard can be decided for these alone. */
export type Neighbours = readonly ConstraintSet[]

/** What planning one change may use besides the change. No clock, no randomness. */
export interface PlanContext {
  readonly constraints: ConstraintSet
  readonly neighbours: Neighbours
  readonly prefixes: KeyPrefixes
  /** How long after its expiry an owner counts as gone, in milliseconds. */
  readonly expiryMarginMs: number
  readonly expectation: Expectation
  /** What earlier tries of the same change found out. */
  readonly adjustments: readonly Adjustment[]
}

/** One of our own items, as it should stand in the table. */
export interface OwnedItem {
  /** The names of the constraints that need it. */
  readonly names: readonly string[]
  readonly key: TableKey
  readonly item: StoredItem
}

/** How a value is found through one of our own items. */
export interface Lookup {
  readonly name: string
  /** What a caller gives. */
  readonly attributes: readonly string[]
  /** The key of our own item for the values of a caller, by field. */
  key(values: StoredItem, prefixes: KeyPrefixes): TableKey | undefined
  /** The key of our own item that an item has a right to; undefined where it has none. */
  keyOfItem(item: StoredItem, prefixes: KeyPrefixes): TableKey | undefined
}

/** Everything of one kind that was declared on one entity. */
export interface Constraint {
  readonly kind: string
  /** Attributes that no caller may set. */
  readonly managed: readonly string[]
  /** Fields that may change by a plain SET or REMOVE alone. */
  readonly guarded: readonly string[]
  /** What has to be the same wherever a namespace is used. */
  readonly shapes: readonly Shape[]
  /** Lookups that it offers. */
  readonly lookups: readonly Lookup[]
  /** What it gives to the input of a create. */
  supply(operation: Operation): Readonly<Record<string, unknown>>
  /** Fields: a change that touches one of them has to know the item as it was. */
  needs(set: ConstraintSet): readonly string[]
  /** Our own items that exist exactly because of this item: whoever deletes it has to know it first. */
  owned(item: StoredItem, set: ConstraintSet, prefixes: KeyPrefixes): readonly OwnedItem[]
  /** Whether `owned` can give anything. */
  readonly ownsItems: boolean
  plan(change: Change, context: PlanContext): Contribution
}

/** The constraints of one model. */
export interface ConstraintSet {
  readonly facts: EntityFacts
  readonly all: readonly Constraint[]
  /** The attribute that counts an item's versions. */
  readonly version: string | undefined
  /** The field that says when an item expires, in seconds since 1970. */
  readonly expiry: string | undefined
}

/** What a declaration is checked against, and where its faults are collected. */
export interface Declaring {
  readonly facts: EntityFacts
  readonly problems: Problem[]
  readonly warnings: string[]
}

/** One kind of constraint: how its declaration is checked and what it becomes. */
export interface ConstraintKind {
  /** Reads what was declared under this kind's name, and reports everything that is wrong with it. */
  declare(declared: unknown, declaring: Declaring): Constraint | undefined
}
