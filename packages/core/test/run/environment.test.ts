import { getEventListeners } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { systemEnvironment } from '../../src/run/environment.js'

const MINUTE = 60_000

const listenersOf = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length

afterEach(() => {
  vi.useRealTimers()
})

describe('sleeping', () => {
  it('ends after its time, and leaves nobody at the signal, which lives longer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { signal } = new AbortController()
    const ended: string[] = []
    void systemEnvironment.sleep(20, undefined).then(() => ended.push('without a signal'))
    void systemEnvironment.sleep(30, signal).then(() => ended.push('with a signal'))
    await vi.advanceTimersByTimeAsync(19)
    expect([ended, listenersOf(signal)]).toEqual([[], 1])
    await vi.advanceTimersByTimeAsync(1)
    expect(ended).toEqual(['without a signal'])
    await vi.advanceTimersByTimeAsync(10)
    expect([ended, listenersOf(signal)]).toEqual([['without a signal', 'with a signal'], 0])
  })

  it('ends at once, with the reason, when the caller gives up before or meanwhile, and leaves no timer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const reason = new Error('no longer wanted')
    await expect(systemEnvironment.sleep(MINUTE, AbortSignal.abort(reason))).rejects.toBe(reason)
    const controller = new AbortController()
    const sleeping = systemEnvironment.sleep(MINUTE, controller.signal)
    expect(vi.getTimerCount()).toBe(1)
    controller.abort(reason)
    await expect(sleeping).rejects.toBe(reason)
    expect([vi.getTimerCount(), listenersOf(controller.signal)]).toEqual([0, 0])
  })
})

describe('time and chance', () => {
  it('are those of the system', () => {
    const before = Date.now()
    const now = systemEnvironment.now()
    expect(now >= before && now <= Date.now()).toBe(true)
    const chances = Array.from({ length: 20 }, () => systemEnvironment.random())
    expect(chances.every((chance) => chance >= 0 && chance < 1)).toBe(true)
    expect(new Set(chances).size).toBeGreaterThan(1)
  })
})

describe('tokens', () => {
  it('fit into a request, and are never the same', () => {
    const tokens = Array.from({ length: 100 }, () => systemEnvironment.token())
    expect(new Set(tokens).size).toBe(100)
    expect(tokens.every(({ length }) => length <= 36)).toBe(true)
  })
})
