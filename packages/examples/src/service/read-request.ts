import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { invalid, type Problem } from './problem.js'
import { respondProblem } from './respond.js'

/** Ends a request with a problem. */
export function stop(context: Context, problem: Problem): never {
  throw new HTTPException(problem.status, { res: respondProblem(context, problem) })
}

/** The named fields of a JSON body, and no others. Their types are checked by the repository. */
export async function readFields<T>(context: Context, names: readonly (keyof T & string)[]): Promise<T> {
  const body: unknown = await context.req.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    stop(context, invalid([{ path: '', message: 'the body has to be a JSON object' }]))
  const unknown = Object.keys(body).filter((name) => !names.some((known) => known === name))
  if (unknown.length > 0)
    stop(
      context,
      invalid(unknown.map((path) => ({ path, message: `is no field: there are ${names.join(', ')}` }))),
    )
  return body as T
}

/** What makes a repeat of this request known as one: the header, within the caller's tenant or the thing that is changed. */
export function idempotency(context: Context, within: string): { readonly idempotencyKey?: string } {
  const key = context.req.header('Idempotency-Key')
  return key === undefined || key === '' ? {} : { idempotencyKey: `${within}/${key}` }
}

/** The version in `If-Match`, without which nothing is changed: somebody else's change would be lost. */
export function expectedVersion(context: Context): number {
  const [, version] = /^"(\d+)"$/.exec(context.req.header('If-Match') ?? '') ?? []
  if (version === undefined)
    return stop(context, {
      status: 428,
      code: 'PRECONDITION_REQUIRED',
      title: 'Send the ETag that was read as If-Match',
    })
  return Number(version)
}

/** What a page is asked for with. */
export function pageOf(context: Context): {
  readonly limit: number
  readonly cursor?: string
  readonly signal: AbortSignal
} {
  const { limit = '20', cursor } = context.req.query()
  const count = Number(limit)
  if (!Number.isInteger(count) || count < 1 || count > 100)
    stop(context, invalid([{ path: 'limit', message: 'has to be a whole number from 1 to 100' }]))
  return { limit: count, signal: context.req.raw.signal, ...(cursor === undefined ? {} : { cursor }) }
}
