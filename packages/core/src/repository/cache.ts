import { InvalidInputError } from '../errors/invalid-input-error.js'
import { copyValue } from '../plan/copy-value.js'
import { observed } from './observed.js'
import { isRecord, type Options, refuse } from './read-options.js'
import { readSingleton, type SingletonBinding } from './singleton.js'
import { writesOf } from './singleton-record.js'
import type { Seen, SingletonWrites } from './singleton-writes.js'

interface Held extends Seen {
  /** When it was read or written, in milliseconds since 1970; never, where a write may have replaced it. */
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
  readonly #writes: SingletonWrites
  readonly #ttlMs: number
  readonly #staleMs: number
  #held: Held | undefined
  #reading: Promise<Seen> | undefined
  /** Up to where writes of this process have been looked at. */
  #known: number

  constructor(binding: SingletonBinding, options: unknown) {
    this.#binding = binding
    this.#writes = writesOf(binding)
    this.#known = this.#writes.changes
    const { ttlMs, staleMs } = readCacheOptions(options, binding.facts.entity)
    this.#ttlMs = ttlMs
    this.#staleMs = staleMs
  }

  async get(): Promise<Options> {
    this.#catchUp()
    const held = this.#held
    const age = held === undefined ? Number.POSITIVE_INFINITY : this.#binding.environment.now() - held.at
    if (held !== undefined && age < this.#ttlMs) return copyValue(held.view)
    const reading = this.#read()
    if (held !== undefined && age < this.#staleMs) {
      reading.catch(() => undefined)
      return copyValue(held.view)
    }
    try {
      return copyValue((await reading).view)
    } catch (error) {
      this.#catchUp()
      const last = this.#held
      if (last === undefined) throw error
      return copyValue(last.view)
    }
  }

  clear(): void {
    this.#known = this.#writes.changes
    this.#held = undefined
    this.#reading = undefined
  }

  /** Takes what this process wrote meanwhile, unless something newer was read; what nobody knows is read again. */
  #catchUp(): void {
    const { changes, latest } = this.#writes
    if (changes === this.#known) return
    this.#known = changes
    this.#reading = undefined
    const held = this.#held
    if (latest === undefined) this.#held = held && { ...held, at: Number.NEGATIVE_INFINITY }
    else if (!latest.isOverlapped || (held?.version ?? 0) <= (latest.version ?? 0)) this.#held = latest
  }

  /** Reads once for everybody who asks meanwhile. Consistent: else it could bring back what a write has replaced. */
  #read(): Promise<Seen> {
    if (this.#reading !== undefined) return this.#reading
    const { entity } = this.#binding.facts
    const reading = observed(this.#binding, entity, 'get', (binding) =>
      readSingleton(binding, { consistent: true, retry: false }),
    ).then((seen) => {
      // A read that began before a write came to an end, or before it was to be forgotten, is not to replace what came after.
      if (this.#reading === reading && this.#known === this.#writes.changes) this.#hold(seen)
      return seen
    })
    const over = (): void => {
      if (this.#reading === reading) this.#reading = undefined
    }
    reading.then(over, over)
    this.#reading = reading
    return reading
  }

  #hold(seen: Seen): void {
    this.#held = { ...seen, at: this.#binding.environment.now() }
    this.#writes.noteRead()
  }
}
