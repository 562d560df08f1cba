import type { ConstraintDescription, ConstraintWrite, When } from '../constraint/constraint-description.js'

/** The type of a value: of an attribute, of a property of a map, or of a member of a list or a set. */
export interface ValueDescription {
  /** ElectroDB's name of it; `enum` for a list of values. */
  readonly type: string
  /** What an enum can be. */
  readonly values?: readonly (string | number | boolean)[]
  /** What a map has. */
  readonly properties?: readonly PropertyDescription[]
  /** What a list or a set has as members. */
  readonly items?: ValueDescription
}

/** A property of a map. */
export interface PropertyDescription extends ValueDescription {
  readonly name: string
  readonly required: boolean
  readonly readOnly: boolean
  readonly hidden: boolean
  readonly hasDefault: boolean
}

/** An attribute of a model. */
export interface AttributeDescription extends PropertyDescription {
  /** Under which name the table stores it. */
  readonly field: string
  /** The default, where it is a value of JSON and not made anew each time. */
  readonly default?: unknown
  /** Attributes whose change calls its `set` hook; `*` is every one. */
  readonly watch: readonly string[] | '*'
  /** The functions of the model that see or change its values. */
  readonly hooks: readonly ('get' | 'set' | 'validate')[]
  /** Whether the library alone writes it: a version, or a number of a sequence. */
  readonly isManaged: boolean
  /** Whether it is part of the table's key. */
  readonly isKey: boolean
}

/** One half of a key. */
export interface KeyPartDescription {
  /** Where it is stored; undefined where the service makes the key of the attributes themselves. */
  readonly field?: string
  readonly composite: readonly string[]
  readonly template?: string
  readonly casing: string
  readonly type: 'string' | 'number'
}

/** The table's key or that of a secondary index, as one access pattern. */
export interface IndexDescription {
  /** What queries call it. */
  readonly name: string
  /** The secondary index; undefined for the table itself. */
  readonly index?: string
  readonly pk: KeyPartDescription
  readonly sk?: KeyPartDescription
  /** The collections that it belongs to, outermost first. */
  readonly collections: readonly string[]
  readonly isClustered: boolean
  /** Whether a condition of the model decides which items are in it. */
  readonly isConditional: boolean
  /** The attributes that are in it: all, keys alone, or these. */
  readonly projection: 'all' | 'keys_only' | readonly string[]
}

/** A read that an operation makes. */
export interface ReadDescription {
  readonly request: 'GetItem' | 'BatchGetItem' | 'Query'
  /** What is read: `item`, `guard of email`, `sequence invoice`. */
  readonly role: string
  readonly consistent: boolean
  /** How many items one request reads, where that is known. */
  readonly items?: number
  readonly when: When
  /** Before the writes, or after them: to give back what a transaction left behind, unless `returns` is 'none'. */
  readonly timing: 'before' | 'after'
}

/** A write that an operation makes. */
export interface WriteDescription extends Omit<ConstraintWrite, 'operation'> {
  /** How many such writes there are, where they are several. */
  readonly items?: number
}

/** What a method of a repository reads and writes. */
export interface OperationDescription {
  /** As it is called on the repository: `create`, `by.email`, `pointers.last.read`. */
  readonly name: string
  readonly reads: readonly ReadDescription[]
  readonly writes: readonly WriteDescription[]
  /** What the request of its writes can be; none where it writes nothing. */
  readonly requests: readonly ('PutItem' | 'UpdateItem' | 'DeleteItem' | 'TransactWriteItems')[]
}

interface DescribedEntity {
  readonly service: string
  readonly entity: string
  readonly version: string
  readonly attributes: readonly AttributeDescription[]
  readonly indexes: readonly IndexDescription[]
  readonly constraints: readonly ConstraintDescription[]
  readonly operations: readonly OperationDescription[]
}

/** A model as plain data. */
export interface ModelDescription extends DescribedEntity {
  readonly kind: 'model'
  /** What is allowed and yet likely to hurt. */
  readonly warnings: readonly string[]
}

/** A singleton as plain data. */
export interface SingletonDescription extends DescribedEntity {
  readonly kind: 'singleton'
  /** The one key of the record, by field. */
  readonly key: Readonly<Record<string, string | number>>
  /** What holds while nothing is stored, as JSON has it. */
  readonly defaults: Readonly<Record<string, unknown>>
  /** The older record that it takes the place of. */
  readonly supersedes?: { readonly service: string; readonly entity: string; readonly version: string }
}

/** A counter as plain data. */
export interface CounterDescription {
  readonly kind: 'counter'
  readonly service: string
  readonly name: string
  readonly scope: readonly string[]
  /** Over how many items increments are spread. */
  readonly shards: number
  /** How many items are read: more, where there were more once. */
  readonly readShards: number
  /** The key of a shard; the sort key repeats it. */
  readonly key: string
  readonly operations: readonly OperationDescription[]
}

/** Anything that can be declared, as plain data. */
export type Description = ModelDescription | SingletonDescription | CounterDescription
