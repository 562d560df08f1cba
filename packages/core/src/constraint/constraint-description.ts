/**
 * When a request, or a write of one, is made: all that is given has to hold. By names of attributes; where nothing is
 * given, it is always made.
 */
export interface When {
  /** The item as it will be has all of these. */
  readonly has?: readonly string[]
  /** The item as it will be has not this one. */
  readonly hasNot?: string
  /** The item as it was has all of these. */
  readonly had?: readonly string[]
  /** The item as it was has not this one. */
  readonly hadNot?: string
  /** The change writes one of these. */
  readonly touches?: readonly string[]
  /** The change writes some of these, but not all. */
  readonly touchesPartOf?: readonly string[]
  /** The change removes one of these. */
  readonly removes?: readonly string[]
  /** Whether what the constraint keeps differs between the item as it was and as it will be. */
  readonly moves?: boolean
  /** The writes are a transaction. */
  readonly isTransaction?: true
}

/** The changes that a constraint takes part in. */
export type ChangeOperation = 'create' | 'put' | 'update' | 'delete'

/** A write that a constraint adds to the request of a change. */
export interface ConstraintWrite {
  readonly operation: ChangeOperation
  readonly action: 'Put' | 'Update' | 'Delete' | 'ConditionCheck'
  /** As the plan calls it: `claim of email`. */
  readonly role: string
  readonly when: When
  /** In the request of the change, or in one of its own before or after that. */
  readonly timing: 'before' | 'with' | 'after'
}

/** The key of one of our own items, with attributes in braces where their values stand: `UNIQ#shop.account.email#{email}`. */
export interface OwnItemKey {
  readonly partitionKey: string
  /** The partition key again, unless the constraint says otherwise; undefined where the table has no sort key. */
  readonly sortKey?: string
}

interface DescribedConstraint {
  /** The writes that it adds to changes. */
  readonly writes: readonly ConstraintWrite[]
}

interface DescribedByName extends DescribedConstraint {
  readonly name: string
}

/** What is unique, and how its guards are kept. */
export interface UniqueDescription extends DescribedByName {
  readonly kind: 'unique'
  readonly attributes: readonly string[]
  readonly scope: readonly string[]
  /** While this attribute is present the constraint does not count. */
  readonly unless?: string
  /** In the order in which they are applied; `custom` stands for a function. */
  readonly normalize: readonly ('lowercase' | 'trim' | 'nfc' | 'custom')[]
  /** What values are unique within, as it stands in keys. */
  readonly namespace: string
  /** Whether the namespace was named, so that other constraints can share it. */
  readonly isShared: boolean
  /** What stands in keys instead of values. */
  readonly hash?: 'sha256' | 'hmac-sha256'
  /** The key of a guard; undefined where a function of the declaration makes it. */
  readonly key?: OwnItemKey
}

/** The attribute that counts the writes of an item. */
export interface VersionDescription extends DescribedConstraint {
  readonly kind: 'version'
  readonly attribute: string
}

/** The attribute that says when an item ends. */
export interface ExpiresDescription extends DescribedConstraint {
  readonly kind: 'expires'
  readonly attribute: string
}

/** What a pointer follows. */
export interface PointerDescription extends DescribedByName {
  readonly kind: 'pointer'
  readonly attribute: string
  readonly scope: readonly string[]
  readonly order: 'max' | 'min'
  readonly stale: 'skip' | 'reject'
  readonly advance: 'with' | 'after'
  readonly key: OwnItemKey
}

/** What a sequence numbers. */
export interface SequenceDescription extends DescribedByName {
  readonly kind: 'sequence'
  readonly attribute: string
  readonly scope: readonly string[]
  readonly start: number
  readonly step: number
  readonly gapless: boolean
  readonly format?: string
  readonly key: OwnItemKey
}

/** What an item refers to. */
export interface ReferenceDescription extends DescribedByName {
  readonly kind: 'reference'
  readonly service: string
  readonly entity: string
  /** By key attribute of what it refers to: the attribute that holds its value. */
  readonly attributes: Readonly<Record<string, string>>
}

/** One thing that was declared to hold, as plain data. */
export type ConstraintDescription =
  | UniqueDescription
  | VersionDescription
  | ExpiresDescription
  | PointerDescription
  | SequenceDescription
  | ReferenceDescription
