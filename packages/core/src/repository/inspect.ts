import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { ConstraintSet, KeyPrefixes, OwnedItem } from '../constraint/constraint.js'
import { KIND, OF, OWNER, ownerKey } from '../constraint/guard-item.js'
import { isOwnItem } from '../electro/format.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { StoredItem, TableKey } from '../plan/attribute-value.js'
import type { Client } from './types/database.js'

/** What a raw item of the table is to the models of a database. */
export type Inspected =
  /** An item of a model, and the guards that have to stand beside it, each as it should be. */
  | { readonly kind: 'item'; readonly model: string; readonly guards: readonly OwnedItem[] }
  /** A guard: of which constraint, and whose; the owner's key is undefined where the guard does not say. */
  | { readonly kind: 'guard'; readonly constraint: string; readonly owner: TableKey | undefined }
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
  inspect(item: StoredItem): Inspected
}

interface Inspectable {
  readonly table: string
  readonly client: Client
  readonly prefixes: KeyPrefixes
  readonly models: readonly (readonly [string, ConstraintSet])[]
}

const inspectable = new WeakMap<object, Inspectable>()

/** Remembers what a database is made of, apart from it: its properties are the names of its models. */
export const registerDatabase = (database: object, made: Inspectable): void => {
  inspectable.set(database, made)
}

function inspectItem(
  item: StoredItem,
  { models, prefixes }: Inspectable,
  keyFields: readonly string[],
): Inspected {
  if (item[KIND]?.S === 'guard') {
    const owner = item[OWNER]?.S
    const constraint = item[OF]?.S?.split(' ')[0] ?? ''
    return { kind: 'guard', constraint, owner: owner === undefined ? undefined : ownerKey(owner, keyFields) }
  }
  const found = models.find(([, { facts }]) => isOwnItem(item, facts))
  if (found === undefined) return { kind: 'foreign' }
  const [model, set] = found
  return {
    kind: 'item',
    model,
    guards: set.all.flatMap((constraint) => constraint.owned(item, set, prefixes)),
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
  const keyFields = made.models[0]?.[1].facts.keyFields ?? []
  const { table, client } = made
  return {
    table,
    client: client as DynamoDBClient,
    keyFields,
    inspect: (item) => inspectItem(item, made, keyFields),
  }
}
