import type { ItemRequest, OperationChecks } from '../dynalite/dynalite-modules.js'
import type { Dynalite } from '../dynalite/load-dynalite.js'
import type { JsonObject } from '../engine/answer.js'
import { checkRequest, RETURN_ON_FAILURE } from '../engine/request-checks.js'
import { validationError } from '../engine/service-error.js'
import { itemProblem, nestsTooDeep, TOO_DEEP } from '../item/nesting.js'
import type { Item } from '../item/value.js'
import type { Storage } from '../storage/storage.js'
import { applyWrite } from './apply-write.js'
import type { ItemWrite, WriteKind } from './item-write.js'
import { keyHolder } from './item-write.js'
import { returnedAttributes } from './returned-attributes.js'
import { schemaProblem } from './schema-problem.js'

/** The single writes, by operation. */
export const SINGLE_WRITES: ReadonlyMap<string, Exclude<WriteKind, 'check'>> = new Map([
  ['PutItem', 'put'],
  ['UpdateItem', 'update'],
  ['DeleteItem', 'delete'],
])

/** Checks and carries out PutItem, UpdateItem or DeleteItem: the item and its index entries, or nothing. */
export async function singleWrite(
  dynalite: Dynalite,
  storage: Storage,
  operation: string,
  input: JsonObject,
): Promise<JsonObject> {
  const request = asItemRequest(checkRequest(dynalite, storage.store, checksOf(dynalite, operation), input))
  const problem =
    itemProblem(keyHolder(request)) ??
    (nestsTooDeep(request.ExpressionAttributeValues ?? {}) ? TOO_DEEP : undefined)
  if (problem !== undefined) throw validationError(problem)
  return writeItem(dynalite, storage, SINGLE_WRITES.get(operation) ?? 'put', request)
}

function checksOf(dynalite: Dynalite, operation: string): OperationChecks {
  const { types = {}, custom } = dynalite.checks.get(operation) ?? {}
  const extended = { ...types, ReturnValuesOnConditionCheckFailure: RETURN_ON_FAILURE }
  return custom === undefined ? { types: extended } : { types: extended, custom }
}

/** Carries out one checked write. */
export async function writeItem(
  { db }: Dynalite,
  storage: Storage,
  kind: WriteKind,
  request: ItemRequest,
): Promise<JsonObject> {
  const table = await storage.table(request.TableName)
  const write: ItemWrite = { kind, request, table }
  const problem = schemaProblem(db, write)
  if (problem !== undefined) throw validationError(problem.message)
  const key = storage.keyOf(table, keyHolder(request))
  const release = await storage.locks.acquire([key])
  try {
    const before = await storage.get(key)
    const after = applyWrite(db, write, before)
    await storage.commit([{ table, key, before, after }])
    return answer(db, request, before, after)
  } finally {
    release()
  }
}

function answer(
  db: Dynalite['db'],
  request: ItemRequest,
  before: Item | undefined,
  after: Item | undefined,
): JsonObject {
  const Attributes = returnedAttributes(db, request, before, after)
  const ConsumedCapacity = db.addConsumedCapacity(request, false, after ?? before, before)
  return { ...(Attributes && { Attributes }), ...(ConsumedCapacity && { ConsumedCapacity }) }
}

/** The form in which dynalite's checks leave a request to one item. */
function asItemRequest(checked: JsonObject): ItemRequest & JsonObject {
  if (isItemRequest(checked)) return checked
  throw validationError("The parameter 'TableName' is required but was not present in the request")
}

function isItemRequest(checked: JsonObject): checked is ItemRequest & JsonObject {
  return typeof checked['TableName'] === 'string'
}
