import type { ServiceRequest } from '../engine/answer.js'
import { isObject, tableName } from '../engine/table-names.js'

/** Which requests something is about. Everything that is given must fit. */
export interface RequestMatch {
  /** The operation, such as `PutItem`, or several. */
  readonly operation?: string | readonly string[]
  /** The name of a table that the request is about, alone or among others. */
  readonly table?: string
  /** A look at the request itself. */
  readonly where?: (request: ServiceRequest) => boolean
}

/** Whether a request fits. */
export function matches(match: RequestMatch, request: ServiceRequest): boolean {
  const { operation, table, where } = match
  const operations = typeof operation === 'string' ? [operation] : operation
  return (
    (operations?.includes(request.operation) ?? true) &&
    (table === undefined || tablesIn(request).includes(table)) &&
    (where?.(request) ?? true)
  )
}

/** The names of the tables that a request is about. */
export function tablesIn({ input }: ServiceRequest): string[] {
  const names: unknown[] = [input['TableName']]
  if (isObject(input['RequestItems'])) names.push(...Object.keys(input['RequestItems']))
  for (const element of elementsOf(input['TransactItems'])) names.push(element['TableName'])
  return [...new Set(names.map(tableName).filter((name) => typeof name === 'string'))]
}

function elementsOf(elements: unknown): { [member: string]: unknown }[] {
  if (!Array.isArray(elements)) return []
  return elements.flatMap((element) => (isObject(element) ? Object.values(element).filter(isObject) : []))
}

/** How many actions a transaction has; 0 for any other request. */
export function actionCount({ input }: ServiceRequest): number {
  return Array.isArray(input['TransactItems']) ? input['TransactItems'].length : 0
}
