import { InvalidInputError } from '../errors/invalid-input-error.js'
import { isRecord, type Options, refuse } from './read-options.js'
import { readSingleton, type SingletonBinding } from './singleton.js'

interface Held {
  readonly view: Options
  /** When it was read or written, in milliseconds since 1970. */
  readonly at: number
}

function readCacheOptions(
  given: unknown,
  model: string,
): { readonly ttlMs: number; readonly staleMs: number } {
  const context = { model, operation: 'cached' }
  if (!isRecord(given))
    throw new InvalidInputError([{ path: 'options', message: 'have to be an object with ttlMs' }], context)
  const { ttlMs, staleWhileRevalidateMs = 0, ...rest } = given
  const isDuration = (value: unknown): value is number => typeof value === 'number' && value >= 0
  const problems = Object.keys(rest).map((path) => ({
    path,
    message: 'is no option: there are ttlMs, staleWhileRevalidateMs',
  }))
  if (!isDuration(ttlMs))
    problems.push({ path: 'ttlMs', message: 'has to be a number of milliseconds, at least 0' })
  if (!isDuration(staleWhileRevalidateMs))
    problems.push({
      path: 'staleWhileRevalidateMs',
      message: 'has to be a number of milliseconds, at least 0',
    })
  refuse(problems, context)
  return { ttlMs: Number(ttlMs), staleMs: Number(ttlMs) + Number(staleWhileRevalidateMs) }
}

/** A record in memory: one read under way however many ask, and the last good one where the table cannot be reached. */
export class SingletonCache {
  readonly #binding: SingletonBinding
  readonly #ttlMs: number
  readonly #staleMs: number
  #held: Held | undefined
  #reading: Promise<Options> | undefined
  /** Counts writes of this process: a read that began before one is not to replace it. */
  #writes = 0

  constructor(binding: SingletonBinding, options: unknown) {
    this.#binding = binding
    const { ttlMs, staleMs } = readCacheOptions(options, binding.facts.entity)
    this.#ttlMs = ttlMs
    this.#staleMs = staleMs
    const self = new WeakRef(this)
    const listener = (view: Options): void => {
      const cache = self.deref()
      if (cache === undefined) binding.listeners.delete(listener)
      else cache.#written(view)
    }
    binding.listeners.add(listener)
  }

  async get(): Promise<Options> {
    const held = this.#held
    const age = held === undefined ? Number.POSITIVE_INFINITY : this.#binding.environment.now() - held.at
    if (held !== undefined && age < this.#ttlMs) return { ...held.view }
    const reading = this.#read()
    if (held !== undefined && age < this.#staleMs) {
      reading.catch(() => undefined)
      return { ...held.view }
    }
    try {
      return { ...(await reading) }
    } catch (error) {
      const last = this.#held
      if (last === undefined) throw error
      return { ...last.view }
    }
  }

  clear(): void {
    this.#held = undefined
    this.#writes += 1
    this.#reading = undefined
  }

  #written(view: Options): void {
    this.#writes += 1
    this.#reading = undefined
    this.#hold(view)
  }

  #hold(view: Options): void {
    this.#held = { view, at: this.#binding.environment.now() }
  }

  /** Reads once for everybody who asks meanwhile. Consistent: else it could bring back what a write has replaced. */
  #read(): Promise<Options> {
    if (this.#reading !== undefined) return this.#reading
    const writes = this.#writes
    const reading = readSingleton(this.#binding, { consistent: true, retry: false }).then((view) => {
      if (writes === this.#writes) this.#hold(view)
      return view
    })
    const over = (): void => {
      if (this.#reading === reading) this.#reading = undefined
    }
    reading.then(over, over)
    this.#reading = reading
    return reading
  }
}
