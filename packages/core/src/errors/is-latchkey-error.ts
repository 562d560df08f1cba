import type { AbortedError } from './aborted-error.js'
import type { ConstraintViolationError } from './constraint-violation-error.js'
import type { ContentionError } from './contention-error.js'
import type { DeclarationError } from './declaration-error.js'
import type { DuplicateItemError } from './duplicate-item-error.js'
import type { IdempotencyKeyReusedError } from './idempotency-key-reused-error.js'
import type { InternalError } from './internal-error.js'
import type { InvalidInputError } from './invalid-input-error.js'
import { hasBrand } from './latchkey-error.js'
import type { OutcomeUnknownError } from './outcome-unknown-error.js'
import type { PlanTooLargeError } from './plan-too-large-error.js'
import type { TimeoutError } from './timeout-error.js'

/** Every error that this library throws. `code` narrows it. */
export type AnyLatchkeyError =
  | ConstraintViolationError
  | ContentionError
  | OutcomeUnknownError
  | PlanTooLargeError
  | DeclarationError
  | InvalidInputError
  | InternalError
  | TimeoutError
  | DuplicateItemError
  | AbortedError
  | IdempotencyKeyReusedError

/**
 * Whether this library threw it, this copy of it or another one in the process. `code` then narrows.
 *
 * @example
 * ```ts
 * if (isLatchkeyError(error) && error.code === 'CONTENTION') console.log(error.attempts)
 * ```
 */
export function isLatchkeyError(error: unknown): error is AnyLatchkeyError {
  return hasBrand(error)
}
