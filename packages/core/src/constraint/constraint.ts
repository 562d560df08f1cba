import type { Problem } from '../errors/registry.js'
import type { AttributeValue, StoredItem, TableKey } from '../plan/attribute-value.js'
import type { Change, Expectation, Operation } from '../plan/change.js'
import type { Adjustment, Contribution } from '../plan/contribution.js'
import type { EntityFacts } from '../plan/entity-facts.js'
import type { OwnWrite } from '../plan/write.js'
import type { Shape } from './check-together.js'
import type { ConstraintDescription } from './constraint-description.js'
import type { PointerDeclaration } from './pointer-declaration.js'
import type { SequenceDeclaration } from './sequence-declaration.js'

/** Prefixes of the keys of our own items. */
export interface KeyPrefixes {
  readonly guard: string
  readonly pointer: string
  readonly sequence: string
  readonly counter: string
  readonly idempotency: string
}

export const DEFAULT_PREFIXES: KeyPrefixes = {
  guard: 'UNIQ',
  pointer: 'PTR',
  sequence: 'SEQ',
  counter: 'CTR',
  idempotency: 'IDEM',
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
  /** Numbers that were drawn for this change, and have to be taken out of their sequences with it. */
  readonly draws: readonly Draw[]
}

/** A number that a create got from a sequence. */
export interface Draw {
  readonly name: string
  readonly key: TableKey
  readonly origin: string
  /** What the sequence held when it was read; undefined where it did not exist. */
  readonly read: AttributeValue | undefined
  readonly value: AttributeValue
}

/** The value that a pointer must have reached because of an item. */
export interface Mark {
  readonly name: string
  readonly key: TableKey
  readonly value: AttributeValue
  readonly order: 'max' | 'min'
}

/** A number that a sequence must have handed out because of an item. */
export interface NumberMark {
  readonly name: string
  readonly key: TableKey
  readonly value: AttributeValue
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

/** What every kind has to say of itself. */
interface ConstraintCore {
  readonly kind: string
  /** Fields that may change by a plain SET or REMOVE alone. */
  readonly guarded: readonly string[]
  /** Fields: a change that touches one of them has to know the item as it was. */
  needs(set: ConstraintSet): readonly string[]
  plan(change: Change, context: PlanContext): Contribution
  /** What was declared, as plain data, and the writes that `plan` makes of it: one entry for each declaration. */
  describe(set: ConstraintSet, prefixes: KeyPrefixes): readonly ConstraintDescription[]
}

/** What some kinds have besides. */
interface ConstraintExtras {
  /** Attributes that no caller may set. */
  readonly managed: readonly string[]
  /** What has to be the same wherever a namespace is used. */
  readonly shapes: readonly Shape[]
  readonly lookups: readonly Lookup[]
  readonly pointers: readonly PointerDeclaration[]
  readonly sequences: readonly SequenceDeclaration[]
  /** Whether `owned` can give anything: whoever deletes an item has to know it first. */
  readonly ownsItems: boolean
  /** Fields whose change is followed by writes of their own, once it is committed. */
  readonly followed: readonly string[]
  /** What it gives to the input of a create. */
  supply(operation: Operation): Readonly<Record<string, unknown>>
  /** Our own items that exist exactly because of this item. */
  owned(item: StoredItem, set: ConstraintSet, prefixes: KeyPrefixes): readonly OwnedItem[]
  /** The values that pointers must have reached because of this item. */
  marks(item: StoredItem, prefixes: KeyPrefixes): readonly Mark[]
  /** The numbers that sequences must have handed out because of this item. */
  numbers(item: StoredItem, prefixes: KeyPrefixes): readonly NumberMark[]
  /** Writes that follow the commit of a change: safe to lose, and to repeat. */
  followUps(stored: StoredItem, touched: ReadonlySet<string>, prefixes: KeyPrefixes): readonly OwnWrite[]
}

/** Everything of one kind that was declared on one entity. */
export interface Constraint extends ConstraintCore, ConstraintExtras {}

/** A kind that has none of the extras. */
export const NO_EXTRAS: ConstraintExtras = {
  managed: [],
  shapes: [],
  lookups: [],
  pointers: [],
  sequences: [],
  ownsItems: false,
  followed: [],
  supply: () => ({}),
  owned: () => [],
  marks: () => [],
  numbers: () => [],
  followUps: () => [],
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
