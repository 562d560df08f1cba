import { describe, expect, it } from 'vitest'
import { FakeEnvironment } from '../fake-environment.js'
import {
  committed,
  contended,
  failed,
  RecordingStore,
  refused,
  serviceError,
  unanswered,
} from '../recording-store.js'
import { policy, thrown } from './runtime.js'
import { item, send, single, transaction } from './sending.js'

describe('what is sent', () => {
  it('is one operation for one write, and a transaction for several', async () => {
    const store = new RecordingStore()
    await send(store, single)
    await send(store, transaction)
    expect(store.sent.map(({ operation }) => operation)).toEqual(['PutItem', 'TransactWriteItems'])
    expect(store.sent[0]?.options.returnValues).toBe('ALL_NEW')
    expect(store.sent[1]?.writes).toEqual(transaction)
  })

  it('gives back what the store gave', async () => {
    expect(await send(new RecordingStore().answer(committed(item)), single)).toEqual(committed(item))
    const answer = refused(null, undefined)
    expect(await send(new RecordingStore().answer(answer))).toEqual(answer)
  })
})

describe('contention', () => {
  it('is waited out with the same body and the same token, told by attempt', async () => {
    const environment = new FakeEnvironment([1, 0.5])
    const told: unknown[] = []
    const retry = (context: { attempt: number }, reason: string, delayMs: number): void => {
      told.push([context.attempt, reason, delayMs])
    }
    const store = new RecordingStore().answer(contended(), contended('ThrottlingException'), committed())
    await send(store, transaction, { environment, hooks: { retry } })
    expect(store.sent).toHaveLength(3)
    expect(store.sent.map(({ options }) => options.token)).toEqual(['token-1', 'token-1', 'token-1'])
    expect(store.sent[2]?.writes).toEqual(store.sent[0]?.writes)
    expect(store.sent.map(({ context }) => context.attempt)).toEqual([1, 2, 3])
    expect(environment.slept).toEqual([10, 10])
    expect(told).toEqual([
      [1, 'TransactionConflict', 10],
      [2, 'ThrottlingException', 10],
    ])
  })

  it('ends with an error that says that nothing was applied', async () => {
    const store = new RecordingStore().answer(contended(), contended(), contended())
    expect(await thrown(send(store))).toMatchObject({
      name: 'ContentionError',
      code: 'CONTENTION',
      model: 'account',
      operation: 'update',
      attempts: 3,
      elapsedMs: 15,
      cause: expect.objectContaining({ name: 'TransactionCanceledException' }),
    })
    expect(store.sent).toHaveLength(3)
  })

  it('of a single write is waited out too', async () => {
    const store = new RecordingStore().answer(contended('TransactionConflictException'), committed(item))
    expect(await send(store, single)).toEqual(committed(item))
  })

  it('whose fate is open ends with an error that says so', async () => {
    const inProgress = contended('TransactionInProgressException', false)
    const store = new RecordingStore().answer(inProgress, inProgress, inProgress)
    expect(await thrown(send(store))).toMatchObject({ code: 'OUTCOME_UNKNOWN', attempts: 3 })
  })

  it('of a single write after a lost answer leaves its fate open', async () => {
    const doubtful = { answer: contended(), unanswered: 1 }
    const store = new RecordingStore().answer(doubtful, contended(), contended())
    expect(await thrown(send(store, single))).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
  })

  it('of a transaction after a lost answer does so too: a throttled send says nothing of the one before it', async () => {
    const throttled = contended('ThrottlingException')
    const store = new RecordingStore().answer(unanswered(), throttled, throttled)
    expect(await thrown(send(store))).toMatchObject({ code: 'OUTCOME_UNKNOWN' })
  })
})

