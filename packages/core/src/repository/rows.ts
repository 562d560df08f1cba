import { AbortedError } from '../errors/aborted-error.js'
import { identityOfWrite, type Write } from '../plan/write.js'
import { entityWriteOf, type Prepared, type Runtime, type Task } from '../run/execute.js'
import { MOST_IN_BATCH, sendBatch } from '../run/send-batch.js'
import { located } from './located.js'

/** What one row becomes: a task, and how it runs where it runs by itself. */
export interface RowTask {
  readonly task: Task<unknown>
  /** Whether it is a write of one item that neither reads nor gives back what was there. */
  readonly isBlind: boolean
  run(): Promise<unknown>
}

/** What became of one row. */
export type RowResult =
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly error: unknown }

/** How rows are run. */
export interface Running {
  readonly runtime: Runtime
  /** How many requests are under way at once. */
  readonly concurrency: number
  /** Told how many rows are done. */
  readonly onDone: (done: number) => void
  /** Whether blind rows go in batches, without their conditions. */
  readonly isBatched: boolean
}

/** A row that is ready to go in a batch. */
interface Blind {
  readonly at: number
  readonly row: RowTask
  readonly prepared: Prepared<unknown>
  readonly write: Write
}

/** Rows on their way, each to come to an end of its own. */
class Rows {
  readonly results: RowResult[] = []
  readonly #rows: readonly unknown[]
  readonly #make: (row: unknown) => RowTask
  readonly #running: Running
  #next = 0
  #done = 0

  constructor(rows: readonly unknown[], make: (row: unknown) => RowTask, running: Running) {
    this.#rows = rows
    this.#make = make
    this.#running = running
  }

  /** Takes rows until none is left: one by one, or as many as go in a batch. */
  async work(): Promise<void> {
    const size = this.#running.isBatched ? MOST_IN_BATCH : 1
    while (this.#next < this.#rows.length) {
      const from = this.#next
      this.#next = Math.min(from + size, this.#rows.length)
      await this.#take(from, this.#next)
    }
  }

  async #take(from: number, to: number): Promise<void> {
    let batch = new Map<string, Blind>()
    for (let at = from; at < to; at += 1) {
      const blind = await this.#start(at)
      if (blind === undefined) continue
      const id = identityOfWrite(blind.write)
      // The service takes one write of an item in a batch.
      if (batch.has(id)) {
        await this.#send([...batch.values()])
        batch = new Map()
      }
      batch.set(id, blind)
    }
    await this.#send([...batch.values()])
  }

  /** Runs a row by itself, or makes it ready for a batch. A row that was not started when the signal was aborted is not started. */
  async #start(at: number): Promise<Blind | undefined> {
    const { runtime, isBatched } = this.#running
    const { signal, model, operation } = runtime.context
    if (signal?.aborted === true) {
      this.#end(at, { ok: false, error: new AbortedError({ model, operation, cause: signal.reason }) })
      return undefined
    }
    let blind: Blind | undefined
    await this.#settle(at, async () => {
      const row = this.#make(this.#rows[at])
      if (!isBatched || !row.isBlind) return { data: await row.run() }
      const prepared = await row.task.prepare([])
      if ('done' in prepared) return { data: prepared.done }
      blind = { at, row, prepared, write: entityWriteOf(prepared, runtime) }
      return undefined
    })
    return blind
  }

  async #send(batch: readonly Blind[]): Promise<void> {
    if (batch.length === 0) return
    const { runtime } = this.#running
    const outcome = await sendBatch(
      batch.map(({ write }) => write),
      runtime,
    )
    await Promise.all(
      batch.map(({ at, row, prepared }, index) =>
        this.#settle(at, async () => {
          // One write that the service refuses fails its batch: which one it is shows when each goes by itself.
          if (outcome === 'refused') return { data: await row.run() }
          const error = outcome[index]
          if (error !== undefined) throw error
          return { data: await prepared.finish(undefined, false) }
        }),
      ),
    )
  }

  /** Notes what a row comes to, if it does: its result or its error, faults of input located. */
  async #settle(at: number, run: () => Promise<{ readonly data: unknown } | undefined>): Promise<void> {
    const { model, operation } = this.#running.runtime.context
    try {
      const came = await located(model, operation, run)
      if (came !== undefined) this.#end(at, { ok: true, data: came.data })
    } catch (error) {
      this.#end(at, { ok: false, error })
    }
  }

  #end(at: number, result: RowResult): void {
    this.results[at] = result
    this.#done += 1
    this.#running.onDone(this.#done)
  }
}

/** Runs rows with so many requests under way at once; one that fails stops no other. */
export async function runRows(
  rows: readonly unknown[],
  make: (row: unknown) => RowTask,
  running: Running,
): Promise<readonly RowResult[]> {
  const all = new Rows(rows, make, running)
  await Promise.all(Array.from({ length: Math.min(running.concurrency, rows.length) }, () => all.work()))
  return all.results
}
