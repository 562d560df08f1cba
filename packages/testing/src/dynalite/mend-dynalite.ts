import { Buffer } from 'node:buffer'
import { evaluateCondition } from '../condition/evaluate-condition.js'
import { evaluateExpected } from '../condition/evaluate-expected.js'
import { validationError } from '../engine/service-error.js'
import { itemSize } from '../item/item-size.js'
import type { Item } from '../item/value.js'
import type {
  DynaliteDb,
  DynaliteValidations,
  OperationChecks,
  QueryRequest,
  QueryResult,
  QueryTable,
} from './dynalite-modules.js'
import { emptyKeyProblem } from './key-problems.js'

/**
 * Replaces what dynalite does otherwise than the service, on a private copy of its `db` module.
 *
 * - Index entries of different items never share a key: dynalite tells them apart by 24 bits of a hash.
 * - Filters compare maps and lists by what they hold, and paths that are not there are never equal.
 * - Sizes count bytes of UTF-8, not UTF-16 units.
 * - An empty key is refused in the service's words.
 */
export function mendDynalite(db: DynaliteDb): void {
  const { createIndexKey, validateKey, queryTable } = db
  db.createIndexKey = (item, table, schema) =>
    `${createIndexKey(item, table, schema)}/${db.createKey(item, table)}`
  db.validateKey = (key, table, schema) => {
    const problem = schema === undefined ? emptyKeyProblem(key, table) : undefined
    return problem === undefined ? validateKey(key, table, schema) : validationError(problem)
  }
  db.itemSize = (item) => itemSize(item)
  db.queryTable = filteredQuery(queryTable, (paths, item) => db.mapPaths(paths, item))
}

/** Lets a scan ask for a consistent read, which dynalite's checks would drop. */
export function mendChecks(
  checks: ReadonlyMap<string, OperationChecks>,
): ReadonlyMap<string, OperationChecks> {
  const scan = checks.get('Scan')
  if (scan === undefined) return checks
  return new Map([...checks, ['Scan', { ...scan, types: { ...scan.types, ConsistentRead: 'Boolean' } }]])
}

const EXPRESSIONS = [
  'UpdateExpression',
  'ConditionExpression',
  'KeyConditionExpression',
  'FilterExpression',
  'ProjectionExpression',
] as const

/** The most bytes that an expression may have. */
const LONGEST_EXPRESSION = 4096

/** Refuses expressions that the service finds too long, before they are parsed. */
export function mendValidations(validations: DynaliteValidations): void {
  const { validateExpressions } = validations
  validations.validateExpressions = (request) => tooLong(request) ?? validateExpressions(request)
}

function tooLong(request: ExpressionHolder): string | undefined {
  for (const name of EXPRESSIONS) {
    const size = Buffer.byteLength(request[name] ?? '')
    if (size <= LONGEST_EXPRESSION) continue
    const tail = name === 'UpdateExpression' ? '' : ` expression size: ${size}`
    return `Invalid ${name}: Expression size has exceeded the maximum allowed size;${tail}`
  }
  return undefined
}

type ExpressionHolder = { readonly [N in (typeof EXPRESSIONS)[number]]?: string }

/** Reads the range with dynalite, then filters and projects here. */
function filteredQuery(queryTable: QueryTable, project: DynaliteDb['mapPaths']): QueryTable {
  return (store, table, request, range, isLocal, fetch, names, callback) => {
    const bare = withoutFilter(request)
    queryTable(store, table, bare, range, isLocal, fetch, names, (error, result) => {
      if (error) return callback(error, result)
      callback(null, selected(request, result, project))
    })
  }
}

/** The members of a request that are obeyed here, when dynalite has read the range. */
const OBEYED_HERE = new Set([
  '_filter',
  '_projection',
  'QueryFilter',
  'ScanFilter',
  'AttributesToGet',
  'Select',
])

function withoutFilter(request: QueryRequest): QueryRequest {
  const others = Object.entries(request).filter(([name]) => !OBEYED_HERE.has(name))
  return { ...Object.fromEntries(others), TableName: request.TableName }
}

function selected(request: QueryRequest, result: QueryResult, project: DynaliteDb['mapPaths']): QueryResult {
  const items = (result.Items ?? []).filter((item) => passes(request, item))
  const { Items: _all, ...counts } = result
  if (request.Select === 'COUNT') return { ...counts, Count: items.length }
  const paths = request._projection?.paths ?? request.AttributesToGet
  const Items = paths === undefined ? items : items.map((item) => project(paths, item))
  return { ...counts, Count: items.length, Items }
}

function passes(request: QueryRequest, item: Item): boolean {
  if (request._filter !== undefined) return evaluateCondition(request._filter.expression, item)
  const filter = request.QueryFilter ?? request.ScanFilter
  return filter === undefined || evaluateExpected(filter, request.ConditionalOperator, item)
}
