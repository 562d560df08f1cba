import { type ErrorContext, LatchkeyError, nameError } from './latchkey-error.js'
import type { ErrorPayloads, Limit, Share } from './registry.js'

/** The request would break a limit of the service. Nothing was sent. */
export class PlanTooLargeError extends LatchkeyError<'PLAN_TOO_LARGE'> {
  readonly limitName: Limit
  readonly count: number
  readonly limit: number
  readonly breakdown: readonly Share[]

  constructor(payload: ErrorPayloads['PLAN_TOO_LARGE'], context: ErrorContext = {}) {
    const breakdown = [...payload.breakdown].sort((a, b) => b.count - a.count)
    super({ ...context, code: 'PLAN_TOO_LARGE', message: describePlan({ ...payload, breakdown }) })
    this.limitName = payload.limitName
    this.count = payload.count
    this.limit = payload.limit
    this.breakdown = Object.freeze(breakdown)
  }

  static {
    nameError(PlanTooLargeError, 'PlanTooLargeError')
  }
}

function describePlan({ limitName, count, limit, breakdown }: ErrorPayloads['PLAN_TOO_LARGE']): string {
  const shares = breakdown.slice(0, 5).map((share) => `${share.what} ${share.count}`)
  const room = shares.length === 0 ? '' : ` (${shares.join(', ')}${breakdown.length > 5 ? ', ...' : ''})`
  return `the request needs ${count} ${limitName}, and the service allows ${limit}${room}; nothing was sent, make it smaller`
}