describe('a transaction without an answer', () => {
  it('is sent again as it is, under its token, until its fate is known', async () => {
    const told: string[] = []
    const store = new RecordingStore().answer(unanswered(), unanswered(), committed())
    const hooks = { retry: (_: unknown, reason: string) => told.push(reason) }
    expect(await send(store, transaction, { hooks })).toEqual(committed())
    expect(new Set(store.sent.map(({ options }) => options.token)).size).toBe(1)
    expect(store.sent[1]?.writes).toBe(store.sent[0]?.writes)
    expect(told).toEqual(['no answer', 'no answer'])
  })

  it('is taken at its word once it is refused', async () => {
    const answer = refused(null, undefined)
    const store = new RecordingStore().answer(unanswered(), answer)
    expect(await send(store)).toEqual(answer)
  })

  it('has an unknown outcome once the tries are used up, or the next try fails', async () => {
    const silent = new RecordingStore().answer(unanswered(), unanswered(), unanswered())
    expect(await thrown(send(silent))).toMatchObject({
      name: 'OutcomeUnknownError',
      attempts: 3,
      cause: expect.objectContaining({ name: 'TimeoutError' }),
    })
    const denied = new RecordingStore().answer(unanswered(), failed(serviceError('AccessDeniedException')))
    expect(await thrown(send(denied))).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      cause: expect.objectContaining({ name: 'AccessDeniedException' }),
    })
  })

  it('has an unknown outcome when the caller gives up, during the send or while waiting', async () => {
    const aborted = new RecordingStore().answer(unanswered())
    const told: unknown[] = []
    const hooks = { retry: (_: unknown, reason: string) => told.push(reason) }
    expect(await thrown(send(aborted, transaction, { signal: AbortSignal.abort(), hooks }))).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      model: 'account',
      operation: 'update',
      cause: expect.objectContaining({ name: 'TimeoutError' }),
    })
    expect(told).toEqual([])
    const controller = new AbortController()
    const reason = new Error('no longer wanted')
    const environment = new FakeEnvironment([], () => controller.abort(reason))
    const store = new RecordingStore().answer(unanswered())
    const options = { environment, signal: controller.signal }
    expect(await thrown(send(store, transaction, options))).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      cause: reason,
    })
    expect(store.sent).toHaveLength(1)
  })
})

describe('a caller who gives up while others are in the way', () => {
  it('gets the reason: nothing was applied', async () => {
    const controller = new AbortController()
    const reason = new Error('no longer wanted')
    const environment = new FakeEnvironment([], () => controller.abort(reason))
    const store = new RecordingStore().answer(contended())
    expect(await thrown(send(store, transaction, { environment, signal: controller.signal }))).toBe(reason)
  })
})

describe('a request that the service does not take', () => {
  it('is an input error where its own validation says so', async () => {
    const store = new RecordingStore().answer(failed(serviceError('ValidationException')))
    expect(await thrown(send(store))).toMatchObject({
      code: 'INVALID_INPUT',
      model: 'account',
      operation: 'update',
      problems: [{ path: '', message: 'ValidationException: said the service' }],
      cause: expect.objectContaining({ name: 'ValidationException' }),
    })
  })

  it('names the writes that are wrong in a transaction, by position', async () => {
    const CancellationReasons = [
      { Code: 'ValidationError' },
      { Code: 'ValidationError', Message: 'Too long' },
    ]
    const second = [null, { Code: 'ValidationError', Message: 'Too long' }]
    for (const [reasons, problems] of [
      [
        CancellationReasons,
        [
          { path: 'entity', message: 'was refused' },
          { path: 'claim of email', message: 'Too long' },
        ],
      ],
      [second, [{ path: 'claim of email', message: 'Too long' }]],
    ]) {
      const error = serviceError('TransactionCanceledException', { CancellationReasons: reasons })
      const thrownOf = await thrown(send(new RecordingStore().answer(failed(error))))
      expect(thrownOf).toMatchObject({ code: 'INVALID_INPUT', model: 'account', operation: 'update' })
      expect(thrownOf).toHaveProperty('problems', problems)
    }
  })

  it('is otherwise what the client threw', async () => {
    const error = serviceError('ResourceNotFoundException')
    expect(await thrown(send(new RecordingStore().answer(failed(error))))).toBe(error)
    expect(await thrown(send(new RecordingStore().answer(failed('odd'))))).toBe('odd')
  })
})

describe('retry: false', () => {
  it('sends once', async () => {
    const store = new RecordingStore().answer(contended())
    const retry = { ...policy, attempts: 1 }
    expect(await thrown(send(store, transaction, { retry }))).toMatchObject({
      code: 'CONTENTION',
      attempts: 1,
    })
    expect(store.sent).toHaveLength(1)
  })
})
