import { constrain, eventually, InvalidInputError, TimeoutError } from '@latchkey/core'
import { type LagOptions, testDatabase, testTable } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, test, vi } from 'vitest'
import { accounts } from './models.js'
import { Requests } from './table.js'

const ada = { accountId: 'ada', tenantId: 't', username: 'ada', email: 'Ada@Lovelace.io' }
const key = { accountId: 'ada' }

/** A database whose indexes show nothing of what is written from now on, until they are let or for so long. */
async function lagging(options: LagOptions = {}) {
  const requests = new Requests()
  const db = await testDatabase({ accounts }, { observe: requests.observe })
  const lag = testTable(db).dynamo.lag(options)
  const ofTenant = (tenantId: string) => db.accounts.query.byTenant({ tenantId }).go()
  return { db, lag, requests, ofTenant }
}

describe('a read through an index', () => {
  test('misses a row that was just written', async () => {
    const { db, lag, ofTenant } = await lagging()
    await db.accounts.create(ada)
    expect((await ofTenant('t')).data).toEqual([])
    await lag.release()
    expect((await ofTenant('t')).data).toMatchObject([key])
  })

  test('still finds a row under a value that it no longer has', async () => {
    const { db, lag, ofTenant } = await lagging()
    await db.accounts.create(ada)
    await lag.release()
    await db.accounts.update(key, { set: { tenantId: 'u' } })
    expect((await ofTenant('t')).data).toMatchObject([{ ...key, tenantId: 't' }])
    expect((await ofTenant('u')).data).toEqual([])
    await lag.release()
    expect((await ofTenant('t')).data).toEqual([])
    expect((await ofTenant('u')).data).toMatchObject([key])
  })

  test('still finds a row that was deleted', async () => {
    const { db, lag, ofTenant } = await lagging()
    await db.accounts.create(ada)
    await lag.release()
    await db.accounts.delete(key)
    expect((await ofTenant('t')).data).toMatchObject([key])
    expect(await db.accounts.get(key, { consistent: true })).toBeNull()
  })

  test('cannot be consistent: refused before anything is sent, by the types and at run time', async () => {
    const { db, requests } = await lagging()
    // @ts-expect-error -- no `consistent` on a secondary index
    const read = () => db.accounts.query.byTenant({ tenantId: 't' }).go({ consistent: true })
    await expect(read()).rejects.toBeInstanceOf(InvalidInputError)
    await expect(read()).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      problems: [{ path: 'consistent', message: expect.stringContaining('gsi1') }],
    })
    expect(requests.take()).toEqual([])
    expect((await db.accounts.query.primary(key).go({ consistent: true })).data).toEqual([])
    expect(requests.take()).toEqual(['Query'])
  })
})

test('an index that holds keys alone gives none that has gone or stands elsewhere by now', async () => {
  const Note = new Entity({
    model: { service: 'notes', entity: 'note', version: '1' },
    attributes: {
      noteId: { type: 'string', required: true },
      rank: { type: 'string', required: true },
      text: { type: 'string' },
    },
    indexes: {
      table: { pk: { field: 'pk', composite: ['noteId'] } },
      byRank: {
        index: 'gsi1',
        projection: 'keys_only',
        pk: { field: 'gsi1pk', composite: [] },
        sk: { field: 'gsi1sk', composite: ['rank'] },
      },
    },
  })
  const db = await testDatabase({ notes: constrain(Note, {}) })
  for (const at of [0, 1, 2, 3]) await db.notes.create({ noteId: `n${at}`, rank: `${at}`, text: `t${at}` })
  testTable(db).dynamo.lag()
  await db.notes.delete({ noteId: 'n0' })
  await db.notes.update({ noteId: 'n1' }, { set: { rank: '9' } })
  await db.notes.update({ noteId: 'n2' }, { set: { text: 'new' } })
  const page = await db.notes.query.byRank({}).go()
  expect(page.data.map(({ text }) => text)).toEqual(['new', 't3'])
})

