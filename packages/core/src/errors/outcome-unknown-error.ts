import { type ErrorContext, LatchkeyError, nameError } from './latchkey-error.js'
import type { ErrorPayloads } from './registry.js'

/** An answer was lost, and nothing that came after tells whether the write was applied. */
export class OutcomeUnknownError extends LatchkeyError<'OUTCOME_UNKNOWN'> {
  readonly attempts: number

  constructor(payload: ErrorPayloads['OUTCOME_UNKNOWN'], context: ErrorContext = {}) {
    super({
      ...context,
      code: 'OUTCOME_UNKNOWN',
      message:
        'the answer of the service was lost, and the write may or may not have been applied; read the item consistently before deciding what to do',
    })
    this.attempts = payload.attempts
  }

  static {
    nameError(OutcomeUnknownError, 'OutcomeUnknownError')
  }
}
