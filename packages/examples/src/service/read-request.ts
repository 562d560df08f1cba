import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { changed, invalid, type Problem } from './problem.js'
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

/**
 * How a write is sent: given up when the caller has gone, which leaves all of it or nothing, and with the key that makes
 * a repeat harmless. The key counts within `place`, so that one tenant's is no other's.
 */
export function sending(
  context: Context,
  ...place: readonly string[]
): { readonly signal: AbortSignal; readonly idempotencyKey?: string } {
  const { signal } = context.req.raw
  const key = context.req.header('Idempotency-Key') ?? ''
  return key === '' ? { signal } : { signal, idempotencyKey: JSON.stringify([...place, key]) }
}

/** The version in `If-Match`, without which nothing is changed: somebody else's change would be lost. */
export function expectedVersion(context: Context): number {
  const given = context.req.header('If-Match')
  if (given === undefined || given === '*')
    stop(context, {
      status: 428,
      code: 'PRECONDITION_REQUIRED',
      title: 'Send the ETag that was read as If-Match',
    })
  // What this service never gave is no version of anything. Fifteen digits are exact as a number.
  const [, version] = /^"(\d{1,15})"$/.exec(given) ?? []
  return version === undefined ? stop(context, changed('VERSION')) : Number(version)
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
