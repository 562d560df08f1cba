import type { ViolationCode } from './violation.js'

/** One thing that is wrong with what a caller wrote. */
export interface Problem {
  /** Where: a path of names, such as `set.nickname` or `unique.email.attributes`. Empty for the whole. */
  readonly path: string
  /** What is wrong there and what to do about it, in field names and without values. */
  readonly message: string
}

/** What a request can outgrow. */
export type Limit =
  | 'writes'
  | 'request bytes'
  | 'item bytes'
  | 'partition key bytes'
  | 'sort key bytes'
  | 'expression bytes'
  | 'expression operators'

/** A part of what a limit counts. */
export interface Share {
  /** What takes the room: the role of a write or the name of an attribute. */
  readonly what: string
  readonly count: number
}

/** What an error carries beside its message, by its code. A refused write is under the code of its first violation. */
export interface ErrorPayloads {
  readonly CONTENTION: {
    /** How often the request was sent. */
    readonly attempts: number
    /** Milliseconds from the first send to giving up. */
    readonly elapsedMs: number
  }
  readonly DUPLICATE_ITEM: {
    /** The two operations, in the order in which they were called. */
    readonly operations: readonly [string, string]
  }
  readonly TIMEOUT: {
    /** How often it was read. */
    readonly attempts: number
    /** Milliseconds from the first read to giving up. */
    readonly elapsedMs: number
  }
  readonly OUTCOME_UNKNOWN: {
    /** How often the request was sent. */
    readonly attempts: number
  }
  readonly PLAN_TOO_LARGE: {
    /** Which limit. */
    readonly limitName: Limit
    /** What the plan came to. */
    readonly count: number
    /** What the service allows. */
    readonly limit: number
    /** What takes the room, greatest first. */
    readonly breakdown: readonly Share[]
  }
  readonly DECLARATION: { readonly problems: readonly Problem[] }
  readonly INVALID_INPUT: { readonly problems: readonly Problem[] }
  readonly ABORTED: object
  readonly IDEMPOTENCY_KEY_REUSED: object
  readonly INTERNAL: object
}

/** Codes of errors that are not refusals. */
export type FailureCode = keyof ErrorPayloads

/** Every `code` that an error of this library can have. */
export type ErrorCode = ViolationCode | FailureCode
