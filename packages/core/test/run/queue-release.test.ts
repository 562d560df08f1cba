import { describe, expect, it } from 'vitest'
import { KeyedQueue } from '../../src/run/queue.js'
import { FakeEnvironment } from '../fake-environment.js'

/** Time that never passes: whoever is let go is let go by whoever was before. */
class StillEnvironment extends FakeEnvironment {
  override sleep(): Promise<void> {
    return new Promise(() => {})
  }
}

describe('a turn is over', () => {
  it.each([
    ['with its work', async () => 'done'],
    [
      'with an error of its work',
      async () => {
        throw new RangeError('failed')
      },
    ],
    [
      'with what its work throws before it waits for anything',
      () => {
        throw new RangeError('failed')
      },
    ],
  ])('%s: the next one begins without a wait for time', async (_, work: () => Promise<string>) => {
    const queue = new KeyedQueue(new StillEnvironment())
    const first = queue.run('key', work).catch(() => 'failed')
    const second = queue.run('key', async () => 'second')
    const third = queue.run('key', async () => 'third')
    expect(await Promise.all([first, second, third])).toEqual([
      expect.stringMatching(/done|failed/),
      'second',
      'third',
    ])
  })

  it('with the signal of one that waits, whom others do not wait for then', async () => {
    const queue = new KeyedQueue(new StillEnvironment())
    let end = (): void => {}
    const first = queue.run('key', () => new Promise<void>((resolve) => (end = resolve)))
    const stop = new AbortController()
    const second = queue.run('key', async () => 'second', stop.signal)
    const third = queue.run('key', async () => 'third')
    stop.abort(new RangeError('enough'))
    await expect(second).rejects.toThrow('enough')
    end()
    await first
    expect(await third).toBe('third')
  })
})