describe('a lookup by a unique value sees at once', () => {
  test('what was created', async () => {
    const { db, lag } = await lagging()
    await db.accounts.create(ada)
    expect(await db.accounts.by.email({ email: 'ada@lovelace.io' })).toMatchObject(key)
    expect(await db.accounts.by.handle({ tenantId: 't', username: 'ada' })).toMatchObject(key)
    expect(lag.pending).toBeGreaterThan(0)
  })

  test('what was changed: the new value, and no longer the old one', async () => {
    const { db, lag } = await lagging()
    await db.accounts.create(ada)
    await db.accounts.update(key, { set: { email: 'countess@lovelace.io', tenantId: 'u' } })
    expect(await db.accounts.by.email({ email: 'ada@lovelace.io' })).toBeNull()
    expect(await db.accounts.by.email({ email: 'countess@lovelace.io' })).toMatchObject({ tenantId: 'u' })
    expect(await db.accounts.by.handle({ tenantId: 't', username: 'ada' })).toBeNull()
    expect(await db.accounts.by.handle({ tenantId: 'u', username: 'ada' })).toMatchObject(key)
    expect(lag.pending).toBeGreaterThan(0)
  })

  test('what was deleted, and who has the value then', async () => {
    const { db } = await lagging()
    await db.accounts.create(ada)
    await db.accounts.delete(key)
    expect(await db.accounts.by.email({ email: 'ada@lovelace.io' })).toBeNull()
    await db.accounts.create({ ...ada, accountId: 'byron' })
    expect(await db.accounts.by.email({ email: 'ada@lovelace.io' })).toMatchObject({ accountId: 'byron' })
  })

  test('and a taken value is refused while no index shows it', async () => {
    const { db, ofTenant } = await lagging()
    await db.accounts.create(ada)
    expect((await ofTenant('t')).data).toEqual([])
    await expect(db.accounts.create({ ...ada, accountId: 'byron' })).rejects.toMatchObject({ code: 'UNIQUE' })
  })
})

