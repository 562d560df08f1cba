import type { StoreOperation } from '../dynalite/dynalite-modules.js'
import type { IndexChange } from '../storage/index-entries.js'
import type { IndexLag } from '../storage/storage.js'
import { TestingError } from '../testing-error.js'

/** Which global indexes lag, and for how long. */
export interface LagOptions {
  /** The table; every table by default. */
  readonly table?: string
  /** The index; every global index by default. */
  readonly index?: string
  /** Milliseconds from a write until the index shows it; without it, until released. */
  readonly ms?: number
}

/** Global indexes that lag behind their tables. */
export interface Lag {
  /** How many changes of index entries wait. */
  readonly pending: number
  /** Lets the indexes catch up, by so many changes or entirely; fulfilled when reads show it. */
  release(count?: number): Promise<void>
  /** Lets the indexes catch up entirely, and ends the lag. */
  end(): Promise<void>
}

type Apply = (operations: readonly StoreOperation[]) => Promise<void>

/** The lags of one engine's global indexes. */
export class IndexLags implements IndexLag {
  readonly #apply: Apply
  #lags: HeldChanges[] = []

  constructor(apply: Apply) {
    this.#apply = apply
  }

  /** Begins a lag. */
  begin(options: LagOptions): Lag {
    if (options.ms !== undefined && !(options.ms >= 0)) {
      throw new TestingError('The option ms of a lag is a time: give a number of milliseconds, 0 or more.')
    }
    const lag = new HeldChanges(options, this.#apply, () => {
      this.#lags = this.#lags.filter((other) => other !== lag)
    })
    this.#lags = [...this.#lags, lag]
    return lag
  }

  lags(table: string, index: string): boolean {
    return this.#lags.some((lag) => lag.covers(table, index))
  }

  hold(table: string, change: IndexChange): void {
    const lag = this.#lags.find((candidate) => candidate.covers(table, change.index))
    if (lag === undefined) void this.#apply(change.operations)
    else lag.add(table, change)
  }

  /** Drops the changes of a table that goes. */
  forget(table: string): void {
    for (const lag of this.#lags) lag.forget(table)
  }
}

class HeldChanges implements Lag {
  readonly #options: LagOptions
  readonly #apply: Apply
  readonly #whenEnded: () => void
  #changes: (IndexChange & { readonly table: string })[] = []

  constructor(options: LagOptions, apply: Apply, whenEnded: () => void) {
    this.#options = options
    this.#apply = apply
    this.#whenEnded = whenEnded
  }

  get pending(): number {
    return this.#changes.length
  }

  covers(table: string, index: string): boolean {
    return (this.#options.table ?? table) === table && (this.#options.index ?? index) === index
  }

  forget(table: string): void {
    this.#changes = this.#changes.filter((change) => change.table !== table)
  }

  add(table: string, held: IndexChange): void {
    const change = { ...held, table }
    this.#changes.push(change)
    if (this.#options.ms !== undefined)
      setTimeout(() => void this.#catchUpTo(change), this.#options.ms).unref()
  }

  async release(count: number = this.#changes.length): Promise<void> {
    await this.#apply(this.#changes.splice(0, count).flatMap(({ operations }) => operations))
  }

  async end(): Promise<void> {
    this.#whenEnded()
    await this.release()
  }

  /** Applies a change whose time has come, with all that came before it. */
  async #catchUpTo(change: IndexChange & { readonly table: string }): Promise<void> {
    await this.release(this.#changes.indexOf(change) + 1)
  }
}
