import { type ErrorContext, LatchkeyError, nameError } from './latchkey-error.js'
import type { ErrorPayloads } from './registry.js'

/** What was waited for was not seen in time. */
export class TimeoutError extends LatchkeyError<'TIMEOUT'> {
  readonly attempts: number
  readonly elapsedMs: number

  constructor(payload: ErrorPayloads['TIMEOUT'], context: ErrorContext = {}) {
    const reads = payload.attempts === 1 ? '1 read' : `${payload.attempts} reads`
    super({
      ...context,
      code: 'TIMEOUT',
      message: `${reads} in ${Math.round(payload.elapsedMs)} ms did not show what was waited for; wait longer, or read by key, which sees it at once`,
    })
    this.attempts = payload.attempts
    this.elapsedMs = payload.elapsedMs
  }

  static {
    nameError(TimeoutError, 'TimeoutError')
  }
}
