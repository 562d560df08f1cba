import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backoff, DEFAULT_RETRY, ONCE, RetryBudget } from '../../src/run/retry.js'
import { FakeEnvironment } from '../fake-environment.js'

const policy = { attempts: 4, maxElapsedMs: 1000, baseDelayMs: 10, maxDelayMs: 35 }

describe('backoff', () => {
  it('is any amount up to a bound that doubles, and no more than the longest', () => {
    expect([1, 2, 3, 4].map((attempt) => backoff(policy, attempt, 1))).toEqual([10, 20, 35, 35])
    expect([1, 2, 3].map((attempt) => backoff(policy, attempt, 0.5))).toEqual([5, 10, 17.5])
    expect(backoff(policy, 3, 0)).toBe(0)
  })

  it('never leaves its bounds, however late', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (attempt, random) => {
          const delay = backoff(DEFAULT_RETRY, attempt, random)
          expect(delay >= 0 && delay <= DEFAULT_RETRY.maxDelayMs).toBe(true)
        },
      ),
    )
  })
})

describe('a retry budget', () => {
  it('waits by chance, tells how long, and counts', async () => {
    const environment = new FakeEnvironment([1, 0.25, 0])
    const budget = new RetryBudget(policy, environment)
    const told: number[] = []
    for (let wait = 0; wait < 3; wait += 1) {
      expect(budget.isSpent).toBe(false)
      await budget.wait(undefined, (delayMs) => told.push(delayMs))
    }
    expect(environment.slept).toEqual([10, 5, 0])
    expect(told).toEqual([10, 5, 0])
    expect([budget.attempts, budget.elapsedMs, budget.isSpent]).toEqual([4, 15, true])
  })

  it('begins the next try at once where nobody was in the way, without a wait or a chance', async () => {
    const environment = new FakeEnvironment([1])
    const budget = new RetryBudget(policy, environment)
    const told: number[] = []
    await budget.next(undefined, true, (delayMs) => told.push(delayMs))
    expect([budget.attempts, environment.slept, told]).toEqual([2, [], [0]])
    await budget.next(undefined, false, (delayMs) => told.push(delayMs))
    expect([budget.attempts, environment.slept, told]).toEqual([3, [20], [0, 20]])
  })

  it('is spent by time too', () => {
    const environment = new FakeEnvironment()
    const budget = new RetryBudget(policy, environment)
    environment.time += 1000
    expect(budget.isSpent).toBe(false)
    environment.time += 1
    expect(budget.isSpent).toBe(true)
  })

  it('begins no try after its time: the last wait is no longer than what is left', async () => {
    const environment = new FakeEnvironment([1, 1])
    const budget = new RetryBudget(policy, environment)
    environment.time += 997
    await budget.wait(undefined, () => {})
    expect([environment.slept, budget.elapsedMs, budget.isSpent]).toEqual([[3], 1000, false])
    environment.time += 1
    await budget.wait(undefined, () => {})
    expect(environment.slept).toEqual([3, 0])
  })

  it('is 12 tries in 20 seconds by default, with pauses of at most 2 seconds', async () => {
    const environment = new FakeEnvironment(Array.from({ length: 11 }, () => 1))
    const budget = new RetryBudget(DEFAULT_RETRY, environment)
    while (!budget.isSpent) await budget.wait(undefined, () => {})
    expect(budget.attempts).toBe(12)
    expect(environment.slept[0]).toBe(25)
    expect(Math.max(...environment.slept)).toBe(2_000)
    const slow = new RetryBudget(DEFAULT_RETRY, environment)
    environment.time += 20_000
    expect(slow.isSpent).toBe(false)
    environment.time += 1
    expect(slow.isSpent).toBe(true)
  })

  it('of one try is spent at once', () => {
    expect(new RetryBudget(ONCE, new FakeEnvironment()).isSpent).toBe(true)
  })

  it('stops waiting when the caller does, and does not count that try', async () => {
    const reason = new Error('no longer wanted')
    const budget = new RetryBudget(policy, new FakeEnvironment())
    await expect(budget.wait(AbortSignal.abort(reason), () => {})).rejects.toBe(reason)
    expect(budget.attempts).toBe(1)
  })
})
