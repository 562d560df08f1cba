import type { Environment } from '../src/run/environment.js'

/** Time that passes by sleeping alone, chance that was decided before, tokens that are counted. */
export class FakeEnvironment implements Environment {
  readonly slept: number[] = []
  time = 1_000_000
  #tokens = 0
  readonly #chances: number[]
  readonly #onSleep: ((ms: number) => void) | undefined

  constructor(chances: readonly number[] = [], onSleep?: (ms: number) => void) {
    this.#chances = [...chances]
    this.#onSleep = onSleep
  }

  now(): number {
    return this.time
  }

  random(): number {
    return this.#chances.shift() ?? 0.5
  }

  token(): string {
    this.#tokens += 1
    return `token-${this.#tokens}`
  }

  async sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
    this.slept.push(ms)
    this.#onSleep?.(ms)
    signal?.throwIfAborted()
    this.time += ms
  }
}