describe('eventually', () => {
  const isThere = ({ data }: { readonly data: readonly unknown[] }) => data.length > 0

  test('gives what the index shows once it has caught up', async () => {
    const { db, lag, ofTenant, requests } = await lagging()
    await db.accounts.create(ada)
    requests.take()
    const page = await eventually(() => ofTenant('t'), {
      until: (found) => {
        void lag.release()
        return isThere(found)
      },
      timeoutMs: 10_000,
      baseDelayMs: 5,
    })
    expect(page.data).toMatchObject([key])
    const reads = requests.take()
    expect(reads.length).toBeGreaterThan(1)
    expect(new Set(reads)).toEqual(new Set(['Query']))
  })

  test('reads once where the index has caught up already', async () => {
    const { db, lag, requests, ofTenant } = await lagging()
    await db.accounts.create(ada)
    await lag.end()
    requests.take()
    await eventually(() => ofTenant('t'), { until: isThere, timeoutMs: 0 })
    expect(requests.take()).toEqual(['Query'])
  })

  test('waits for a value to go as well as for one to come', async () => {
    const { db, lag, ofTenant } = await lagging()
    await db.accounts.create(ada)
    await lag.release()
    await db.accounts.update(key, { set: { tenantId: 'u' } })
    setTimeout(() => void lag.release(), 20)
    const isGone = (page: { readonly data: readonly unknown[] }) => !isThere(page)
    await eventually(() => ofTenant('t'), { until: isGone, timeoutMs: 10_000, baseDelayMs: 5 })
    expect((await ofTenant('u')).data).toMatchObject([key])
  })

  test('ends with a TimeoutError that says how long it looked', async () => {
    const { db, ofTenant } = await lagging()
    await db.accounts.create(ada)
    let reads = 0
    const read = () => {
      reads += 1
      return ofTenant('t')
    }
    const waiting = eventually(read, { until: isThere, timeoutMs: 60, baseDelayMs: 5 })
    const error = await waiting.catch((reason: unknown) => reason)
    if (!(error instanceof TimeoutError)) throw error
    expect(error).toMatchObject({ code: 'TIMEOUT', operation: 'eventually' })
    expect(error.attempts).toBe(reads)
    expect(error.message).toMatch(/^eventually: \d+ reads in \d+ ms did not show what was waited for/)
  })

  test('obeys its signal: before a read, and while it waits', async () => {
    const { db, ofTenant, requests } = await lagging()
    await db.accounts.create(ada)
    requests.take()
    const reason = new Error('enough')
    const never = { until: isThere, timeoutMs: 60_000, baseDelayMs: 60_000 }
    const read = vi.fn(() => ofTenant('t'))
    await expect(eventually(read, { ...never, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(read).not.toHaveBeenCalled()
    const controller = new AbortController()
    const waiting = eventually(() => ofTenant('t'), { ...never, signal: controller.signal })
    await expect.poll(() => requests.take()).toEqual(['Query'])
    controller.abort(reason)
    await expect(waiting).rejects.toBe(reason)
  })

  test('passes on what the read throws, and says what is wrong with its options', async () => {
    const { db } = await lagging()
    const fault = new Error('no network')
    const options = { until: () => true, timeoutMs: 10 }
    await expect(eventually(() => Promise.reject(fault), options)).rejects.toBe(fault)
    const read = () => db.accounts.get(key)
    const wrongs: [string, unknown][] = [
      ['timeoutMs', -1],
      ['timeoutMs', Number.NaN],
      ['baseDelayMs', -1],
      ['baseDelayMs', 0],
      ['baseDelayMs', Number.NaN],
      ['baseDelayMs', '5'],
      ['signal', {}],
      ['until', undefined],
      ['timeout', 5],
    ]
    for (const [path, value] of wrongs)
      await expect(eventually(read, { ...options, [path]: value })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        problems: [{ path }],
      })
    await expect(eventually(undefined as never, { timeoutMs: 'x' } as never)).rejects.toMatchObject({
      problems: [{ path: 'read' }, { path: 'until' }, { path: 'timeoutMs' }],
    })
  })

  test('ends in time, and obeys its signal, while a read has no answer', async () => {
    const hanging = () => new Promise<number>(() => {})
    const options = { until: () => true, timeoutMs: 20 }
    await expect(eventually(hanging, options)).rejects.toMatchObject({ code: 'TIMEOUT', attempts: 1 })
    let reads = 0
    const second = () => (++reads < 2 ? Promise.resolve(reads) : hanging())
    const waiting = eventually(second, { until: () => false, timeoutMs: 40, baseDelayMs: 1 })
    await expect(waiting).rejects.toMatchObject({ code: 'TIMEOUT', attempts: 2 })
    const reason = new Error('enough')
    const controller = new AbortController()
    const aborted = eventually(hanging, { ...options, timeoutMs: 60_000, signal: controller.signal })
    controller.abort(reason)
    await expect(aborted).rejects.toBe(reason)
  })

  test('lets a read go whose answer comes too late, also where that is a fault', async () => {
    const late = () => new Promise<number>((_, reject) => setTimeout(() => reject(new Error('late')), 30))
    const options = { until: () => true, timeoutMs: 5 }
    await expect(eventually(late, options)).rejects.toBeInstanceOf(TimeoutError)
    await new Promise((resolve) => setTimeout(resolve, 40))
  })

  test('without a limit reads once, however long that takes', async () => {
    let reads = 0
    const slow = () => new Promise<number>((resolve) => setTimeout(() => resolve(++reads), 30))
    expect(await eventually(slow, { until: () => true, timeoutMs: 0 })).toBe(1)
    const waiting = eventually(slow, { until: () => false, timeoutMs: 0 })
    await expect(waiting).rejects.toMatchObject({ code: 'TIMEOUT', attempts: 1 })
    expect(reads).toBe(2)
    const soon = eventually(slow, { until: () => true, timeoutMs: Number.POSITIVE_INFINITY })
    expect(await soon).toBe(3)
  })
})
