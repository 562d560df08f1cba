import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { ConstraintSet, KeyPrefixes, Mark, OwnedItem } from '../constraint/constraint.js'
import { KIND, OF, OWNER, ownerKey, VALUE } from '../constraint/guard-item.js'
import { isOwnItem } from '../electro/format.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { AttributeValue, StoredItem, TableKey } from '../plan/attribute-value.js'
import type { Client } from './types/database.js'

/** What a raw item of the table is to the models of a database. */
export type Inspected =
  /** An item of a model, the guards that have to stand beside it, each as it should be, and where pointers must be. */
  | {
      readonly kind: 'item'
      readonly model: string
      readonly guards: readonly OwnedItem[]
      readonly pointers: readonly Mark[]
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

/** A database seen from its table: for tests, checks and repairs that read items as they are stored. */
export interface Inspection {
  readonly table: string
  /** Takes commands of the base client, which a document client takes too. */
  readonly client: DynamoDBClient
  /** The fields of the table's key, partition key first. */
  readonly keyFields: readonly string[]
  /** Says what an item is, in attribute values as a scan of the base client gives it. */
  readonly inspect: (item: StoredItem) => Inspected
}

interface Inspectable {
  readonly table: string
  readonly client: Client
  readonly prefixes: KeyPrefixes
  readonly models: readonly (readonly [string, ConstraintSet])[]
  readonly keyFields: readonly string[]
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

function inspectItem(
  item: StoredItem,
  { models, prefixes }: Inspectable,
  keyFields: readonly string[],
): Inspected {
  const own = inspectOwn(item, keyFields)
  if (own !== undefined) return own
  const found = models.find(([, { facts }]) => isOwnItem(item, facts))
  if (found === undefined) return { kind: 'foreign' }
  const [model, set] = found
  return {
    kind: 'item',
    model,
    guards: set.all.flatMap((constraint) => constraint.owned(item, set, prefixes)),
    pointers: set.all.flatMap((constraint) => constraint.marks(item, prefixes)),
  }
}

/**
 * Looks at a database from its table: which guards an item must have, and whose a guard is. Sends nothing.
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
    inspect: (item) => inspectItem(item, made, keyFields),
  }
}
