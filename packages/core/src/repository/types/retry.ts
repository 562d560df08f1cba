/** How long to keep trying when others interfere. Delays double from try to try, with full jitter. */
export interface RetryOptions {
  /** How often a request is sent at most, the first time included. */
  readonly attempts?: number
  /** Milliseconds after which no further try begins. */
  readonly maxElapsedMs?: number
  /** Milliseconds that the first delay is at most. */
  readonly baseDelayMs?: number
  /** Milliseconds that any delay is at most. */
  readonly maxDelayMs?: number
}
