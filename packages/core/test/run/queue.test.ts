import { describe, expect, it } from 'vitest'
import { KeyedQueue } from '../../src/run/queue.js'

/** A piece of work that ends when it is told to. */
function held(
  log: string[],
  name: string,
): { work: () => Promise<string>; end: () => void; fail: () => void } {
  let end = (): void => {}
  let fail = (): void => {}
  const until = new Promise<void>((resolve, reject) => {
    end = resolve
    fail = () => reject(new Error(name))
  })
  const work = async (): Promise<string> => {
    log.push(`${name} begins`)
    try {
      await until
    } finally {
      log.push(`${name} ends`)
    }
    return name
  }
  return { work, end: () => end(), fail: () => fail() }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('a queue', () => {
  it('runs what has one key in order, one after another', async () => {
    const log: string[] = []
    const queue = new KeyedQueue()
    const [a, b] = [held(log, 'a'), held(log, 'b')]
    const results = [queue.run('k', a.work), queue.run('k', b.work)]
    b.end()
    await turn()
    expect(log).toEqual(['a begins'])
    a.end()
    expect(await Promise.all(results)).toEqual(['a', 'b'])
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  })

  it('holds nothing up that has another key', async () => {
    const log: string[] = []
    const queue = new KeyedQueue()
    const [a, b] = [held(log, 'a'), held(log, 'b')]
    const first = queue.run('k', a.work)
    const second = queue.run('l', b.work)
    b.end()
    expect(await second).toBe('b')
    a.end()
    expect(await first).toBe('a')
  })

  it('goes on after a failure, which is the failed one’s alone', async () => {
    const log: string[] = []
    const queue = new KeyedQueue()
    const [a, b] = [held(log, 'a'), held(log, 'b')]
    const first = queue.run('k', a.work)
    const second = queue.run('k', b.work)
    a.fail()
    b.end()
    await expect(first).rejects.toThrow('a')
    expect(await second).toBe('b')
  })

  it('starts anew once it was empty', async () => {
    const queue = new KeyedQueue()
    expect(await queue.run('k', async () => 1)).toBe(1)
    expect(await queue.run('k', async () => 2)).toBe(2)
  })
})
