import type { Answer, ServiceRequest } from '../engine/answer.js'
import { TestingError } from '../testing-error.js'
import type { Respond } from '../transport/in-process-handler.js'
import type { RequestMatch } from './request-match.js'
import { matches } from './request-match.js'

/** Which requests a fault strikes, and how often. */
export interface FaultOptions extends RequestMatch {
  /** How many requests it strikes; one by default, `Infinity` until it is disarmed. */
  readonly times?: number
  /** How many requests that fit pass before it strikes; none by default. */
  readonly after?: number
  /** Strikes only this share of the requests that fit, always the same ones for a seed. */
  readonly seeded?: { readonly seed: number; readonly probability: number }
}

/** An armed fault. */
export interface Fault {
  /** How many requests it has struck. */
  readonly struck: number
  /** Whether it has struck as often as it may. */
  readonly isSpent: boolean
  /** Disarms it. */
  disarm(): void
  /** Whether it strikes this request; counts it if so. */
  takes(request: ServiceRequest): boolean
  /** What becomes of a request that it strikes. */
  strike(request: ServiceRequest, respond: Respond): Promise<Answer>
}

/** What a fault is made of. */
export interface FaultParts {
  /** The requests that the fault can strike at all. */
  readonly natural: RequestMatch
  readonly options: FaultOptions
  readonly random: (() => number) | undefined
  readonly strike: Fault['strike']
  readonly disarm: (fault: Fault) => void
}

/** A fault that waits for its requests. */
export function armFault({ natural, options, random, strike, disarm }: FaultParts): Fault {
  const times = countOf('times', options.times ?? 1)
  let toPass = countOf('after', options.after ?? 0)
  let struck = 0
  const isDue = (): boolean => random === undefined || random() < (options.seeded?.probability ?? 1)
  const fault: Fault = {
    get struck() {
      return struck
    },
    get isSpent() {
      return struck >= times
    },
    disarm: () => disarm(fault),
    takes(request) {
      if (struck >= times || !matches(natural, request) || !matches(options, request) || !isDue())
        return false
      if (toPass > 0) {
        toPass -= 1
        return false
      }
      struck += 1
      return true
    },
    strike,
  }
  return fault
}

export function countOf(option: string, count: number): number {
  if (count >= 0 && (count === Infinity || Number.isInteger(count))) return count
  throw new TestingError(`The option ${option} of a fault counts requests: give a whole number, or Infinity.`)
}
