import { describe, expect, it } from 'vitest'
import type { Write } from '../../src/plan/write.js'
import { sendBatch } from '../../src/run/send-batch.js'
import type { BatchAnswer, RequestContext } from '../../src/run/store.js'
import { FakeEnvironment } from '../fake-environment.js'
import { RecordingStore, serviceError } from '../recording-store.js'
import { type RuntimeOptions, runtimeOn, writeOn } from './runtime.js'

const [a, b, c] = [writeOn('a'), writeOn('b'), writeOn('c')] as const
const all = [a, b, c]
const takenBut = (...left: readonly Write[]): BatchAnswer => ({ kind: 'taken', left })
const contended = (isSettled = true): BatchAnswer => ({
  kind: 'contended',
  reason: 'ThrottlingException',
  isSettled,
  error: serviceError('ThrottlingException'),
})
const failed = (name: string): BatchAnswer => ({ kind: 'failed', error: serviceError(name) })
const unanswered: BatchAnswer = { kind: 'unanswered', error: serviceError('TimeoutError') }

/** A store that answers batches as told, the last answer for ever. */
class BatchStore extends RecordingStore {
  readonly contexts: RequestContext[] = []
  readonly #given: readonly BatchAnswer[]

  constructor(...answers: readonly BatchAnswer[]) {
    super()
    this.#given = answers
  }

  override async batch(writes: readonly Write[], context?: RequestContext): Promise<BatchAnswer> {
    if (context !== undefined) this.contexts.push(context)
    await super.batch(writes)
    return this.#given[Math.min(this.batches.length, this.#given.length) - 1] ?? takenBut()
  }
}

const send = (store: RecordingStore, options: RuntimeOptions = {}) =>
  sendBatch(all, runtimeOn(store, options))
/** The code or name of the error of each write, undefined where it was applied. */
const errorsOf = async (sending: ReturnType<typeof sendBatch>): Promise<unknown> => {
  const errors = await sending
  return errors === 'refused'
    ? errors
    : errors.map((error) => Reflect.get(Object(error), 'code') ?? error?.name)
}

describe('a batch', () => {
  it('that is taken leaves no error', async () => {
    const store = new BatchStore(takenBut())
    expect(await send(store)).toEqual([undefined, undefined, undefined])
    expect(store.batches).toEqual([all])
    expect(store.contexts).toMatchObject([{ model: 'account', operation: 'update', attempt: 1 }])
  })

  it('is sent again with what was left of it, after a wait that is told', async () => {
    const told: unknown[] = []
    const retry = ({ attempt, model }: RequestContext, reason: string, delayMs: number) =>
      told.push([attempt, model, reason, delayMs])
    const environment = new FakeEnvironment()
    const store = new BatchStore(takenBut(b, c), contended(), takenBut())
    expect(await send(store, { environment, hooks: { retry } })).toEqual([undefined, undefined, undefined])
    expect(store.batches).toEqual([all, [b, c], [b, c]])
    expect(store.contexts.map(({ attempt }) => attempt)).toEqual([1, 2, 3])
    expect(environment.slept).toEqual([5, 10])
    expect(told).toEqual([
      [1, 'account', 'the service left a part of a batch', 5],
      [2, 'account', 'ThrottlingException', 10],
    ])
  })

  it('of which a part is left to the end, or which never gets through, ends in contention for that part', async () => {
    const left = new BatchStore(takenBut(b))
    const leftErrors = await send(left)
    expect(leftErrors).toEqual([undefined, expect.objectContaining({ code: 'CONTENTION' }), undefined])
    expect(leftErrors[1]).toMatchObject({ attempts: 3, elapsedMs: 15, model: 'account', operation: 'update' })
    expect(leftErrors[1]).not.toHaveProperty('cause')
    expect(left.batches).toHaveLength(3)
    const [first, ...others] = await send(new BatchStore(contended()))
    expect(first).toMatchObject({ code: 'CONTENTION', cause: { name: 'ThrottlingException' } })
    expect(others).toEqual([first, first])
  })
})

describe('a batch that fails', () => {
  it('is refused as a whole where the service finds a write that cannot be: nothing of it was taken', async () => {
    expect(await send(new BatchStore(failed('ValidationException')))).toBe('refused')
    expect(await send(new BatchStore(contended(), failed('ValidationException')))).toBe('refused')
  })

  it('is not so where a part of it was taken, or it failed for another reason', async () => {
    const partly = new BatchStore(takenBut(c), failed('ValidationException'))
    expect(await errorsOf(send(partly))).toEqual([undefined, undefined, 'ValidationException'])
    const denied = ['AccessDeniedException', 'AccessDeniedException', 'AccessDeniedException']
    expect(await errorsOf(send(new BatchStore(failed('AccessDeniedException'))))).toEqual(denied)
    const odd = { kind: 'failed', error: { name: 'ValidationException' } } as const
    expect(await send(new BatchStore(odd))).toEqual([odd.error, odd.error, odd.error])
  })

  it('is not sent again', async () => {
    const store = new BatchStore(failed('AccessDeniedException'))
    await send(store)
    expect(store.batches).toHaveLength(1)
  })
})

describe('a batch without an answer', () => {
  it('may have been applied, and is not sent again', async () => {
    const store = new BatchStore(takenBut(b), unanswered)
    const errors = await send(store)
    expect(errors).toEqual([undefined, expect.objectContaining({ code: 'OUTCOME_UNKNOWN' }), undefined])
    expect(errors[1]).toMatchObject({
      attempts: 2,
      model: 'account',
      operation: 'update',
      cause: { name: 'TimeoutError' },
    })
    expect(store.batches).toHaveLength(2)
  })

  it('may have been so too where the answer that came at last speaks of a later send alone', async () => {
    const unknown = ['OUTCOME_UNKNOWN', 'OUTCOME_UNKNOWN', 'OUTCOME_UNKNOWN']
    expect(await errorsOf(send(new BatchStore(contended(false))))).toEqual(unknown)
    expect(await errorsOf(send(new BatchStore(contended(false), contended())))).toEqual(unknown)
    const denied = failed('AccessDeniedException')
    expect(await errorsOf(send(new BatchStore(contended(false), denied)))).toEqual(unknown)
  })

  it('is settled by an answer that says what was taken', async () => {
    const store = new BatchStore(contended(false), takenBut())
    expect(await send(store)).toEqual([undefined, undefined, undefined])
  })
})

describe('a caller who gives up while a batch waits', () => {
  const reason = new Error('no longer wanted')
  const giveUp = (...answers: readonly BatchAnswer[]) => {
    const controller = new AbortController()
    const environment = new FakeEnvironment([], () => controller.abort(reason))
    return send(new BatchStore(...answers), { environment, signal: controller.signal })
  }

  it('gets the reason for what is left', async () => {
    expect(await giveUp(takenBut(a))).toEqual([reason, undefined, undefined])
  })

  it('does not know what became of a send without an answer', async () => {
    const [first] = await giveUp(contended(false))
    expect(first).toMatchObject({ code: 'OUTCOME_UNKNOWN', cause: reason })
  })
})
