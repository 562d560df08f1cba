import type {
  AttributeDefinition,
  CreateTableCommandInput,
  GlobalSecondaryIndex,
  KeySchemaElement,
  LocalSecondaryIndex,
  Projection,
} from '@aws-sdk/client-dynamodb'
import { DeclarationError } from '../errors/declaration-error.js'
import { attributesOf, mergeKeys } from './merge-keys.js'
import { declaredKeys, type KeyPair } from './table-keys.js'
import type { SchemaShape, TableModels } from './table-models.js'

/** The names of a table's key attributes, where no model says them. */
export interface TableKeys {
  readonly partitionKey?: string
  readonly sortKey?: string | null
}

/**
 * The CreateTable request for a table in which all of the models, or plain ElectroDB entities, can live.
 *
 * Pure. Models without a schema, such as counters, take the keys of the others; where there are no others, `keys` names
 * them. Keys are strings unless they are cast to numbers or are attributes of that type. An index on the table's own
 * partition key is a local one; one whose key ElectroDB leaves to the service has several key attributes.
 *
 * @throws {DeclarationError} where two models disagree about the keys of the table or of an index
 *
 * @example
 * ```ts
 * await client.send(new CreateTableCommand(tableOf({ accounts, orders }, 'shop')))
 * ```
 */
export function tableOf(
  models: TableModels,
  tableName: string,
  keys: TableKeys = {},
): CreateTableCommandInput {
  const pairs = mergeKeys([...declaredKeys(models), ...namedKeys(keys)])
  const table = pairs.find(({ index }) => index === undefined)
  if (table === undefined)
    throw new DeclarationError([
      {
        path: '',
        message: `the models for the table ${tableName} declare no primary index: give at least one model that has one, or the option keys`,
      },
    ])
  const indexes = pairs.filter(({ index }) => index !== undefined)
  const local = indexes.filter((pair) => isLocal(pair, table)).map((pair) => secondaryIndex(pair, models))
  const global = indexes.filter((pair) => !isLocal(pair, table)).map((pair) => secondaryIndex(pair, models))
  return {
    TableName: tableName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keySchema(table),
    AttributeDefinitions: attributeDefinitions(pairs),
    ...(local.length > 0 && { LocalSecondaryIndexes: local }),
    ...(global.length > 0 && { GlobalSecondaryIndexes: global }),
  }
}

function namedKeys({ partitionKey, sortKey }: TableKeys): KeyPair[] {
  if (partitionKey === undefined) return []
  const partition = [{ name: partitionKey, type: 'S' }] as const
  const sort = sortKey === undefined || sortKey === null ? [] : ([{ name: sortKey, type: 'S' }] as const)
  return [{ model: 'the option keys', index: undefined, partition, sort, projection: 'all' }]
}

/** A local index has the table's partition key and a sort key of its own: with no sort key it can be a global one alone. */
const isLocal = ({ partition, sort }: KeyPair, table: KeyPair): boolean =>
  partition.length === 1 && sort.length === 1 && partition[0]?.name === table.partition[0]?.name

function secondaryIndex(pair: KeyPair, models: TableModels): GlobalSecondaryIndex & LocalSecondaryIndex {
  return { IndexName: pair.index, KeySchema: keySchema(pair), Projection: projection(pair, models) }
}

const keySchema = ({ partition, sort }: KeyPair): KeySchemaElement[] => [
  ...partition.map(({ name }): KeySchemaElement => ({ AttributeName: name, KeyType: 'HASH' })),
  ...sort.map(({ name }): KeySchemaElement => ({ AttributeName: name, KeyType: 'RANGE' })),
]

function attributeDefinitions(pairs: readonly KeyPair[]): AttributeDefinition[] {
  const types = new Map(pairs.flatMap(attributesOf).map(({ name, type }) => [name, type]))
  return [...types].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType }))
}

/** What ElectroDB reads to recognise its own items, whatever an index projects. */
const IDENTIFIERS = ['__edb_e__', '__edb_v__']

function projection({ projection: wanted }: KeyPair, models: TableModels): Projection {
  if (wanted === undefined || wanted === 'all') return { ProjectionType: 'ALL' }
  if (typeof wanted === 'string') return { ProjectionType: 'KEYS_ONLY' }
  const schemas = Object.values(models).flatMap(({ schema }) => (schema === undefined ? [] : [schema]))
  const fields = wanted.flatMap((attribute) => schemas.flatMap((schema) => fieldOf(schema, attribute)))
  return { ProjectionType: 'INCLUDE', NonKeyAttributes: [...new Set([...fields, ...IDENTIFIERS])] }
}

function fieldOf(schema: SchemaShape, attribute: string): string[] {
  const declared = schema.attributes[attribute]
  return declared === undefined ? [] : [declared.field ?? attribute]
}
