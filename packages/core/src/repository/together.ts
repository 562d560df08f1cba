import type { Part } from '../plan/assemble.js'
import type { TableKey } from '../plan/attribute-value.js'
import type { Adjustment, GuardedWrite } from '../plan/contribution.js'
import { type Done, keysOf, type Prepared, type Task } from '../run/execute.js'
import type { Chain } from './numbering.js'

type Each = Prepared<unknown> | Done<unknown>

/** The key of the item that an operation gives back. */
const resultOf = (each: Each): TableKey | null =>
  ('done' in each ? each.results : (each.results ?? keysOf(each.parts)))[0] ?? null

/** Several operations as one request: everything of them, or nothing. */
export class TogetherTask implements Task<unknown[]> {
  readonly #tasks: readonly Task<unknown>[]
  readonly #chain: Chain
  readonly #others: () => readonly Part[]

  /** The others are parts that are no operation on an item: checks, increments, raw writes. */
  constructor(tasks: readonly Task<unknown>[], chain: Chain, others: () => readonly Part[] = () => []) {
    this.#tasks = tasks
    this.#chain = chain
    this.#others = others
  }

  forget(): void {
    this.#chain.clear()
    for (const task of this.#tasks) task.forget()
  }

  async prepare(adjustments: readonly Adjustment[]): Promise<Prepared<unknown[]> | Done<unknown[]>> {
    const prepared: Each[] = []
    // One after another: numbers are drawn in the order of the operations.
    for (const task of this.#tasks) prepared.push(await task.prepare(adjustments))
    const sent = prepared.flatMap((each) => ('done' in each ? [] : [each]))
    const stays = prepared.flatMap((each) => ('done' in each && each.stays !== undefined ? [each.stays] : []))
    const written = [...sent.flatMap((each) => each.parts), ...this.#others()]
    // One look is of one moment as it is.
    const parts = written.length + stays.length > 1 ? [...written, ...stays.map(alone)] : written
    const results = prepared.map(resultOf)
    if (parts.length === 0)
      return { done: prepared.map((each) => ('done' in each ? each.done : undefined)), results }
    const [first] = sent
    return {
      parts,
      results,
      returnValues: parts.length === 1 && first !== undefined ? first.returnValues : 'NONE',
      doubt: () => first?.doubt() ?? NO_DOUBT,
      finish: (item, isTransaction) =>
        Promise.all(prepared.map((each) => ('done' in each ? each.done : each.finish(item, isTransaction)))),
    }
  }
}

const alone = (write: GuardedWrite): Part => ({ own: [write] })

const NO_DOUBT = {
  operation: 'update',
  stores: {},
  generated: [],
  versionField: undefined,
  expectedVersion: undefined,
} as const
