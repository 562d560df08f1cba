import { describe, expect, it } from 'vitest'
import { ConstraintViolationError } from '../../src/errors/constraint-violation-error.js'
import type { StoredItem } from '../../src/plan/attribute-value.js'
import type { Adjustment } from '../../src/plan/contribution.js'
import { execute, type Prepared } from '../../src/run/execute.js'
import { FakeEnvironment } from '../fake-environment.js'
import { RecordingStore } from '../recording-store.js'
import { adjust, leave, lostFence, NotedTask, nothing, says, secondRefused } from './noted-task.js'
import { policy, runtimeOn, thrown } from './runtime.js'

const notFound = new ConstraintViolationError([{ code: 'NOT_FOUND', model: 'account', key: {} }])

/** A task that is refused while it is planned, in the tries that are named; it has moved as often as is said. */
class RefusedTask extends NotedTask {
  readonly #errors: readonly (Error | undefined)[]
  readonly #moves: boolean[]

  constructor(errors: readonly (Error | undefined)[], moves: readonly boolean[]) {
    super([[nothing, says(adjust(leave))]])
    this.#errors = errors
    this.#moves = [...moves]
  }

  override async prepare(adjustments: readonly Adjustment[]): Promise<Prepared<StoredItem | undefined>> {
    const prepared = await super.prepare(adjustments)
    const error = this.#errors[this.prepared.length - 1]
    if (error !== undefined) throw error
    return prepared
  }

  async hasMoved(): Promise<boolean> {
    return this.#moves.shift() ?? false
  }
}

describe('a refusal that was found without sending', () => {
  it('is none where what it was decided on has moved: all is decided anew, after a wait', async () => {
    const told: unknown[] = []
    const retry = ({ attempt, model }: { attempt: number; model: string }, reason: string, delayMs: number) =>
      told.push([attempt, model, reason, delayMs])
    const environment = new FakeEnvironment()
    const store = new RecordingStore().answer(secondRefused)
    const task = new RefusedTask([undefined, notFound], [true])
    await execute(task, runtimeOn(store, { environment, hooks: { retry } }))
    expect(task.prepared).toEqual([[], [leave], []])
    expect(task.forgotten).toBe(1)
    expect(environment.slept).toEqual([10])
    expect(told).toEqual([
      [1, 'account', 'a guard is held without right, or is another’s', 0],
      [2, 'account', 'the item was changed meanwhile', 10],
    ])
  })

  it('needs no observer to be decided anew', async () => {
    const task = new RefusedTask([notFound], [true])
    await execute(task, runtimeOn(new RecordingStore()))
    expect(task.prepared).toHaveLength(2)
  })

  it('stands where nothing has moved, and where the task cannot tell', async () => {
    const store = new RecordingStore()
    const unmoved = new RefusedTask([notFound], [false])
    expect(await thrown(execute(unmoved, runtimeOn(store)))).toBe(notFound)
    const prepare = (): never => {
      throw notFound
    }
    expect(await thrown(execute({ prepare, forget: () => {} }, runtimeOn(store)))).toBe(notFound)
    expect(store.sent).toEqual([])
  })

  it('is asked about alone: any other error is passed on', async () => {
    const fault = new Error('no network')
    const task = new RefusedTask([fault], [true])
    expect(await thrown(execute(task, runtimeOn(new RecordingStore())))).toBe(fault)
    expect(task.prepared).toHaveLength(1)
  })

  it('ends in contention where it moves as often as there are tries', async () => {
    const task = new RefusedTask([notFound, notFound, notFound], [true, true, true])
    const error = await thrown(execute(task, runtimeOn(new RecordingStore())))
    expect(error).toMatchObject({ code: 'CONTENTION', attempts: 3, model: 'account', operation: 'update' })
    expect(error).not.toHaveProperty('cause')
    expect([task.prepared.length, task.forgotten]).toEqual([3, 2])
  })
})

describe('what a refused try found out', () => {
  const news = [nothing, says(adjust(leave))]
  const fence = [nothing, says(lostFence)]
  const once = { ...policy, attempts: 1 }

  it('leads to another try at once, also where the tries are used up, but only eight times on end', async () => {
    const environment = new FakeEnvironment()
    const store = new RecordingStore().answer(...Array.from({ length: 20 }, () => secondRefused))
    const task = new NotedTask(Array.from({ length: 20 }, () => news))
    expect(await thrown(execute(task, runtimeOn(store, { environment, retry: once })))).toMatchObject({
      code: 'CONTENTION',
      model: 'account',
      operation: 'update',
      cause: expect.objectContaining({ name: 'TransactionCanceledException' }),
    })
    expect(store.sent).toHaveLength(9)
    expect(environment.slept).toEqual([])
  })

  it('is told as another plan, and leads to none once the caller gave up', async () => {
    const told: unknown[] = []
    const plan = ({ writes }: { writes: readonly unknown[] }) => told.push(writes.length)
    const controller = new AbortController()
    const reason = new Error('no longer wanted')
    const store = new RecordingStore().answer(secondRefused, () => {
      controller.abort(reason)
      return secondRefused
    })
    const task = new NotedTask([news, news])
    const options = { hooks: { plan }, signal: controller.signal }
    expect(await thrown(execute(task, runtimeOn(store, options)))).toBe(reason)
    expect([task.prepared.length, told]).toEqual([2, [2, 2]])
  })

  it('counts anew after a try that others were in the way of', async () => {
    const environment = new FakeEnvironment()
    const tries = [...Array.from({ length: 8 }, () => news), fence, ...Array.from({ length: 8 }, () => news)]
    const store = new RecordingStore().answer(...tries.map(() => secondRefused))
    const task = new NotedTask(tries)
    const retry = { ...policy, attempts: 10 }
    await execute(task, runtimeOn(store, { environment, retry }))
    expect(store.sent).toHaveLength(18)
    expect(environment.slept).toHaveLength(1)
    expect(task.prepared[8]).toHaveLength(8)
    expect(task.prepared[9]).toEqual([])
  })
})
