import { type Environment, systemEnvironment } from './environment.js'

/** After so many milliseconds in which nobody before has come to an end, a turn is not waited for any longer. */
const STALLED_MS = 2_000

interface Line {
  tail: Promise<void>
  /** How many have come to an end. */
  done: number
  waiting: number
}

/**
 * Runs what has the same key one after another, within this process. It saves tries, and nothing depends on it: whoever
 * finds the line stalled, as work does that waits for other work of its own line, goes ahead and races.
 */
export class KeyedQueue {
  readonly #lines = new Map<string, Line>()
  readonly #environment: Environment

  constructor(environment: Environment = systemEnvironment) {
    this.#environment = environment
  }

  /** How many keys have work under way. */
  get size(): number {
    return this.#lines.size
  }

  async run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const line = this.#lines.get(key) ?? { tail: Promise.resolve(), done: 0, waiting: 0 }
    this.#lines.set(key, line)
    const before = line.tail
    let finish = (): void => {}
    const own = new Promise<void>((resolve) => {
      finish = resolve
    })
    line.tail = before.then(() => own)
    line.waiting += 1
    try {
      await this.#turn(line, before, signal)
      return await work()
    } finally {
      finish()
      line.done += 1
      line.waiting -= 1
      if (line.waiting === 0) this.#lines.delete(key)
    }
  }

  /** Waits until all before are done, or until none of them has come to an end for a while. */
  async #turn(line: Line, before: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
    if (line.waiting === 1) return
    const timer = new AbortController()
    let isTurn = false
    const turn = before.then(() => {
      isTurn = true
    })
    try {
      for (let seen = -1; !isTurn && seen !== line.done; ) {
        seen = line.done
        const stall = this.#environment.sleep(STALLED_MS, timer.signal).catch(() => {})
        await Promise.race([turn, stall, aborted(signal, timer.signal)])
      }
    } finally {
      timer.abort()
    }
  }
}

/** Rejects with the reason of a signal once it is aborted; it is let go when the wait is over. */
function aborted(signal: AbortSignal | undefined, over: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted === true) reject(signal.reason)
    else signal?.addEventListener('abort', () => reject(signal.reason), { signal: over })
  })
}
