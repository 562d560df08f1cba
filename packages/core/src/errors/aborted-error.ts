import { type ErrorContext, LatchkeyError, nameError } from './latchkey-error.js'

/** The signal was aborted before this one's turn came. Nothing of it was sent. `cause` is the signal's reason. */
export class AbortedError extends LatchkeyError<'ABORTED'> {
  constructor(context: ErrorContext = {}) {
    super({
      ...context,
      code: 'ABORTED',
      message:
        'the signal was aborted before this row was started; nothing of it was sent, so it is safe to send it later',
    })
  }

  static {
    nameError(AbortedError, 'AbortedError')
  }
}
