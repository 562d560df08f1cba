import type { Environment } from './environment.js'

/** How long to keep trying, with everything filled in. */
export interface RetryPolicy {
  readonly attempts: number
  readonly maxElapsedMs: number
  readonly baseDelayMs: number
  readonly maxDelayMs: number
}

export const DEFAULT_RETRY: RetryPolicy = {
  attempts: 12,
  maxElapsedMs: 20_000,
  baseDelayMs: 25,
  maxDelayMs: 2_000,
}

export const ONCE: RetryPolicy = { ...DEFAULT_RETRY, attempts: 1 }

/** Milliseconds to wait after a try: any amount up to a bound that doubles (full jitter). */
export const backoff = (
  { baseDelayMs, maxDelayMs }: Pick<RetryPolicy, 'baseDelayMs' | 'maxDelayMs'>,
  attempt: number,
  random: number,
): number => random * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1))

/** Counts the tries of one operation. */
export class RetryBudget {
  readonly #policy: RetryPolicy
  readonly #environment: Environment
  readonly #started: number
  /** The tries so far. */
  attempts = 1

  constructor(policy: RetryPolicy, environment: Environment) {
    this.#policy = policy
    this.#environment = environment
    this.#started = environment.now()
  }

  get elapsedMs(): number {
    return this.#environment.now() - this.#started
  }

  get isSpent(): boolean {
    return this.attempts >= this.#policy.attempts || this.elapsedMs > this.#policy.maxElapsedMs
  }

  /** Waits for the next try. Full jitter: writers that met once should not meet again. */
  wait(signal: AbortSignal | undefined, onWait: (delayMs: number) => void): Promise<void> {
    return this.next(signal, false, onWait)
  }

  /** Begins the next try, at once where nobody was in the way. */
  async next(
    signal: AbortSignal | undefined,
    isAtOnce: boolean,
    onWait: (delayMs: number) => void,
  ): Promise<void> {
    const delayMs = isAtOnce ? 0 : this.#delayMs()
    onWait(delayMs)
    if (!isAtOnce) await this.#environment.sleep(delayMs, signal)
    this.attempts += 1
  }

  /** No further try begins after the time: the last wait is no longer than what is left of it. */
  #delayMs(): number {
    const leftMs = Math.max(this.#policy.maxElapsedMs - this.elapsedMs, 0)
    return Math.min(backoff(this.#policy, this.attempts, this.#environment.random()), leftMs)
  }
}
