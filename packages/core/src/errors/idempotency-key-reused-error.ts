import { type ErrorContext, LatchkeyError, nameError } from './latchkey-error.js'

/** The idempotency key belongs to a request with other input. Nothing of this one was applied. */
export class IdempotencyKeyReusedError extends LatchkeyError<'IDEMPOTENCY_KEY_REUSED'> {
  constructor(context: ErrorContext = {}) {
    super({
      ...context,
      code: 'IDEMPOTENCY_KEY_REUSED',
      message:
        'the idempotency key was used before, for a request that was applied and is not this one; this call applied nothing; use a new key for a new request',
    })
  }

  static {
    nameError(IdempotencyKeyReusedError, 'IdempotencyKeyReusedError')
  }
}
