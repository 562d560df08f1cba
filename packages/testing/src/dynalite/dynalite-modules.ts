import type { ExpectedValue } from '../condition/evaluate-expected.js'
import type { Condition } from '../condition/expression.js'
import type { JsonObject } from '../engine/answer.js'
import type { Path } from '../item/path.js'
import type { Item } from '../item/value.js'
import type { AttributeUpdate } from '../update/apply-attribute-updates.js'
import type { UpdateExpression } from '../update/update-expression.js'

/** A callback of dynalite. */
export type Callback<T> = (error: unknown, result: T) => void

/** One element of a key schema. */
export interface KeyElement {
  readonly AttributeName: string
  readonly KeyType: string
}

/** A secondary index as a table's description has it. */
export interface SecondaryIndex {
  readonly IndexName: string
  readonly KeySchema: readonly KeyElement[]
  readonly Projection: { readonly ProjectionType?: string; readonly NonKeyAttributes?: readonly string[] }
}

/** A table's description as dynalite stores it. */
export interface Table {
  readonly TableName: string
  readonly TableStatus: string
  readonly KeySchema: readonly KeyElement[]
  readonly AttributeDefinitions: readonly {
    readonly AttributeName: string
    readonly AttributeType: 'S' | 'N' | 'B'
  }[]
  readonly GlobalSecondaryIndexes?: readonly SecondaryIndex[]
  readonly LocalSecondaryIndexes?: readonly SecondaryIndex[]
}

/** A request to one item after dynalite's checks; the members with an underscore are parsed expressions. */
export interface ItemRequest {
  readonly TableName: string
  readonly Item?: Item
  readonly Key?: Item
  readonly Expected?: Readonly<Record<string, ExpectedValue>>
  readonly ConditionalOperator?: string
  readonly AttributeUpdates?: Readonly<Record<string, AttributeUpdate>>
  readonly ConditionExpression?: string
  readonly UpdateExpression?: string
  readonly ProjectionExpression?: string
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>
  readonly ExpressionAttributeValues?: Item
  readonly ReturnValues?: string
  readonly ReturnValuesOnConditionCheckFailure?: string
  readonly ReturnConsumedCapacity?: string
  readonly _condition?: { readonly expression: Condition }
  readonly _updates?: UpdateExpression
  readonly _projection?: { readonly paths: readonly Path[] }
}

/** One change of the database underneath. */
export type StoreOperation =
  | { readonly type: 'put'; readonly key: string; readonly value: Item }
  | { readonly type: 'del'; readonly key: string }

/** A named part of dynalite's database. */
export interface SubStore {
  put(key: string, value: unknown, callback: Callback<void>): void
  get(key: string, callback: Callback<unknown>): void
  del(key: string, callback: Callback<void>): void
  batch(operations: readonly StoreOperation[], callback: Callback<void>): void
  createValueStream(options: JsonObject): unknown
  createKeyStream(options?: JsonObject): unknown
  lock(
    key: string,
    run: (release: <A extends unknown[]>(then: (...args: A) => void) => (...args: A) => void) => void,
  ): void
}

/** dynalite's store. */
export interface Store {
  readonly options: { readonly maxItemSize: number; readonly createTableMs: number }
  readonly db: {
    get: (key: string, callback?: Callback<unknown>) => Promise<unknown>
    batch: (operations: readonly StoreOperation[]) => Promise<void>
    close(): Promise<void>
  }
  readonly tableDb: SubStore & { readonly awsAccountId: string; readonly awsRegion: string }
  getItemDb(table: string): SubStore
  getIndexDb(kind: string, table: string, index: string): SubStore
  getTagDb(table: string): SubStore
  getTable(name: string, checkStatus: boolean | Callback<Table>, callback?: Callback<Table>): void
  deleteItemDb(table: string, callback: Callback<void>): void
  deleteIndexDb(kind: string, table: string, index: string, callback: Callback<void>): void
  deleteTagDb(table: string, callback: Callback<void>): void
}

/** Options of dynalite's store. */
export interface StoreOptions {
  readonly path?: string
  readonly createTableMs: number
  readonly deleteTableMs: number
  readonly updateTableMs: number
}

/** A visitor of index keys: what it returns, unless falsy, ends the walk. */
export type IndexVisitor<T> = (
  attribute: string,
  type: 'S' | 'N' | 'B',
  index: SecondaryIndex,
  isGlobal: boolean,
) => T | undefined

/** dynalite's `db` module. Its functions call one another through these exports, so that some can be replaced. */
export interface DynaliteDb {
  create(options: StoreOptions): Store
  createKey(item: Item, table: Table, schema?: readonly KeyElement[]): string
  createIndexKey: (item: Item, table: Table, schema: readonly KeyElement[]) => string
  validateKey: (key: Item, table: Table, schema?: readonly KeyElement[]) => Error | undefined
  validateItem: (item: Item, table: Table) => Error | undefined
  validateUpdates: (
    updates: ItemRequest['AttributeUpdates'],
    expression: UpdateExpression | undefined,
    table: Table,
  ) => Error | undefined
  validateKeyPaths(nestedPaths: Readonly<Record<string, true>> | undefined, table: Table): Error | undefined
  traverseIndexes<T>(table: Table, visit: IndexVisitor<T>): T | undefined
  itemSize: (item: Item) => number
  addConsumedCapacity(
    request: ItemRequest,
    isRead: boolean,
    item?: Item,
    other?: Item,
  ): JsonObject | undefined
  mapPaths(paths: readonly (Path | string)[], item: Item): Item
  queryTable: QueryTable
}

/** What a query or scan asks of dynalite once its key range is known. */
export interface QueryRequest {
  readonly TableName: string
  readonly IndexName?: string
  readonly Limit?: number
  readonly Select?: string
  readonly QueryFilter?: Readonly<Record<string, ExpectedValue>>
  readonly ScanFilter?: Readonly<Record<string, ExpectedValue>>
  readonly ConditionalOperator?: string
  readonly AttributesToGet?: readonly string[]
  readonly _filter?: { readonly expression: Condition }
  readonly _projection?: { readonly paths: readonly Path[] }
}

/** What dynalite gives back from a query or scan. */
export interface QueryResult {
  Items?: Item[]
  Count: number
}

/** dynalite's own reading of a range. */
export type QueryTable = (
  store: Store,
  table: Table,
  request: QueryRequest,
  range: JsonObject,
  isLocal: boolean | undefined,
  fetchFromItemDb: boolean,
  startKeyNames: readonly string[],
  callback: Callback<QueryResult>,
) => void

/** The shape of a request as dynalite describes it. */
export type RequestTypes = Readonly<Record<string, unknown>>

/** The checks of one operation. */
export interface OperationChecks {
  readonly types: RequestTypes
  readonly custom?: (request: JsonObject, store: Store) => string | undefined
}

/** dynalite's `validations` module. */
export interface DynaliteValidations {
  checkTypes(input: JsonObject, types: RequestTypes): JsonObject
  checkValidations(
    request: JsonObject,
    types: RequestTypes,
    custom: OperationChecks['custom'],
    store: Store,
  ): void
  validateExpressionParams(request: object, expressions: string[], others: string[]): string | undefined
  validateExpressions: (request: object) => string | undefined
  validateAttributeValue(value: object): string | undefined
}

/** One operation of dynalite. */
export type DynaliteAction = (store: Store, request: JsonObject, callback: Callback<JsonObject>) => void
