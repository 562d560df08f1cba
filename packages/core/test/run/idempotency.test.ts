import { describe, expect, it } from 'vitest'
import { ConstraintViolationError } from '../../src/errors/constraint-violation-error.js'
import type { Explain } from '../../src/plan/assemble.js'
import type { StoredItem, TableKey } from '../../src/plan/attribute-value.js'
import type { Finding, GuardedWrite } from '../../src/plan/contribution.js'
import { execute, type Idempotency, type Prepared, type Task } from '../../src/run/execute.js'
import { guard } from '../constraint/account.js'
import { RecordingStore, refused, type RecordingStore as Store, unanswered } from '../recording-store.js'
import { exists, NotedTask, nothing, says, taken } from './noted-task.js'
import { preparedOf, runtimeOn, thrown, writeOn } from './runtime.js'

type Result = StoredItem | undefined
const record = { ...guard('IDEM#1'), of: { S: 'an earlier request' } }
const again = { again: { S: 'the result of the earlier request' } }
const left = [writeOn('a').key, null]

/** Remembers requests under one key; a record that a refusal or a read meets was written by an earlier request. */
class NotedRequests implements Idempotency<Result> {
  readonly remembered: (readonly (TableKey | null)[])[] = []
  readonly repeated: StoredItem[] = []
  readonly #earlier: StoredItem | undefined

  constructor(earlier?: StoredItem) {
    this.#earlier = earlier
  }

  remember(results: readonly (TableKey | null)[]): GuardedWrite {
    this.remembered.push(results)
    return {
      action: 'Put',
      role: 'record of the request',
      key: guard('IDEM#1'),
      item: record,
      condition: { op: 'absent', field: 'pk' },
      intent: { kind: 'alone' },
      explain: (item) => (item === undefined ? [] : [{ kind: 'repeated', record: item }]),
    }
  }

  async recall(): Promise<StoredItem | undefined> {
    return this.#earlier
  }

  async repeat(found: StoredItem): Promise<Result> {
    this.repeated.push(found)
    return again
  }
}

const rolesOf = ({ sent }: Store): string[][] => sent.map(({ writes }) => writes.map(({ role }) => role))
const taskOf = (explains: readonly Explain[] = [], results?: readonly (TableKey | null)[]): Task<Result> => {
  const prepared = preparedOf([writeOn('a')], explains)
  const given: Prepared<Result> = results === undefined ? prepared : { ...prepared, results }
  return { prepare: async () => given, forget: () => {} }
}

describe('a request that can be repeated', () => {
  it('remembers in the same transaction which items it leaves behind', async () => {
    const store = new RecordingStore()
    const requests = new NotedRequests()
    await execute(taskOf([], left), runtimeOn(store), requests)
    expect(rolesOf(store)).toEqual([['entity', 'record of the request']])
    expect(store.sent[0]).toMatchObject({ operation: 'TransactWriteItems', writes: [{}, { item: record }] })
    expect(requests.remembered).toEqual([left])
  })

  it('remembers none where its writes are of no change', async () => {
    const requests = new NotedRequests()
    await execute(taskOf(), runtimeOn(new RecordingStore()), requests)
    expect(requests.remembered).toEqual([[]])
  })

  it('gives the result of the earlier one where its record is there, before all that is refused with it', async () => {
    const told: unknown[] = []
    const contested: Finding = { kind: 'contested', owner: writeOn('b').key, settle: () => [taken('email')] }
    const store = new RecordingStore().answer(refused(null, record))
    const requests = new NotedRequests()
    const runtime = runtimeOn(store, { hooks: { violation: (violations) => told.push(violations) } })
    expect(await execute(taskOf([says(exists, contested)]), runtime, requests)).toBe(again)
    expect(requests.repeated).toEqual([record])
    expect(told).toEqual([])
    expect(store.read).toEqual([])
  })

  it('is refused as any other where its record is not in the way', async () => {
    const store = new RecordingStore().answer(refused(null, undefined))
    const error = await thrown(execute(taskOf([says(exists)]), runtimeOn(store), new NotedRequests()))
    expect(error).toMatchObject({ code: 'EXISTS' })
  })

  it('passes on what is wrong with the repeat: another input under its key', async () => {
    const reused = new Error('used for another request')
    const requests = Object.assign(new NotedRequests(), { repeat: () => Promise.reject(reused) })
    const store = new RecordingStore().answer(refused(undefined, record))
    expect(await thrown(execute(taskOf(), runtimeOn(store), requests))).toBe(reused)
  })
})

describe('an error that was found without sending', () => {
  const fault = new Error('no such item')
  const failing: Task<Result> = {
    prepare: () => Promise.reject(fault),
    forget: () => {},
  }

  it('is given back only where there is no record of the request', async () => {
    const store = new RecordingStore()
    const earlier = new NotedRequests(record)
    expect(await execute(failing, runtimeOn(store), earlier)).toBe(again)
    expect(earlier.repeated).toEqual([record])
    expect(await thrown(execute(failing, runtimeOn(store), new NotedRequests()))).toBe(fault)
    expect(await thrown(execute(failing, runtimeOn(store)))).toBe(fault)
    expect(store.sent).toEqual([])
  })

  it('is not looked at again as a refusal of the past: the record comes first', async () => {
    const error = new ConstraintViolationError([{ code: 'NOT_FOUND', model: 'account', key: {} }])
    const asked: string[] = []
    const task: Task<Result> = {
      prepare: () => Promise.reject(error),
      forget: () => {},
      hasMoved: async () => asked.push('moved') > 0,
    }
    expect(await execute(task, runtimeOn(new RecordingStore()), new NotedRequests(record))).toBe(again)
    expect(asked).toEqual([])
  })

  it('may be one of the plan as a whole', async () => {
    const twice = new NotedTask([], [writeOn('a'), writeOn('a', { role: 'claim of email' })])
    expect(await execute(twice, runtimeOn(new RecordingStore()), new NotedRequests(record))).toBe(again)
  })
})

describe('a request that finds nothing to write', () => {
  const done = { pk: { S: 'as it is' } }
  const idle: Task<Result> = { prepare: async () => ({ done, results: left }), forget: () => {} }

  it('leaves its record all the same: a repeat is not to act on what came since', async () => {
    const store = new RecordingStore()
    const requests = new NotedRequests()
    expect(await execute(idle, runtimeOn(store), requests)).toBe(done)
    expect(rolesOf(store)).toEqual([['record of the request']])
    expect(store.sent[0]).toMatchObject({ operation: 'PutItem', options: { returnValues: 'NONE' } })
    expect(requests.remembered).toEqual([left])
  })

  it('takes a record that it meets for the answer, whoever wrote it: its own lost send too', async () => {
    for (const lost of [0, 1]) {
      const store = new RecordingStore().answer({ answer: refused(record), unanswered: lost })
      const requests = new NotedRequests()
      expect(await execute(idle, runtimeOn(store), requests)).toBe(again)
      expect(requests.repeated).toEqual([record])
    }
  })

  it('does not know its fate where the one send of it got no answer', async () => {
    const store = new RecordingStore().answer(unanswered())
    expect(await thrown(execute(idle, runtimeOn(store), new NotedRequests()))).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
    })
  })
})

describe('a record of a request that was never made', () => {
  it('is a fault of the library', async () => {
    const store = new RecordingStore().answer(refused(undefined, record))
    const task = new NotedTask([[nothing, says({ kind: 'repeated', record })]])
    expect(await thrown(execute(task, runtimeOn(store)))).toMatchObject({ code: 'INTERNAL' })
  })
})
