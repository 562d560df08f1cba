import type {
  AttributeDefinition,
  CreateTableCommandInput,
  GlobalSecondaryIndex,
  KeySchemaElement,
  LocalSecondaryIndex,
  Projection,
} from '@aws-sdk/client-dynamodb'
import { TestingError } from '../testing-error.js'
import { mergeKeys } from './merge-keys.js'
import type { SchemaShape, TableModels } from './model-schema.js'
import type { KeyPair } from './table-keys.js'
import { declaredKeys } from './table-keys.js'

/**
 * The CreateTable request for a table in which all of the models, or plain ElectroDB entities, can live.
 *
 * Pure. Models without a schema, such as counters, take the keys of the others; where there are no others, `keys` names
 * them. Keys are strings unless they are cast to numbers or are attributes of that type. An index on the table's own
 * partition key is a local one.
 *
 * @throws TestingError when two models disagree about the keys of the table or of an index
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
  if (table === undefined) {
    throw new TestingError(
      `The models for the table ${tableName} declare no primary index: give at least one model that has one, or the option keys.`,
    )
  }
  const indexes = pairs.filter(({ index }) => index !== undefined)
  const isLocal = (pair: KeyPair): boolean => pair.partition.name === table.partition.name
  const local = indexes.filter(isLocal).map((pair) => secondaryIndex(pair, models))
  const global = indexes.filter((pair) => !isLocal(pair)).map((pair) => secondaryIndex(pair, models))
  return {
    TableName: tableName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keySchema(table),
    AttributeDefinitions: attributeDefinitions(pairs),
    ...(local.length > 0 && { LocalSecondaryIndexes: local }),
    ...(global.length > 0 && { GlobalSecondaryIndexes: global }),
  }
}

/** The names of a table's key attributes, where no model says them. */
export interface TableKeys {
  readonly partitionKey?: string
  readonly sortKey?: string | null
}

function namedKeys({ partitionKey, sortKey }: TableKeys): KeyPair[] {
  if (partitionKey === undefined) return []
  const partition = { name: partitionKey, type: 'S' } as const
  const sort = sortKey === undefined || sortKey === null ? undefined : ({ name: sortKey, type: 'S' } as const)
  return [{ model: 'the option keys', index: undefined, partition, sort, projection: 'all' }]
}

function secondaryIndex(pair: KeyPair, models: TableModels): GlobalSecondaryIndex & LocalSecondaryIndex {
  return { IndexName: pair.index, KeySchema: keySchema(pair), Projection: projection(pair, models) }
}

function keySchema({ partition, sort }: KeyPair): KeySchemaElement[] {
  const elements: KeySchemaElement[] = [{ AttributeName: partition.name, KeyType: 'HASH' }]
  if (sort !== undefined) elements.push({ AttributeName: sort.name, KeyType: 'RANGE' })
  return elements
}

function attributeDefinitions(pairs: readonly KeyPair[]): AttributeDefinition[] {
  const types = new Map<string, 'S' | 'N'>()
  for (const { partition, sort } of pairs) {
    types.set(partition.name, partition.type)
    if (sort !== undefined) types.set(sort.name, sort.type)
  }
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
