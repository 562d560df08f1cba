import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type EventuallyOptions, eventually } from '../../src/run/eventually.js'
import { thrown } from './runtime.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const HOUR = 3_600_000

/** A read that takes its time, and notes when it began. Its results are counted from 1. */
class TimedRead {
  readonly at: number[] = []
  readonly #started = Date.now()
  readonly #ms: number

  constructor(ms = 0) {
    this.#ms = ms
  }

  readonly read = (): Promise<number> => {
    this.at.push(Date.now() - this.#started)
    const count = this.at.length
    return this.#ms === 0
      ? Promise.resolve(count)
      : new Promise((resolve) => setTimeout(() => resolve(count), this.#ms))
  }
}

/** Waits until a read has so often been done; the time that passes is told. */
async function waiting(
  { read }: TimedRead,
  { until = () => false, timeoutMs = 100, ...more }: Partial<EventuallyOptions<number>>,
): Promise<{ readonly outcome: unknown; readonly afterMs: number }> {
  const started = Date.now()
  let afterMs = Number.NaN
  const running = thrown(eventually(read, { until, timeoutMs, ...more })).finally(() => {
    afterMs = Date.now() - started
  })
  await vi.runAllTimersAsync()
  return { outcome: await running, afterMs }
}
const nothingLeft = (signal?: AbortSignal): void => {
  const listeners = signal === undefined ? 0 : getEventListeners(signal, 'abort').length
  expect([vi.getTimerCount(), listeners]).toEqual([0, 0])
}

describe('what is waited for', () => {
  it('is given back at once where it is there', async () => {
    const timed = new TimedRead()
    const { signal } = new AbortController()
    const seen: number[] = []
    const until = (count: number) => seen.push(count) > 0
    expect(await eventually(timed.read, { until, timeoutMs: 100, signal })).toBe(1)
    expect([timed.at, seen]).toEqual([[0], [1]])
    nothingLeft(signal)
  })

  it('is looked for after waits that double, any part of them, up to a second', async () => {
    const timed = new TimedRead()
    const { outcome } = await waiting(timed, { until: (count) => count === 10, timeoutMs: HOUR })
    expect(outcome).toBe(10)
    const waits = timed.at.slice(1).map((at, index) => at - (timed.at[index] ?? 0))
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 500, 500, 500])
    nothingLeft()
  })

  it('is looked for after a first wait of the caller’s own', async () => {
    const timed = new TimedRead()
    await waiting(timed, { until: (count) => count === 3, timeoutMs: HOUR, baseDelayMs: 200 })
    expect(timed.at).toEqual([0, 100, 300])
  })

  it('is looked for more often towards the end: no wait takes more than half of what is left, and the first', async () => {
    const timed = new TimedRead()
    await waiting(timed, { timeoutMs: 100, baseDelayMs: 20 })
    expect(timed.at).toEqual([0, 10, 30, 65, 85])
  })

  it('is given up at the end, and no wait is begun that has no time left', async () => {
    const timed = new TimedRead()
    const { outcome, afterMs } = await waiting(timed, { timeoutMs: 100, baseDelayMs: 40 })
    const timers = vi.spyOn(globalThis, 'setTimeout')
    await waiting(new TimedRead(), { timeoutMs: 0 })
    expect(timers.mock.calls.filter(([, ms = 0]) => ms <= 0)).toEqual([])
    expect(timed.at).toEqual([0, 20, 60])
    expect(outcome).toMatchObject({ code: 'TIMEOUT', attempts: 3, elapsedMs: 100, operation: 'eventually' })
    expect(afterMs).toBe(100)
    nothingLeft()
  })
})

describe('a read that takes long', () => {
  const slow = 50

  it('is not waited for beyond the time, nor any later one', async () => {
    const { outcome, afterMs } = await waiting(new TimedRead(HOUR), { until: () => true, timeoutMs: 100 })
    expect(outcome).toMatchObject({ code: 'TIMEOUT', attempts: 1, elapsedMs: 100 })
    expect(afterMs).toBe(100)
    const later = await waiting(new TimedRead(slow), { timeoutMs: 80, baseDelayMs: 20 })
    expect(later).toMatchObject({ outcome: { attempts: 2, elapsedMs: 80 }, afterMs: 80 })
  })

  it('is looked at where it answers at the last moment', async () => {
    const timed = new TimedRead(slow)
    const { outcome } = await waiting(timed, { until: () => true, timeoutMs: slow + 1 })
    expect(outcome).toBe(1)
    const last = new TimedRead(slow)
    const missed = await waiting(last, { timeoutMs: slow + 1 })
    expect(missed).toMatchObject({ outcome: { code: 'TIMEOUT' }, afterMs: slow + 1 })
  })

  it('is waited for without a limit where the time is 0, but done once', async () => {
    expect((await waiting(new TimedRead(HOUR), { until: () => true, timeoutMs: 0 })).outcome).toBe(1)
    const timed = new TimedRead(HOUR)
    const { outcome, afterMs } = await waiting(timed, { timeoutMs: 0 })
    expect(outcome).toMatchObject({ code: 'TIMEOUT', attempts: 1, elapsedMs: HOUR })
    expect([timed.at.length, afterMs]).toEqual([1, HOUR])
  })

  it.each([2 ** 31, Number.POSITIVE_INFINITY])(
    'is waited for where the time is longer than a timer: %s ms',
    async (timeoutMs) => {
      const { outcome } = await waiting(new TimedRead(slow), { until: (count) => count === 2, timeoutMs })
      expect(outcome).toBe(2)
    },
  )
})

describe('a fault', () => {
  const fault = new Error('no network')

  it('of the read, or of what looks at it, is passed on', async () => {
    const { signal } = new AbortController()
    const options = { until: () => true, timeoutMs: 100, signal }
    expect(await thrown(eventually(() => Promise.reject(fault), options))).toBe(fault)
    const read = (): never => {
      throw fault
    }
    expect(await thrown(eventually(read, options))).toBe(fault)
    expect(await thrown(eventually(async () => 1, { ...options, until: read }))).toBe(fault)
    nothingLeft(signal)
  })
})

describe('a signal', () => {
  const reason = new Error('no longer wanted')

  it('that is aborted already leaves nothing to read', async () => {
    const timed = new TimedRead()
    const { outcome } = await waiting(timed, { until: () => true, signal: AbortSignal.abort(reason) })
    expect([outcome, timed.at]).toEqual([reason, []])
  })

  it.each([
    ['reads', new TimedRead(HOUR)],
    ['waits', new TimedRead()],
  ])('ends it at once while it %s, and nobody listens any longer', async (_, timed) => {
    const controller = new AbortController()
    const { signal } = controller
    const options = { until: () => false, timeoutMs: HOUR, baseDelayMs: HOUR, signal }
    let outcome: unknown
    void thrown(eventually(timed.read, options)).then((error) => {
      outcome = error
    })
    await vi.advanceTimersByTimeAsync(10)
    expect([outcome, getEventListeners(signal, 'abort').length]).toEqual([undefined, 1])
    controller.abort(reason)
    await vi.advanceTimersByTimeAsync(0)
    expect(outcome).toBe(reason)
    expect([timed.at.length, getEventListeners(signal, 'abort').length]).toEqual([1, 0])
  })

  it('that the read itself aborts ends it', async () => {
    const controller = new AbortController()
    const read = () => {
      controller.abort(reason)
      return new Promise<number>(() => {})
    }
    const { signal } = controller
    const running = thrown(eventually(read, { until: () => true, timeoutMs: HOUR, signal }))
    await vi.advanceTimersByTimeAsync(0)
    expect(await running).toBe(reason)
    nothingLeft()
  })
})
