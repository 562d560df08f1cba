/** What the core takes from outside while it runs: time and chance. Tests give their own. */
export interface Environment {
  /** Milliseconds since 1970. */
  now(): number
  /** Below 1, not below 0. */
  random(): number
  /** A text that no two calls share, of at most 36 characters. */
  token(): string
  /** Resolves after so many milliseconds; rejects with the signal's reason once it is aborted. */
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted === true) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}

export const systemEnvironment: Environment = {
  now: () => Date.now(),
  random: () => Math.random(),
  token: () => globalThis.crypto.randomUUID(),
  sleep,
}
