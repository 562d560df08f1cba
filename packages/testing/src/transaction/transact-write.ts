import type { Table } from '../dynalite/dynalite-modules.js'
import type { Dynalite } from '../dynalite/load-dynalite.js'
import type { JsonObject } from '../engine/answer.js'
import { checking } from '../engine/request-checks.js'
import { validationError } from '../engine/service-error.js'
import type { ItemChange, Storage } from '../storage/storage.js'
import { applyWrite } from '../write/apply-write.js'
import type { ItemWrite } from '../write/item-write.js'
import { keyHolder } from '../write/item-write.js'
import { schemaProblem } from '../write/schema-problem.js'
import { readCapacity, writeCapacity } from './capacity.js'
import type { CancellationReason } from './reasons.js'
import { NO_REASON, reasonAt, reasonOf, transactionCancelled } from './reasons.js'
import type { Tokens } from './tokens.js'
import { refuseDuplicates, tablesOf } from './transaction-items.js'
import type { WriteTransaction } from './write-request.js'
import { readWriteTransaction } from './write-request.js'

/** Carries out TransactWriteItems: every action with its index entries, or none. */
export async function transactWrite(
  dynalite: Dynalite,
  storage: Storage,
  tokens: Tokens,
  input: JsonObject,
): Promise<JsonObject> {
  const transaction = readWriteTransaction(dynalite, storage.store, input)
  const { token, actions } = transaction
  if (token === undefined) return run(dynalite, storage, transaction)
  if (checking(() => tokens.begin(token, actions))) return replay(dynalite, storage, transaction)
  let committed = false
  try {
    const answer = await run(dynalite, storage, transaction)
    committed = true
    return answer
  } finally {
    tokens.end(token, committed)
  }
}

async function run(dynalite: Dynalite, storage: Storage, transaction: WriteTransaction): Promise<JsonObject> {
  const writes = await planWrites(dynalite, storage, transaction)
  const keys = writes.map(({ table, request }) => storage.keyOf(table, keyHolder(request)))
  const release = await storage.locks.acquire(keys)
  try {
    const changes = await applyAll(dynalite, storage, writes, keys)
    await storage.commit(changes.filter((_, position) => writes[position]?.kind !== 'check'))
    return { ...writeCapacity(transaction.capacity, changes) }
  } finally {
    release()
  }
}

async function planWrites(
  { db }: Dynalite,
  storage: Storage,
  { actions }: WriteTransaction,
): Promise<ItemWrite[]> {
  const requests = actions.map(({ request }) => request)
  const tables = await tablesOf(storage, requests)
  refuseDuplicates(requests, tables)
  const writes = actions.flatMap((action, position): ItemWrite[] => {
    const table: Table | undefined = tables[position]
    return table === undefined ? [] : [{ ...action, table }]
  })
  for (const [position, write] of writes.entries()) {
    const problem = schemaProblem(db, write)
    if (problem === undefined) continue
    if (problem.ofWholeRequest) throw validationError(problem.message)
    const reason = { Code: 'ValidationError', Message: problem.message }
    throw transactionCancelled(reasonAt(position, writes.length, reason))
  }
  return writes
}

async function applyAll(
  { db }: Dynalite,
  storage: Storage,
  writes: readonly ItemWrite[],
  keys: readonly string[],
): Promise<ItemChange[]> {
  const befores = await Promise.all(keys.map((key) => storage.get(key)))
  const reasons: CancellationReason[] = []
  const changes: ItemChange[] = []
  for (const [position, write] of writes.entries()) {
    const before = befores[position]
    try {
      const after = applyWrite(db, write, before)
      changes.push({ table: write.table, key: keys[position] ?? '', before, after })
      reasons.push(NO_REASON)
    } catch (error) {
      reasons.push(reasonOf(error))
    }
  }
  if (changes.length < writes.length) throw transactionCancelled(reasons)
  return changes
}

/** A repeat under a known token changes nothing, and costs what reading its items costs. */
async function replay(
  dynalite: Dynalite,
  storage: Storage,
  transaction: WriteTransaction,
): Promise<JsonObject> {
  const writes = await planWrites(dynalite, storage, transaction)
  const keys = writes.map(({ table, request }) => storage.keyOf(table, keyHolder(request)))
  const items = await Promise.all(keys.map((key) => storage.get(key)))
  const reads = items.map((item, position) => ({ table: writes[position]?.table.TableName ?? '', item }))
  return { ...readCapacity(transaction.capacity, reads) }
}
