import { Buffer } from 'node:buffer'
import type { DynaliteDb, ItemRequest, Table } from '../dynalite/dynalite-modules.js'
import { emptyKeyProblem, emptyKind } from '../dynalite/key-problems.js'
import type { Item } from '../item/value.js'
import type { ItemWrite } from './item-write.js'

/**
 * How a write breaks the table's schema. The service refuses some of it with the whole request, the rest as the
 * reason of one action.
 */
export interface SchemaProblem {
  readonly message: string
  readonly ofWholeRequest: boolean
}

/** The first thing about a write that the table's keys and indexes do not allow. */
export function schemaProblem(db: DynaliteDb, write: ItemWrite): SchemaProblem | undefined {
  const { kind, request, table } = write
  if (kind === 'put') return putProblem(db, request.Item ?? {}, table)
  return (
    keyProblem(db, request.Key ?? {}, table) ??
    (kind === 'update' ? updateProblem(db, request, table) : undefined)
  )
}

/** What is wrong with a key. */
export function keyProblem(db: DynaliteDb, key: Item, table: Table): SchemaProblem | undefined {
  const mismatch = db.validateKey(key, table)
  if (mismatch === undefined || mismatch === null) return sizeProblem(key, table)
  const empty = emptyKeyProblem(key, table)
  return { message: mismatch.message, ofWholeRequest: mismatch.message === empty }
}

function putProblem(db: DynaliteDb, item: Item, table: Table): SchemaProblem | undefined {
  const mismatch = db.validateItem(item, table)
  const empty = emptyKeyProblem(item, table)
  if (empty !== undefined && mismatch?.message === empty) return { message: empty, ofWholeRequest: true }
  if (mismatch) return { message: mismatch.message, ofWholeRequest: false }
  return emptyIndexKey(db, item, table) ?? sizeProblem(item, table)
}

function emptyIndexKey(db: DynaliteDb, item: Item, table: Table): SchemaProblem | undefined {
  return db.traverseIndexes(table, (attribute, _type, index) => {
    const kind = emptyKind(item[attribute])
    if (kind === undefined) return undefined
    const message =
      'One or more parameter values are not valid. A value specified for a secondary index key is not supported. ' +
      `The AttributeValue for a key attribute cannot contain an empty ${kind} value. ` +
      `IndexName: ${index.IndexName}, IndexKey: ${attribute}`
    return { message, ofWholeRequest: true }
  })
}

function updateProblem(db: DynaliteDb, request: ItemRequest, table: Table): SchemaProblem | undefined {
  const mismatch = db.validateUpdates(request.AttributeUpdates, request._updates, table)
  if (mismatch) return { message: mismatch.message, ofWholeRequest: false }
  const written = writtenValues(request)
  return db.traverseIndexes(table, (attribute) => {
    const kind = emptyKind(written[attribute])
    return kind === undefined ? undefined : { message: emptyUpdate(kind), ofWholeRequest: true }
  })
}

/** The service's words for an update that would leave an index key empty. */
export function emptyUpdate(kind: string): string {
  return (
    'One or more parameter values are not valid. The update expression attempted to update a secondary index key ' +
    'to a value that is not supported. The AttributeValue for a key attribute cannot contain an ' +
    `empty ${kind} value.`
  )
}

function writtenValues(request: ItemRequest): Item {
  const written: Item = {}
  for (const { path, val } of request._updates?.sections ?? []) {
    const [attribute] = path
    const isLiteral = val !== undefined && !Array.isArray(val) && !('type' in val)
    if (path.length === 1 && typeof attribute === 'string' && isLiteral)
      Object.assign(written, { [attribute]: val })
  }
  for (const [attribute, { Value }] of Object.entries(request.AttributeUpdates ?? {})) {
    if (Value !== undefined) written[attribute] = Value
  }
  return written
}

const KEY_LIMITS = [
  {
    bytes: 2048,
    message:
      'One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048 bytes',
  },
  {
    bytes: 1024,
    message:
      'One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size limit of 1024 bytes',
  },
]

function sizeProblem(key: Item, table: Table): SchemaProblem | undefined {
  for (const [position, { AttributeName }] of table.KeySchema.entries()) {
    const limit = KEY_LIMITS[position]
    const size = Buffer.byteLength(key[AttributeName]?.S ?? '')
    if (limit !== undefined && size > limit.bytes) return { message: limit.message, ofWholeRequest: false }
  }
  return undefined
}
