import { type ErrorContext, LatchkeyError, nameError } from './latchkey-error.js'
import type { ErrorPayloads } from './registry.js'

/** Conflicts with other writers, or throttling, outlasted the retries. Nothing was applied. */
export class ContentionError extends LatchkeyError<'CONTENTION'> {
  readonly attempts: number
  readonly elapsedMs: number

  constructor(payload: ErrorPayloads['CONTENTION'], context: ErrorContext = {}) {
    const tries = payload.attempts === 1 ? '1 attempt' : `${payload.attempts} attempts`
    super({
      ...context,
      code: 'CONTENTION',
      message: `other requests kept interfering, and ${tries} in ${Math.round(payload.elapsedMs)} ms did not get through; nothing was applied, so it is safe to try again later, or with more of \`retry\``,
    })
    this.attempts = payload.attempts
    this.elapsedMs = payload.elapsedMs
  }

  static {
    nameError(ContentionError, 'ContentionError')
  }
}
