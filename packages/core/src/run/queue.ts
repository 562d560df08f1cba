/** Runs what has the same key one after another, within this process. */
export class KeyedQueue {
  readonly #tails = new Map<string, Promise<void>>()

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key) ?? Promise.resolve()
    const result = before.then(work)
    const tail = result.then(
      () => {},
      () => {},
    )
    this.#tails.set(key, tail)
    try {
      return await result
    } finally {
      if (this.#tails.get(key) === tail) this.#tails.delete(key)
    }
  }
}
