import type { ItemRequest, Table } from '../dynalite/dynalite-modules.js'
import { validationError } from '../engine/service-error.js'
import type { Storage } from '../storage/storage.js'
import { keyHolder } from '../write/item-write.js'

/** The tables of the requests, in their order; the first that is not there refuses the whole transaction. */
export async function tablesOf(storage: Storage, requests: readonly ItemRequest[]): Promise<Table[]> {
  const known = new Map<string, Table>()
  const tables: Table[] = []
  for (const { TableName } of requests) {
    const table = known.get(TableName) ?? (await storage.table(TableName))
    known.set(TableName, table)
    tables.push(table)
  }
  return tables
}

/** Refuses a transaction that names one item twice. Keys are compared before the schema is looked at. */
export function refuseDuplicates(requests: readonly ItemRequest[], tables: readonly Table[]): void {
  const seen = new Set<string>()
  for (const [position, request] of requests.entries()) {
    const holder = keyHolder(request)
    const key = tables[position]?.KeySchema.map(({ AttributeName }) => holder[AttributeName])
    const name = JSON.stringify([request.TableName, key])
    if (seen.has(name)) {
      throw validationError('Transaction request cannot include multiple operations on one item')
    }
    seen.add(name)
  }
}
