import { describe, expect, it } from 'vitest'
import type { StoredItem, TableKey } from '../../src/plan/attribute-value.js'
import type { GuardedWrite, Intent } from '../../src/plan/contribution.js'
import type { Write } from '../../src/plan/write.js'
import { execute, type Task } from '../../src/run/execute.js'
import { creating, stored } from '../constraint/account.js'
import { RecordingStore } from '../recording-store.js'
import { taken } from './noted-task.js'
import { partOf } from './part-of.js'
import { preparedOf, runtimeOn, thrown, writeOn } from './runtime.js'

const { key } = writeOn('a')
const ownOn = (of: TableKey, intent: Intent): GuardedWrite => ({
  action: 'ConditionCheck',
  role: 'claim of email',
  key: of,
  condition: { op: 'exists', field: 'pk' },
  intent,
  explain: () => [],
})

/** A task of writes that are no change’s, with writes of our own beside them. */
function taskOf(writes: readonly Write[], own: readonly GuardedWrite[] = []): Task<StoredItem | undefined> {
  const { parts, ...rest } = preparedOf(writes)
  return { prepare: async () => ({ ...rest, parts: [...parts, { own }] }), forget: () => {} }
}

async function refusedUnsent(task: Task<StoredItem | undefined>): Promise<unknown> {
  const store = new RecordingStore()
  const error = await thrown(execute(task, runtimeOn(store)))
  expect(store.sent).toEqual([])
  return error
}

describe('a plan that cannot be', () => {
  it('as it would write one item twice is refused', async () => {
    const writes = [writeOn('a'), writeOn('a', { role: 'claim of email' })]
    expect(await refusedUnsent(taskOf(writes))).toMatchObject({ code: 'DUPLICATE_ITEM', operation: 'update' })
  })

  it('as a constraint has the key of its own entity is refused', async () => {
    const part = partOf(creating(stored('1')))
    const { parts: _, ...rest } = preparedOf([])
    const own = [ownOn(part.entity.write.key, { kind: 'alone' })]
    const task = { prepare: async () => ({ ...rest, parts: [part, { own }] }), forget: () => {} }
    expect(await refusedUnsent(task)).toMatchObject({
      code: 'INVALID_INPUT',
      model: 'account',
      operation: 'update',
      problems: [{ path: 'claim of email' }],
    })
  })

  it('as it outgrows a limit of the service is refused: writes, or bytes of a key', async () => {
    const many = Array.from({ length: 101 }, (_, at) => writeOn(String(at)))
    expect(await refusedUnsent(taskOf(many))).toMatchObject({
      code: 'PLAN_TOO_LARGE',
      model: 'account',
      limitName: 'writes',
      count: 101,
    })
    expect(await refusedUnsent(taskOf([writeOn('x'.repeat(2_049))]))).toMatchObject({
      code: 'PLAN_TOO_LARGE',
      limitName: 'partition key bytes',
    })
  })

  it('that deletes what it needs is refused, told to the observer', async () => {
    const told: string[][] = []
    const store = new RecordingStore()
    const look = ownOn(key, { kind: 'presence', refuse: () => [taken('email')] })
    const violation = (violations: readonly { code: string }[]) =>
      told.push(violations.map(({ code }) => code))
    const deletes = taskOf([writeOn('a', { action: 'Delete' })], [look])
    expect(await thrown(execute(deletes, runtimeOn(store, { hooks: { violation } })))).toMatchObject({
      code: 'UNIQUE',
    })
    expect(told).toEqual([['UNIQUE']])
    expect(store.sent).toEqual([])
  })
})
