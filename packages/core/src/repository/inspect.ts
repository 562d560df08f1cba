import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { ConstraintSet, KeyPrefixes, Mark, NumberMark, OwnedItem } from '../constraint/constraint.js'
import { KIND, OF, OWNER, ownerKey, VALUE } from '../constraint/guard-item.js'
import { judgeRight } from '../constraint/unique-contest.js'
import type { Definition } from '../define/declare.js'
import { isOwnItem } from '../electro/format.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import {
  type AttributeValue,
  identityOf,
  keyOf,
  type StoredItem,
  type TableKey,
} from '../plan/attribute-value.js'
import { guardKeyOf, type InspectedModel, itemKeyOf, storedItemOf } from './inspect-model.js'
import type { Client } from './types/database.js'

/** What a raw item of the table is to the models of a database. */
export type Inspected =
  /**
   * An item of a model, the guards that have to stand beside it, each as it should be, where pointers must be, and which
   * numbers sequences must have handed out.
   */
  | {
      readonly kind: 'item'
      readonly model: string
      readonly guards: readonly OwnedItem[]
      readonly pointers: readonly Mark[]
      readonly sequences: readonly NumberMark[]
    }
  /** A guard: of which constraint, and whose; the owner's key is undefined where the guard does not say. */
  | { readonly kind: 'guard'; readonly constraint: string; readonly owner: TableKey | undefined }
  /** A pointer: of which constraint, at which value, and whose. */
  | {
      readonly kind: 'pointer'
      readonly constraint: string
      readonly value: AttributeValue | undefined
      readonly owner: TableKey | undefined
    }
  /** A sequence or a shard of a counter. */
  | {
      readonly kind: 'sequence' | 'counter'
      readonly constraint: string
      readonly value: AttributeValue | undefined
    }
  /** Anything else. */
  | { readonly kind: 'foreign' }

/**
 * Whether the owner of a guard has a right to it: `held`; or the owner is `gone`, `expired`, or has `moved` on to another
 * value, so that the guard is taken over by the next who wants it; or `unknown`, since its model is not in this database.
 */
export type GuardRight = 'held' | 'gone' | 'expired' | 'moved' | 'unknown'

/** A database seen from its table: for tests, checks and repairs that read items as they are stored. */
export interface Inspection {
  readonly table: string
  /** Takes commands of the base client, which a document client takes too. */
  readonly client: DynamoDBClient
  /** The fields of the table's key, partition key first. */
  readonly keyFields: readonly string[]
  /** Says what an item is, in attribute values as a scan of the base client gives it. */
  readonly inspect: (item: StoredItem) => Inspected
  /** Judges the owner that a guard names, as it was read, at a time in milliseconds since 1970. */
  readonly judge: (guard: StoredItem, owner: StoredItem | undefined, now: number) => GuardRight
  /** The table key of an item of a model, by its key attributes; a singleton has none. */
  readonly keyOf: (model: string, key: Readonly<Record<string, unknown>>) => TableKey
  /** The table key of the guard of a unique constraint, by the values of its scope and its attributes. */
  readonly guardKeyOf: (
    model: string,
    constraint: string,
    values: Readonly<Record<string, unknown>>,
  ) => TableKey
  /** An item of a model as the table holds it, with the keys of its indexes. No hook runs, and no default is filled in. */
  readonly storedOf: (model: string, item: Readonly<Record<string, unknown>>) => StoredItem
}

interface Inspectable {
  readonly table: string
  readonly client: Client
  readonly prefixes: KeyPrefixes
  readonly models: readonly (readonly [string, Definition])[]
  readonly keyFields: readonly string[]
  readonly expiryMarginMs: number
}

const inspectable = new WeakMap<object, Inspectable>()

/** Remembers what a database is made of, apart from it: its properties are the names of its models. */
export const registerDatabase = (database: object, made: Inspectable): void => {
  inspectable.set(database, made)
}

/** What one of our own items says of itself; undefined for every other item. */
function inspectOwn(item: StoredItem, keyFields: readonly string[]): Inspected | undefined {
  const kind = item[KIND]?.S
  const text = item[OWNER]?.S
  const owner = text === undefined ? undefined : ownerKey(text, keyFields)
  const constraint = item[OF]?.S?.split(' normalize=')[0] ?? ''
  const value = item[VALUE]
  if (kind === 'guard') return { kind, constraint, owner }
  if (kind === 'pointer') return { kind, constraint, value, owner }
  return kind === 'sequence' || kind === 'counter' ? { kind, constraint, value } : undefined
}

const setsOf = ({ models }: Inspectable): readonly (readonly [string, ConstraintSet])[] =>
  models.flatMap(([name, definition]) =>
    definition.kind === 'counter' ? [] : [[name, definition.constraints] as const],
  )

function inspectItem(item: StoredItem, made: Inspectable): Inspected {
  const { keyFields, prefixes } = made
  const own = inspectOwn(item, keyFields)
  if (own !== undefined) return own
  const found = setsOf(made).find(([, { facts }]) => isOwnItem(item, facts))
  if (found === undefined) return { kind: 'foreign' }
  const [model, set] = found
  return {
    kind: 'item',
    model,
    guards: set.all.flatMap((constraint) => constraint.owned(item, set, prefixes)),
    pointers: set.all.flatMap((constraint) => constraint.marks(item, prefixes)),
    sequences: set.all.flatMap((constraint) => constraint.numbers(item, prefixes)),
  }
}

function judge(made: Inspectable, guard: StoredItem, owner: StoredItem | undefined, now: number): GuardRight {
  const { keyFields, prefixes, expiryMarginMs } = made
  const neighbours = setsOf(made).map(([, set]) => set)
  const guardId = identityOf('', keyOf(guard, keyFields))
  return judgeRight(guard, guardId, owner, { neighbours, prefixes, expiryMarginMs }, now).kind
}

/** The model or singleton of this name. */
function modelNamed({ models, table, prefixes }: Inspectable, name: string): InspectedModel {
  const definition = models.find(([known]) => known === name)?.[1]
  if (definition !== undefined && definition.kind !== 'counter')
    return { entity: definition.entity, set: definition.constraints, table, prefixes }
  throw new InvalidInputError(
    [{ path: 'model', message: `${name} is no model or singleton of this database` }],
    { operation: 'inspectDatabase' },
  )
}

/**
 * Looks at a database from its table: which guards an item must have, whose a guard is, and where in the table anything
 * stands. Sends nothing.
 *
 * @throws {InvalidInputError} for anything that `connect` did not give.
 *
 * @example
 * ```ts
 * const { table, inspect } = inspectDatabase(db)
 * const { Items = [] } = await client.send(new ScanCommand({ TableName: table }))
 * const missing = Items.map(inspect).flatMap((found) => (found.kind === 'item' ? found.guards : []))
 * ```
 */
export function inspectDatabase(database: object): Inspection {
  const made = inspectable.get(database)
  if (made === undefined)
    throw new InvalidInputError([{ path: 'database', message: 'has to be what `connect` or `$with` gave' }], {
      operation: 'inspectDatabase',
    })
  const { table, client, keyFields } = made
  return {
    table,
    client: client as DynamoDBClient,
    keyFields,
    inspect: (item) => inspectItem(item, made),
    judge: (guard, owner, now) => judge(made, guard, owner, now),
    keyOf: (model, key) => itemKeyOf(modelNamed(made, model), key),
    guardKeyOf: (model, constraint, values) => guardKeyOf(modelNamed(made, model), constraint, values),
    storedOf: (model, item) => storedItemOf(modelNamed(made, model), item),
  }
}
