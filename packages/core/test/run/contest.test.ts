import { describe, expect, it } from 'vitest'
import type { Explain } from '../../src/plan/assemble.js'
import type { StoredItem, TableKey } from '../../src/plan/attribute-value.js'
import type { Finding } from '../../src/plan/contribution.js'
import type { Write } from '../../src/plan/write.js'
import { execute } from '../../src/run/execute.js'
import { RecordingStore, refused } from '../recording-store.js'
import { adjust, leave, lostFence, NotedTask, nothing, says, secondRefused, taken } from './noted-task.js'
import { policy, runtimeOn, thrown, writeOn } from './runtime.js'

const contested = (
  owner: TableKey,
  settle: (item: StoredItem | undefined) => readonly Finding[] = () => [taken('email')],
): Finding => ({ kind: 'contested', owner, settle })
const own = writeOn('a')
const claim = writeOn('UNIQ#a', { role: 'claim of email' })
const held = { ...own.key, em: { S: 'x' } }
const presence = (code: 'EXISTS' | 'NOT_FOUND'): Finding => ({
  kind: 'violation',
  violation: { code, model: 'account', key: {} },
})
const version: Finding = {
  kind: 'violation',
  violation: { code: 'VERSION', model: 'account', key: {}, expected: 1, actual: 2 },
}

/** What a request comes to whose second write was refused, and whose first explains the item that was read. */
async function ending(explainsOwn: Explain, finding: Finding, writes: readonly Write[] = [own, claim]) {
  const store = new RecordingStore().hold({ key: own.key, item: held }).answer(secondRefused)
  const task = new NotedTask([[explainsOwn, says(finding)]], writes)
  const error = await thrown(execute(task, runtimeOn(store, { retry: { ...policy, attempts: 1 } })))
  return { error, task, store }
}
const codes = (error: unknown): unknown =>
  Reflect.get(Object(error), 'violations')?.map(({ code }: { code: string }) => code)

describe('a contest with an item that the request writes too', () => {
  it('has that write explain the item as it is now', async () => {
    const asked: unknown[] = []
    const explain: Explain = (item) => {
      asked.push(item)
      return []
    }
    await ending(explain, contested(own.key))
    const absent = new NotedTask([[explain, says(contested(own.key))]])
    await thrown(execute(absent, runtimeOn(new RecordingStore().answer(secondRefused))))
    expect(asked).toEqual([held, null])
  })

  it('is decided anew where the item is not as it was read', async () => {
    const store = new RecordingStore().hold({ key: own.key, item: held }).answer(secondRefused)
    const task = new NotedTask([[says(lostFence), says(contested(own.key))]])
    await execute(task, runtimeOn(store))
    expect([task.forgotten, store.sent.length]).toEqual([1, 2])
  })

  it.each([
    [presence('EXISTS'), ['EXISTS', 'UNIQUE']],
    [presence('NOT_FOUND'), ['NOT_FOUND', 'UNIQUE']],
    [version, ['VERSION', 'UNIQUE']],
  ])('is refused for its presence or version as well', async (finding, expected) => {
    const { error } = await ending(says(finding), contested(own.key))
    expect(codes(error)).toEqual(expected)
  })

  it('takes nothing else from that write: its other conditions were met', async () => {
    const others = says(taken('handle'), { kind: 'failure', error: new Error('odd') }, adjust(leave))
    const { error } = await ending(others, contested(own.key))
    expect(error).toMatchObject({ violations: [{ code: 'UNIQUE', constraint: 'email' }] })
  })

  it('asks no write of another item, and none that is not of a change', async () => {
    const asked = says(presence('EXISTS'))
    const other = await ending(asked, contested(writeOn('b').key))
    const raw = await ending(asked, contested(own.key), [{ ...own, role: 'raw write' }, claim])
    const guard = await ending(asked, contested(claim.key))
    expect([other, raw, guard].map(({ error }) => codes(error))).toEqual([['UNIQUE'], ['UNIQUE'], ['UNIQUE']])
  })
})

describe('owners', () => {
  it('are read in the table of the request, each once, however many contests are about them', async () => {
    const [b, c] = [writeOn('b').key, writeOn('c').key]
    const store = new RecordingStore().answer(refused(null, null))
    const again = contested(b, () => [contested(c)])
    const task = new NotedTask([[says(contested(b), contested(c)), says(again)]])
    expect(codes(await thrown(execute(task, runtimeOn(store))))).toEqual(['UNIQUE', 'UNIQUE', 'UNIQUE'])
    expect(store.read).toEqual([
      { table: 'shop', key: b, consistent: true },
      { table: 'shop', key: c, consistent: true },
    ])
  })

  it('settle into what the contest finds: an adjustment leads to the next try', async () => {
    const store = new RecordingStore().answer(secondRefused)
    const task = new NotedTask([[nothing, says(contested(writeOn('b').key, () => [adjust(leave)]))]])
    await execute(task, runtimeOn(store))
    expect(task.prepared).toEqual([[], [leave]])
  })
})
