import type { Options } from './read-options.js'

/** A record as it was read or written. */
export interface Seen {
  readonly view: Options
  /** Its version, 0 where it is absent; undefined where none is declared. */
  readonly version: number | undefined
}

/** What was known when a write was sent. */
export interface Mark {
  readonly changes: number
  readonly reads: number
  readonly doubts: number
}

/** The newest record that writes of this process left behind. */
export interface LatestWrite extends Seen {
  /** When its answer came, in milliseconds since 1970. */
  readonly at: number
  /** Whether something else was read or written while it was under way: the order of answers does not tell which is newer. */
  readonly isOverlapped: boolean
  readonly change: number
}

/**
 * What this process knows of its own writes of one record. Caches ask it when they are asked, and it keeps no list of
 * them: it does not grow with their number.
 */
export class SingletonWrites {
  #changes = 0
  #reads = 0
  #doubts = 0
  #latest: LatestWrite | undefined

  /** Counts what became of writes: whoever has seen another count has to look again. */
  get changes(): number {
    return this.#changes
  }

  /** What the record is by the last writes; undefined where that has to be read. */
  get latest(): LatestWrite | undefined {
    return this.#latest
  }

  begin(): Mark {
    return { changes: this.#changes, reads: this.#reads, doubts: this.#doubts }
  }

  /** A write was committed, and this is the record that it left behind. */
  end(mark: Mark, seen: Seen, now: number): void {
    const isOverlapped = mark.changes !== this.#changes || mark.reads !== this.#reads
    this.#changes += 1
    const written = { ...seen, at: now, isOverlapped, change: this.#changes }
    this.#latest = isOverlapped ? this.#newest(mark, written) : written
  }

  /** What became of a write is not known, or not what it left behind: only the table can tell. */
  doubt(): void {
    this.#changes += 1
    this.#doubts += 1
    this.#latest = undefined
  }

  /** A cache holds what it read: a write that is under way may be older. */
  noteRead(): void {
    this.#reads += 1
  }

  #newest(mark: Mark, written: LatestWrite): LatestWrite | undefined {
    if (written.version === undefined || mark.doubts !== this.#doubts) return undefined
    // Versions of what was known before this write was sent say nothing: it may have been made anew since.
    const rival = this.#latest !== undefined && this.#latest.change > mark.changes ? this.#latest : undefined
    return rival?.version !== undefined && rival.version > written.version ? rival : written
  }
}
