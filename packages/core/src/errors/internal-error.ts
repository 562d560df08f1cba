import { type ErrorContext, LatchkeyError, nameError } from './latchkey-error.js'

/** A bug of this library. Please report it. */
export class InternalError extends LatchkeyError<'INTERNAL'> {
  constructor(message: string, context: ErrorContext = {}) {
    super({ ...context, code: 'INTERNAL', message: `${message}; this is a bug of @latchkey/core` })
  }

  static {
    nameError(InternalError, 'InternalError')
  }
}
