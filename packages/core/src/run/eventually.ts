import { InvalidInputError } from '../errors/invalid-input-error.js'
import { TimeoutError } from '../errors/timeout-error.js'
import { type Environment, systemEnvironment } from './environment.js'
import { RetryBudget } from './retry.js'

/** How long to wait for what an index will show. */
export interface EventuallyOptions<T> {
  /** Whether what was read is what was waited for. */
  readonly until: (value: T) => boolean
  /** Milliseconds after which no further read begins. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  /** Milliseconds that the first wait is at most; 20 by default. It doubles from read to read, up to a second. */
  readonly baseDelayMs?: number
}

function check<T>(read: unknown, options: EventuallyOptions<T>): void {
  const wrong = (path: string, message: string): never => {
    throw new InvalidInputError([{ path, message }], { operation: 'eventually' })
  }
  if (typeof read !== 'function') wrong('read', 'has to be a function that reads')
  if (typeof options !== 'object' || options === null)
    wrong('options', 'have to be an object with until and timeoutMs')
  if (typeof options.until !== 'function') wrong('until', 'has to be a function of what was read')
  if (!(typeof options.timeoutMs === 'number' && options.timeoutMs >= 0))
    wrong('timeoutMs', 'has to be a number of milliseconds, at least 0')
}

/**
 * Reads again and again, with growing waits and full jitter, until what is read is what was waited for: for a flow that
 * must see a new item through an index, which lags behind its table. Where a lookup by a unique value or a read by key can
 * serve, they see it at once.
 *
 * Costs what the read costs, each time.
 *
 * @throws {TimeoutError} where it was not seen in time.
 *
 * @example
 * ```ts
 * const page = await eventually(() => db.orders.query.byTenant({ tenantId: 't1' }).go(), {
 *   until: ({ data }) => data.some(({ orderId }) => orderId === order.orderId),
 *   timeoutMs: 5_000,
 * })
 * ```
 */
export function eventually<T>(read: () => Promise<T>, options: EventuallyOptions<T>): Promise<T> {
  return poll(read, options, systemEnvironment)
}

async function poll<T>(
  read: () => Promise<T>,
  options: EventuallyOptions<T>,
  environment: Environment,
): Promise<T> {
  check(read, options)
  const { until, timeoutMs, signal, baseDelayMs = 20 } = options
  const policy = {
    attempts: Number.POSITIVE_INFINITY,
    maxElapsedMs: timeoutMs,
    baseDelayMs,
    maxDelayMs: 1000,
  }
  const budget = new RetryBudget(policy, environment)
  for (;;) {
    signal?.throwIfAborted()
    const value = await read()
    if (until(value)) return value
    if (budget.isSpent)
      throw new TimeoutError(
        { attempts: budget.attempts, elapsedMs: budget.elapsedMs },
        { operation: 'eventually' },
      )
    await budget.wait(signal, () => {})
  }
}
