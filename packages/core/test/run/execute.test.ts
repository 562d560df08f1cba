import { describe, expect, it } from 'vitest'
import type { Explain } from '../../src/plan/assemble.js'
import type { StoredItem } from '../../src/plan/attribute-value.js'
import type { Adjustment, Finding } from '../../src/plan/contribution.js'
import { execute, type Task } from '../../src/run/execute.js'
import { FakeEnvironment } from '../fake-environment.js'
import { committed, contended, RecordingStore, refused } from '../recording-store.js'
import {
  adjust,
  exists,
  leave,
  lostFence,
  NotedTask,
  nothing,
  says,
  secondRefused,
  taken,
} from './noted-task.js'
import { preparedOf, type RuntimeOptions, runtimeOn, thrown, writeOn } from './runtime.js'

const takeOver: Adjustment = {
  kind: 'take-over',
  key: { pk: { S: 'UNIQ#b' } },
  from: 'x',
  witness: { key: { pk: { S: 'x' } }, condition: { op: 'absent', field: 'pk' } },
}
const run = (store: RecordingStore, task: Task<StoredItem | undefined>, options: RuntimeOptions = {}) =>
  execute(task, runtimeOn(store, options))

describe('an operation', () => {
  it('is told, sent and finished', async () => {
    const told: unknown[] = []
    const item = { pk: { S: 'a' } }
    const store = new RecordingStore().answer(committed(item))
    const plan = (
      compiled: { operation: string },
      { model, operation }: { model: string; operation: string },
    ) => told.push([compiled.operation, model, operation])
    expect(await run(store, new NotedTask([]), { hooks: { plan } })).toEqual(item)
    expect(told).toEqual([['TransactWriteItems', 'account', 'update']])
  })

  it('sends nothing where there is nothing to write', async () => {
    const store = new RecordingStore()
    const task = { prepare: async () => ({ done: undefined, results: [] }), forget: () => {} }
    expect(await run(store, task)).toBeUndefined()
    expect(store.sent).toEqual([])
  })

  it('sends nothing once the caller gave up', async () => {
    const reason = new Error('no longer wanted')
    const task = new NotedTask([])
    expect(await thrown(run(new RecordingStore(), task, { signal: AbortSignal.abort(reason) }))).toBe(reason)
    expect(task.prepared).toEqual([])
  })

  it('is finished knowing whether it was a transaction, which gives no item back', async () => {
    const finished: boolean[] = []
    const finish = (_: unknown, isTransaction: boolean) => {
      finished.push(isTransaction)
      return undefined
    }
    for (const writes of [[writeOn('a')], [writeOn('a'), writeOn('b')]]) {
      const prepare = async () => ({ ...preparedOf(writes), finish })
      await run(new RecordingStore(), { prepare, forget: () => {} })
    }
    expect(finished).toEqual([false, true])
  })
})

