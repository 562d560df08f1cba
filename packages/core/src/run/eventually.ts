import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { Problem } from '../errors/registry.js'
import { TimeoutError } from '../errors/timeout-error.js'
import { type Environment, systemEnvironment } from './environment.js'
import { backoff } from './retry.js'

/** How long to wait for what an index will show. */
export interface EventuallyOptions<T> {
  /** Whether what was read is what was waited for. */
  readonly until: (value: T) => boolean
  /** Milliseconds after which it gives up, also on a read without an answer; 0 reads once, however long that takes. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal
  /** Milliseconds that the first wait is at most, above 0; 20 by default. It doubles each time, up to a second. */
  readonly baseDelayMs?: number
}

const OPTIONS = ['until', 'timeoutMs', 'signal', 'baseDelayMs']
const MAX_DELAY_MS = 1000
/** A timer beyond it fires at once. Source: setTimeout of Node.js and browsers. */
const MAX_TIMER_MS = 2 ** 31 - 1

const isSignal = (signal: unknown): boolean =>
  typeof signal === 'object' && signal !== null && 'aborted' in signal && 'addEventListener' in signal

const isAtLeastZero = (value: unknown): boolean => typeof value === 'number' && value >= 0

const isPause = (value: unknown): boolean => Number.isFinite(value) && Number(value) > 0

function optionProblems(options: Readonly<Record<string, unknown>>): Problem[] {
  const { until, timeoutMs, signal, baseDelayMs } = options
  const problems = Object.keys(options)
    .filter((name) => !OPTIONS.includes(name))
    .map((path) => ({ path, message: `is no option: there are ${OPTIONS.join(', ')}` }))
  const check = (isRight: boolean, path: string, message: string): void => {
    if (!isRight) problems.push({ path, message })
  }
  check(typeof until === 'function', 'until', 'has to be a function of what was read')
  check(isAtLeastZero(timeoutMs), 'timeoutMs', 'has to be a number of milliseconds, at least 0')
  check(signal === undefined || isSignal(signal), 'signal', 'has to be an AbortSignal')
  check(
    baseDelayMs === undefined || isPause(baseDelayMs),
    'baseDelayMs',
    'has to be a number of milliseconds above 0: without a pause it would read as fast as it can',
  )
  return problems
}

function check(read: unknown, options: unknown): void {
  const problems: Problem[] =
    typeof read === 'function' ? [] : [{ path: 'read', message: 'has to be a function that reads' }]
  if (typeof options === 'object' && options !== null) problems.push(...optionProblems({ ...options }))
  else problems.push({ path: 'options', message: 'have to be an object with until and timeoutMs' })
  const [first, ...rest] = problems
  if (first !== undefined) throw new InvalidInputError([first, ...rest], { operation: 'eventually' })
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

/** What is answered within so many milliseconds; undefined where nothing is. Rejects once the signal is aborted. */
async function answerWithin<T>(
  answer: Promise<T>,
  limitMs: number,
  signal: AbortSignal | undefined,
  environment: Environment,
): Promise<{ readonly value: T } | undefined> {
  const ended = new AbortController()
  const end = (): void => ended.abort(signal?.reason)
  signal?.addEventListener('abort', end)
  if (signal?.aborted === true) end()
  const answered = async (): Promise<{ readonly value: T }> => ({ value: await answer })
  try {
    const limit = environment.sleep(Math.min(limitMs, MAX_TIMER_MS), ended.signal)
    return await Promise.race([answered(), limit.then(() => undefined)])
  } finally {
    signal?.removeEventListener('abort', end)
    ended.abort()
  }
}

async function poll<T>(
  read: () => Promise<T>,
  options: EventuallyOptions<T>,
  environment: Environment,
): Promise<T> {
  check(read, options)
  const { until, timeoutMs, signal, baseDelayMs = 20 } = options
  const started = environment.now()
  const left = (): number => started + timeoutMs - environment.now()
  const timeout = (attempts: number): TimeoutError =>
    new TimeoutError({ attempts, elapsedMs: environment.now() - started }, { operation: 'eventually' })
  for (let attempts = 1; ; attempts += 1) {
    signal?.throwIfAborted()
    const limitMs = timeoutMs === 0 ? MAX_TIMER_MS : left()
    const answer = await answerWithin(read(), limitMs, signal, environment)
    if (answer === undefined) throw timeout(attempts)
    if (until(answer.value)) return answer.value
    if (left() <= 0) throw timeout(attempts)
    const pause = backoff({ baseDelayMs, maxDelayMs: MAX_DELAY_MS }, attempts, environment.random())
    // A long pause shortly before the end would leave out what shows up in it.
    await environment.sleep(Math.min(pause, Math.max(left() / 2, baseDelayMs), left()), signal)
    if (left() <= 0) throw timeout(attempts)
  }
}
