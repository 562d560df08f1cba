import type { ItemRequest } from '../dynalite/dynalite-modules.js'
import type { Dynalite } from '../dynalite/load-dynalite.js'
import type { JsonObject } from '../engine/answer.js'
import { checkRequest } from '../engine/request-checks.js'
import { validationError } from '../engine/service-error.js'
import { itemProblem } from '../item/nesting.js'
import type { Item } from '../item/value.js'
import type { Storage } from '../storage/storage.js'
import type { ItemWrite, WriteKind } from './item-write.js'
import { keyHolder } from './item-write.js'
import { schemaProblem } from './schema-problem.js'
import { writeItem } from './single-write.js'

interface BatchRequest {
  readonly RequestItems: Readonly<
    Record<
      string,
      readonly { readonly PutRequest?: { Item: Item }; readonly DeleteRequest?: { Key: Item } }[]
    >
  >
  readonly ReturnConsumedCapacity?: string
}

/** Carries out BatchWriteItem: each write by itself, all of them checked before the first. */
export async function batchWrite(
  dynalite: Dynalite,
  storage: Storage,
  input: JsonObject,
): Promise<JsonObject> {
  const checks = dynalite.checks.get('BatchWriteItem') ?? { types: {} }
  const checked = checkRequest(dynalite, storage.store, checks, input)
  if (!isBatch(checked)) throw validationError('The request has no RequestItems')
  const writes = await planBatch(dynalite, storage, checked)
  const answers = await Promise.all(
    writes.map(({ kind, request }) => writeItem(dynalite, storage, kind, request)),
  )
  return { UnprocessedItems: {}, ...capacityOf(checked, writes, answers) }
}

function isBatch(checked: object): checked is BatchRequest {
  return 'RequestItems' in checked && typeof checked.RequestItems === 'object'
}

async function planBatch(dynalite: Dynalite, storage: Storage, batch: BatchRequest): Promise<ItemWrite[]> {
  const writes: ItemWrite[] = []
  const seen = new Set<string>()
  for (const { kind, request } of requestsOf(batch)) {
    const write = { kind, request, table: await storage.table(request.TableName) }
    checkWrite(dynalite, write)
    const key = storage.keyOf(write.table, keyHolder(request))
    if (seen.has(key)) throw validationError('Provided list of item keys contains duplicates')
    seen.add(key)
    writes.push(write)
  }
  return writes
}

function checkWrite({ db }: Dynalite, write: ItemWrite): void {
  const refused = itemProblem(keyHolder(write.request))
  if (refused !== undefined) throw validationError(refused)
  const problem = schemaProblem(db, write)
  if (problem === undefined) return
  const ofKey = /Missing the key|Type mismatch for key/.test(problem.message)
  throw validationError(ofKey ? 'The provided key element does not match the schema' : problem.message)
}

function requestsOf(batch: BatchRequest): { kind: WriteKind; request: ItemRequest }[] {
  const shared =
    batch.ReturnConsumedCapacity === undefined ? {} : { ReturnConsumedCapacity: batch.ReturnConsumedCapacity }
  return Object.entries(batch.RequestItems).flatMap(([TableName, requests]) =>
    requests.map(({ PutRequest, DeleteRequest }) =>
      PutRequest === undefined
        ? { kind: 'delete' as const, request: { TableName, Key: DeleteRequest?.Key ?? {}, ...shared } }
        : { kind: 'put' as const, request: { TableName, Item: PutRequest.Item, ...shared } },
    ),
  )
}

function capacityOf(
  batch: BatchRequest,
  writes: readonly ItemWrite[],
  answers: readonly JsonObject[],
): JsonObject {
  const wanted = batch.ReturnConsumedCapacity
  if (wanted !== 'TOTAL' && wanted !== 'INDEXES') return {}
  const units = new Map<string, number>()
  for (const [position, { table }] of writes.entries()) {
    const spent = unitsIn(answers[position]?.['ConsumedCapacity'])
    units.set(table.TableName, (units.get(table.TableName) ?? 0) + spent)
  }
  const ConsumedCapacity = [...units].map(([TableName, CapacityUnits]) => ({
    TableName,
    CapacityUnits,
    ...(wanted === 'INDEXES' && { Table: { CapacityUnits } }),
  }))
  return { ConsumedCapacity }
}

function unitsIn(capacity: unknown): number {
  const isCounted = typeof capacity === 'object' && capacity !== null && 'CapacityUnits' in capacity
  return isCounted ? Number(capacity.CapacityUnits) : 0
}
