import type { ItemRequest, RequestTypes, Table } from '../dynalite/dynalite-modules.js'
import type { Dynalite } from '../dynalite/load-dynalite.js'
import type { JsonObject } from '../engine/answer.js'
import { checking, checkRequest } from '../engine/request-checks.js'
import { validationError } from '../engine/service-error.js'
import { itemProblem } from '../item/nesting.js'
import type { Item } from '../item/value.js'
import type { Storage } from '../storage/storage.js'
import { keyProblem } from '../write/schema-problem.js'
import { readCapacity } from './capacity.js'
import { reasonAt, transactionCancelled } from './reasons.js'
import { refuseDuplicates, tablesOf } from './transaction-items.js'
import { listOf, member } from './write-request.js'

interface ReadTransaction {
  readonly TransactItems: readonly { readonly Get: ItemRequest }[]
  readonly ReturnConsumedCapacity?: string
}

/** Carries out TransactGetItems: all items as they were at one moment. */
export async function transactGet(
  dynalite: Dynalite,
  storage: Storage,
  input: JsonObject,
): Promise<JsonObject> {
  const checked = checkRequest(dynalite, storage.store, { types: typesOf(dynalite) }, input)
  if (!isReadTransaction(checked)) throw validationError('The request has no TransactItems')
  const requests = checked.TransactItems.map(({ Get }) => Get)
  checking(() => {
    for (const request of requests) checkGet(dynalite, request)
  })
  const tables = await tablesOf(storage, requests)
  refuseDuplicates(requests, tables)
  refuseKeys(dynalite, requests, tables)
  const items = await readTogether(storage, requests, tables)
  const reads = items.map((item, position) => ({ table: requests[position]?.TableName ?? '', item }))
  return {
    Responses: items.map((item, position) => response(dynalite, requests[position], item)),
    ...readCapacity(checked.ReturnConsumedCapacity, reads),
  }
}

function isReadTransaction(checked: object): checked is ReadTransaction {
  return 'TransactItems' in checked && Array.isArray(checked.TransactItems)
}

function checkGet({ validations }: Dynalite, request: ItemRequest): void {
  const expressions =
    validations.validateExpressionParams(request, ['ProjectionExpression'], []) ??
    validations.validateExpressions(request)
  if (expressions) throw validationError(expressions)
  for (const value of Object.values(request.Key ?? {})) {
    const problem = validations.validateAttributeValue(value)
    if (problem) throw validationError(problem)
  }
  const refused = itemProblem(request.Key ?? {})
  if (refused) throw validationError(refused)
}

function refuseKeys({ db }: Dynalite, requests: readonly ItemRequest[], tables: readonly Table[]): void {
  for (const [position, table] of tables.entries()) {
    const problem = keyProblem(db, requests[position]?.Key ?? {}, table)
    if (problem === undefined) continue
    if (problem.ofWholeRequest) throw validationError(problem.message)
    const reason = { Code: 'ValidationError', Message: problem.message }
    throw transactionCancelled(reasonAt(position, tables.length, reason))
  }
}

async function readTogether(
  storage: Storage,
  requests: readonly ItemRequest[],
  tables: readonly Table[],
): Promise<(Item | undefined)[]> {
  const keys = tables.map((table, position) => storage.keyOf(table, requests[position]?.Key ?? {}))
  const release = await storage.locks.acquire(keys)
  try {
    return await Promise.all(keys.map((key) => storage.get(key)))
  } finally {
    release()
  }
}

function response({ db }: Dynalite, request: ItemRequest | undefined, item: Item | undefined): JsonObject {
  if (item === undefined) return {}
  const paths = request?._projection?.paths
  return { Item: paths === undefined ? item : db.mapPaths(paths, item) }
}

function typesOf({ checks }: Dynalite): RequestTypes {
  const get = checks.get('GetItem')?.types ?? {}
  const ofGet = {
    Key: get['Key'],
    TableName: get['TableName'],
    ProjectionExpression: get['ProjectionExpression'],
    ExpressionAttributeNames: get['ExpressionAttributeNames'],
  }
  return {
    ReturnConsumedCapacity: get['ReturnConsumedCapacity'],
    TransactItems: listOf('TransactGetItem', { Get: { ...member('Get', ofGet), notNull: true } }),
  }
}
