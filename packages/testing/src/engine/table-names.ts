import type { JsonObject } from './answer.js'

const TABLE_ARN = /^arn:[^:]*:dynamodb:[^:]*:[^:]*:table\/([^/]+)$/

/** A table's name, for the name itself or the table's ARN. */
export function tableName(nameOrArn: unknown): unknown {
  if (typeof nameOrArn !== 'string') return nameOrArn
  return TABLE_ARN.exec(nameOrArn)?.[1] ?? nameOrArn
}

/** The request with table names wherever it has tables' ARNs. */
export function withTableNames(input: JsonObject): JsonObject {
  const named: JsonObject =
    'TableName' in input ? { ...input, TableName: tableName(input['TableName']) } : { ...input }
  if (isObject(named['RequestItems'])) {
    const entries = Object.entries(named['RequestItems'])
    named['RequestItems'] = Object.fromEntries(entries.map(([name, requests]) => [tableName(name), requests]))
  }
  if (Array.isArray(named['TransactItems']))
    named['TransactItems'] = named['TransactItems'].map(withActionNames)
  return named
}

function withActionNames(element: unknown): unknown {
  if (!isObject(element)) return element
  return Object.fromEntries(
    Object.entries(element).map(([kind, action]) => [
      kind,
      isObject(action) ? withTableNames(action) : action,
    ]),
  )
}

/** Whether a parsed JSON value is an object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
