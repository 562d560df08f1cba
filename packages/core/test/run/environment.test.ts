import { describe, expect, it } from 'vitest'
import { systemEnvironment } from '../../src/run/environment.js'

const MINUTE = 60_000

describe('sleeping', () => {
  it('ends after its time', async () => {
    await expect(systemEnvironment.sleep(0, undefined)).resolves.toBeUndefined()
    await expect(systemEnvironment.sleep(0, new AbortController().signal)).resolves.toBeUndefined()
  })

  it('ends at once, with the reason, when the caller gives up before or meanwhile', async () => {
    const reason = new Error('no longer wanted')
    await expect(systemEnvironment.sleep(MINUTE, AbortSignal.abort(reason))).rejects.toBe(reason)
    const controller = new AbortController()
    const sleeping = systemEnvironment.sleep(MINUTE, controller.signal)
    controller.abort(reason)
    await expect(sleeping).rejects.toBe(reason)
  })
})

describe('tokens', () => {
  it('fit into a request, and are never the same', () => {
    const tokens = Array.from({ length: 100 }, () => systemEnvironment.token())
    expect(new Set(tokens).size).toBe(100)
    expect(tokens.every(({ length }) => length <= 36)).toBe(true)
  })
})