describe('a refusal', () => {
  it('has all violations of all writes, told to the observer', async () => {
    const told: string[][] = []
    const violation = (violations: readonly { code: string }[]) =>
      told.push(violations.map(({ code }) => code))
    const store = new RecordingStore().answer(refused(null, null))
    const task = new NotedTask([[says(taken('email')), says(exists)]])
    expect(await thrown(run(store, task, { hooks: { violation } }))).toMatchObject({
      name: 'ConstraintViolationError',
      code: 'EXISTS',
      model: 'account',
      operation: 'update',
      violations: [{ code: 'EXISTS' }, { code: 'UNIQUE', constraint: 'email' }],
      cause: expect.objectContaining({ name: 'TransactionCanceledException' }),
    })
    expect(told).toEqual([['EXISTS', 'UNIQUE']])
  })

  it('asks the writes that were refused, with the items that came back', async () => {
    const asked: unknown[] = []
    const noting =
      (name: string): Explain =>
      (item) => {
        asked.push([name, item])
        return [exists]
      }
    const held = { pk: { S: 'held' } }
    const store = new RecordingStore().answer(refused(undefined, held))
    await thrown(run(store, new NotedTask([[noting('entity'), noting('guard')]])))
    expect(asked).toEqual([['guard', held]])
    expect(store.read).toEqual([])
  })

  it('reads the item that did not come back, consistently', async () => {
    const asked: unknown[] = []
    const explain: Explain = (item) => {
      asked.push(item)
      return [exists]
    }
    const held = { pk: { S: 'held' } }
    const { key } = writeOn('UNIQ#a')
    const untold = (code: string) => ({ code, message: '', item: undefined })
    const reasons = [
      untold('ConditionalCheckFailed'),
      untold('ConditionalCheckFailed'),
      untold('ConditionalCheckFailed'),
    ]
    const store = new RecordingStore()
      .hold({ key, item: held })
      .answer({ kind: 'refused', reasons, error: undefined })
    await thrown(run(store, new NotedTask([[explain, explain]])))
    expect(asked).toEqual([null, held])
    expect(store.read).toEqual([
      { table: 'shop', key: writeOn('a').key, consistent: true },
      { table: 'shop', key, consistent: true },
    ])
  })

  it('of a contested guard is decided on its owner, read consistently, at the time of reading', async () => {
    const owner = { pk: { S: 'owner' } }
    const item = { pk: { S: 'owner' }, em: { S: 'x' } }
    const asked: unknown[] = []
    const contested: Finding = {
      kind: 'contested',
      owner,
      settle: (found, now) => {
        asked.push([found, now])
        return asked.length === 1 ? [contested] : [taken('email')]
      },
    }
    const store = new RecordingStore().hold({ key: owner, item }).answer(secondRefused)
    expect(await thrown(run(store, new NotedTask([[nothing, says(contested)]])))).toMatchObject({
      code: 'UNIQUE',
    })
    expect(asked).toEqual([
      [item, 1_000_000],
      [item, 1_000_000],
    ])
    expect(store.read[0]).toEqual({ table: 'shop', key: owner, consistent: true })
  })

  it('for what is stored and cannot be so is that fault, whatever else was refused', async () => {
    const error = new Error('a guard without an owner')
    const store = new RecordingStore().answer(refused(null, null))
    const task = new NotedTask([[says(exists), says({ kind: 'failure', error })]])
    expect(await thrown(run(store, task))).toBe(error)
  })
})

describe('another try', () => {
  it('reads again after a lost fence, and forgets what was found out', async () => {
    const told: unknown[] = []
    const retry = ({ attempt }: { attempt: number }, reason: string, delayMs: number) =>
      told.push([attempt, reason, delayMs])
    const store = new RecordingStore().answer(secondRefused, refused(null, undefined), committed())
    const task = new NotedTask([
      [nothing, says(adjust(leave))],
      [says(lostFence, exists), nothing],
    ])
    await run(store, task, { hooks: { retry } })
    expect(task.prepared).toEqual([[], [leave], []])
    expect(task.forgotten).toBe(1)
    expect(told).toEqual([
      [1, 'a guard is held without right, or is another’s', 0],
      [2, 'the item was changed meanwhile', 10],
    ])
  })

  it('collects adjustments, until one is outdated', async () => {
    const store = new RecordingStore().answer(secondRefused, secondRefused, secondRefused, committed())
    const retry = { attempts: 4, maxElapsedMs: 10_000, baseDelayMs: 10, maxDelayMs: 10 }
    const task = new NotedTask([
      [nothing, says(adjust(leave))],
      [nothing, says(adjust(takeOver))],
      [nothing, says({ kind: 'outdated' }, adjust(leave))],
    ])
    await run(store, task, { retry })
    expect(task.prepared).toEqual([[], [leave], [leave, takeOver], [leave]])
    expect(task.forgotten).toBe(0)
  })

  it('is another body under another token', async () => {
    const store = new RecordingStore().answer(secondRefused, committed())
    await run(store, new NotedTask([[nothing, says(adjust(leave))]]))
    expect(store.sent.map(({ options }) => options.token)).toEqual(['token-1', 'token-2'])
  })

  it('shares its budget with conflicts: together they end in contention', async () => {
    const store = new RecordingStore().answer(contended(), secondRefused, secondRefused)
    const task = new NotedTask([
      [nothing, says(lostFence)],
      [nothing, says(lostFence)],
    ])
    expect(await thrown(run(store, task))).toMatchObject({ name: 'ContentionError', attempts: 3 })
    expect(store.sent).toHaveLength(3)
  })

  it('ends when the caller gives up', async () => {
    const controller = new AbortController()
    const reason = new Error('no longer wanted')
    const environment = new FakeEnvironment([], () => controller.abort(reason))
    const store = new RecordingStore().answer(secondRefused)
    const task = new NotedTask([[nothing, says(lostFence)]])
    expect(await thrown(run(store, task, { environment, signal: controller.signal }))).toBe(reason)
  })
})
