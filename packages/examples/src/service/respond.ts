import type { Context } from 'hono'
import { type Problem, problemOf, type WriteError } from './problem.js'

/** Answers with a problem. */
export function respondProblem(context: Context, problem: Problem): Response {
  if (problem.status === 503) context.header('Retry-After', '1')
  return context.body(JSON.stringify(problem), problem.status, { 'Content-Type': 'application/problem+json' })
}

/** Answers a refused write. */
export const refuse = (context: Context, error: WriteError): Response =>
  respondProblem(context, problemOf(error))

/** What a repeat is answered where its item has gone since. */
export const gone = (context: Context): Response =>
  respondProblem(context, { status: 410, code: 'GONE', title: 'It was made, and has gone since' })

/** An item with its version, for `If-Match` of the next change. */
export function respondItem(
  context: Context,
  item: object & { readonly revision?: number },
  status: 200 | 201 = 200,
): Response {
  if (item.revision !== undefined) context.header('ETag', `"${item.revision}"`)
  return context.json(item, status)
}
