import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { Part } from '../plan/assemble.js'
import type { StoredItem, TableKey } from '../plan/attribute-value.js'
import type { GuardedWrite } from '../plan/contribution.js'
import type { Task } from '../run/execute.js'
import { type Increment, incrementParts } from './counter.js'
import type { Chain } from './numbering.js'
import type { Options } from './read-options.js'

/** What an operation of a transaction will give, once it is committed. Its key is known at once. */
export class Pending {
  readonly #key: () => unknown
  constructor(key: () => unknown) {
    this.#key = key
  }
  get key(): unknown {
    return this.#key()
  }
}

/** One run of the caller's function: what it asked for. */
export class Session {
  readonly tasks: Task<unknown>[] = []
  readonly results: ((keys: TableKey | null) => Promise<unknown>)[] = []
  readonly checks: GuardedWrite[] = []
  /** What was read has to be so when the transaction commits. */
  readonly fences: Map<string, GuardedWrite> = new Map()
  readonly raws: Part[] = []
  readonly increments: Increment[] = []
  readonly reads: Map<string, Promise<StoredItem | undefined>> = new Map()
  readonly chain: Chain = new Map()
  /**
   * The operations with their arguments: what a repeat of the request has to be the same in. Up to the first read: what
   * comes after it may follow from what was read, and a repeat reads what the request itself left behind.
   */
  readonly log: unknown[] = []
  /** Key values that were made in this run: in a repeat they are others. */
  readonly #made = new Map<unknown, string>()
  readonly #pending = new Map<unknown, number>()
  readonly random: number
  isOver = false
  #underWay = 0

  constructor(random: number) {
    this.random = random
  }

  /** Waits for a read. What was not read when the function is over is not fenced. */
  async waitFor<T>(reading: Promise<T>): Promise<T> {
    this.#underWay += 1
    try {
      return await reading
    } finally {
      this.#underWay -= 1
    }
  }

  /** Ends the run: from now on nothing is taken. */
  end(): void {
    this.isOver = true
    if (this.#underWay > 0)
      throw new InvalidInputError(
        [
          {
            path: 'get',
            message: 'was not awaited: nothing could hold what it reads. Await every read in the function',
          },
        ],
        { operation: '$transaction' },
      )
  }

  /** Notes an operation; values that this run made are noted as whose they are. */
  note(model: string, operation: string, given: readonly unknown[]): void {
    if (this.reads.size > 0) return
    const noted = (value: unknown): unknown => {
      const made = this.#made.get(value)
      if (made !== undefined) return { $made: made }
      if (Array.isArray(value)) return value.map(noted)
      if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
        return value
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, noted(inner)]))
    }
    this.log.push([model, operation, given.map(noted)])
  }

  noteRead(model: string, key: TableKey): void {
    this.note(model, 'get', [key])
  }

  /** Remembers the values of a key that the caller did not give. */
  madeKey(key: Options, given: unknown): void {
    for (const [name, value] of Object.entries(key))
      if (typeof given !== 'object' || given === null || Reflect.get(given, name) === undefined)
        this.#made.set(value, `${this.tasks.length}.${name}`)
  }

  add(task: Task<unknown>, key: () => unknown, again: (key: TableKey | null) => Promise<unknown>): Pending {
    const pending = new Pending(key)
    this.#pending.set(pending, this.tasks.length)
    this.tasks.push(task)
    this.results.push(again)
    return pending
  }

  others(): readonly Part[] {
    return [
      ...this.raws,
      ...incrementParts(this.increments),
      { own: [...this.checks, ...this.fences.values()] },
    ].filter(({ own, apart = [] }) => own.length + apart.length > 0)
  }

  /** What the caller's function returned, with items in the place of what was pending. */
  settle(returned: unknown, values: readonly unknown[]): unknown {
    return settleWith(returned, (value) => {
      const at = this.#pending.get(value)
      return at === undefined ? value : values[at]
    })
  }
}

/** Settles a value, the members of a list or the properties of an object: one level deep. */
export function settleWith(returned: unknown, one: (value: unknown) => unknown): unknown {
  const settled = one(returned)
  if (settled !== returned) return settled
  if (Array.isArray(returned)) return returned.map(one)
  if (
    typeof returned !== 'object' ||
    returned === null ||
    Object.getPrototypeOf(returned) !== Object.prototype
  )
    return returned
  return Object.fromEntries(Object.entries(returned).map(([name, value]) => [name, one(value)]))
}
