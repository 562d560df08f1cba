import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { KeyedQueue } from '../../src/run/queue.js'
import { FakeEnvironment } from '../fake-environment.js'

/** Time that passes when it is told to. */
class HeldEnvironment extends FakeEnvironment {
  readonly #sleeping = new Set<() => void>()

  override sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
    this.slept.push(ms)
    return new Promise((resolve, reject) => {
      const wake = (): void => {
        this.#sleeping.delete(wake)
        resolve()
      }
      this.#sleeping.add(wake)
      signal?.addEventListener('abort', () => {
        this.#sleeping.delete(wake)
        reject(signal.reason)
      })
    })
  }

  /** How many sleep. */
  get sleepers(): number {
    return this.#sleeping.size
  }

  /** Lets all who sleep wake up. */
  async pass(): Promise<void> {
    for (const wake of this.#sleeping) wake()
    await turn()
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A queue whose work is named: it begins and ends in a log, and ends when it is told to. */
class NamedWork {
  readonly log: string[] = []
  readonly environment = new HeldEnvironment()
  readonly queue = new KeyedQueue(this.environment)
  readonly #ends = new Map<string, (error?: Error) => void>()

  start(name: string, key = 'k', signal?: AbortSignal): Promise<string> {
    const until = new Promise<void>((resolve, reject) => {
      this.#ends.set(name, (error) => (error === undefined ? resolve() : reject(error)))
    })
    const running = this.queue.run(
      key,
      async () => {
        this.log.push(`${name} begins`)
        await until
        return name
      },
      signal,
    )
    running.catch(() => {})
    return running
  }

  async end(name: string, error?: Error): Promise<void> {
    this.#ends.get(name)?.(error)
    await turn()
  }
}

const begun = ({ log }: NamedWork): string[] => log.map((entry) => entry.replace(' begins', ''))

describe('a queue', () => {
  it('runs what has one key in order, one after another', async () => {
    const work = new NamedWork()
    const results = [work.start('a'), work.start('b'), work.start('c')]
    await work.end('c')
    await work.end('b')
    expect(begun(work)).toEqual(['a'])
    await work.end('a')
    expect(await Promise.all(results)).toEqual(['a', 'b', 'c'])
    expect(begun(work)).toEqual(['a', 'b', 'c'])
  })

  it('begins the first at once, without a timer, also once it was empty', async () => {
    const work = new NamedWork()
    for (const name of ['a', 'b']) {
      const running = work.start(name)
      await turn()
      expect(begun(work)).toContain(name)
      await work.end(name)
      expect(await running).toBe(name)
    }
    expect(work.environment.slept).toEqual([])
  })

  it('holds the next one up after each, however many came and went', async () => {
    const work = new NamedWork()
    void work.start('a')
    void work.start('b')
    await work.end('a')
    void work.start('c')
    await turn()
    expect(begun(work)).toEqual(['a', 'b'])
    await work.end('b')
    expect(begun(work)).toEqual(['a', 'b', 'c'])
    void work.start('d')
    await turn()
    expect(begun(work)).toEqual(['a', 'b', 'c'])
  })

  it('forgets a key once nobody has work under it', async () => {
    const work = new NamedWork()
    void work.start('a')
    void work.start('b')
    void work.start('c', 'l')
    expect(work.queue.size).toBe(2)
    await work.end('a')
    await work.end('c', new Error('c'))
    expect(work.queue.size).toBe(1)
    await work.end('b')
    expect(work.queue.size).toBe(0)
  })

  it('holds nothing up that has another key', async () => {
    const work = new NamedWork()
    void work.start('a')
    void work.start('b', 'l')
    await turn()
    expect(begun(work)).toEqual(['a', 'b'])
  })

  it('goes on after a failure, which is the failed one’s alone', async () => {
    const work = new NamedWork()
    const first = work.start('a')
    const second = work.start('b')
    await work.end('a', new Error('a'))
    await expect(first).rejects.toThrow('a')
    await work.end('b')
    expect(await second).toBe('b')
  })
})

describe('whoever waits', () => {
  it('leaves no timer and no listener behind, once it is its turn', async () => {
    const work = new NamedWork()
    const { signal } = new AbortController()
    void work.start('a')
    void work.start('b', 'k', signal)
    await turn()
    expect([work.environment.sleepers, getEventListeners(signal, 'abort').length]).toEqual([1, 1])
    await work.end('a')
    expect([work.environment.sleepers, getEventListeners(signal, 'abort').length]).toEqual([0, 0])
    expect(work.environment.slept).toEqual([2_000])
  })

  it('goes ahead of a line in which nobody comes to an end for two seconds', async () => {
    const work = new NamedWork()
    void work.start('a')
    const second = work.start('b')
    await turn()
    await work.environment.pass()
    expect(begun(work)).toEqual(['a', 'b'])
    await work.end('b')
    expect(await second).toBe('b')
  })

  it('waits on where somebody before has come to an end meanwhile', async () => {
    const work = new NamedWork()
    for (const name of ['a', 'b', 'c']) void work.start(name)
    await turn()
    await work.end('a')
    await work.environment.pass()
    expect(begun(work)).toEqual(['a', 'b'])
    await work.environment.pass()
    expect(begun(work)).toEqual(['a', 'b', 'c'])
  })

  it('gives up with the signal, before and meanwhile, and holds up nobody behind', async () => {
    const work = new NamedWork()
    const reason = new Error('no longer wanted')
    const controller = new AbortController()
    void work.start('a')
    const before = work.start('b', 'k', AbortSignal.abort(reason))
    const meanwhile = work.start('c', 'k', controller.signal)
    void work.start('d')
    await expect(before).rejects.toBe(reason)
    controller.abort(reason)
    await expect(meanwhile).rejects.toBe(reason)
    await turn()
    expect(begun(work)).toEqual(['a'])
    await work.end('a')
    expect(begun(work)).toEqual(['a', 'd'])
  })
})
