import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { ErrorContext } from '../errors/latchkey-error.js'

/** What ElectroDB says of a cursor that is none, and the service of a key at which this query cannot begin. */
const REFUSALS = /unable to parse cursor|start(ing)? ?key|cannot be restarted/i

/**
 * A cursor often comes back from a caller who may have changed it, or has it from another query. What refuses it is then
 * the caller's mistake. Gives other errors as they are.
 */
export function toCursorError(error: unknown, cursor: unknown, context: ErrorContext): unknown {
  if (typeof cursor !== 'string' || !(error instanceof Error) || !REFUSALS.test(error.message)) return error
  return new InvalidInputError(
    [{ path: 'cursor', message: 'is no cursor of this query: begin without one' }],
    context,
  )
}
