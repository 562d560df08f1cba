import { constrain, type RetryOptions } from '@latchkey/core'
import { testDatabase, testTable } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { accounts, users } from './models.js'
import { expectSound, Requests, readTable } from './table.js'

/** A model with an id that is made for each item, and no guards: its writes are single requests. */
const Note = new Entity({
  model: { entity: 'note', version: '1', service: 'shop' },
  attributes: {
    id: { type: 'string', required: true, default: () => crypto.randomUUID() },
    text: { type: 'string' },
    hits: { type: 'number' },
    revision: { type: 'number', required: true },
  },
  indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
})
const notes = constrain(Note, { version: 'revision' })

const retry: RetryOptions = { attempts: 6, baseDelayMs: 1, maxDelayMs: 5 }
const open = async () => {
  const requests = new Requests()
  const db = await testDatabase({ accounts, users, notes }, { observe: requests.observe, retry })
  return { db, requests, faults: testTable(db).dynamo.faults }
}
const write = { operation: ['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems'] as const }

describe('a lost answer', () => {
  test('of a transaction is answered by sending the same again: nothing is applied twice', async () => {
    const { db, faults } = await open()
    faults.lostAnswer({ operation: 'TransactWriteItems', times: 2 })
    const ada = await db.accounts.create({ tenantId: 't', email: 'a@x.io', username: 'a' })
    expect(ada.revision).toBe(1)
    faults.lostAnswer({ operation: 'TransactWriteItems' })
    const key = { accountId: ada.accountId }
    const after = await db.accounts.update(key, { set: { email: 'b@x.io' }, add: { logins: 1 } })
    expect(after).toMatchObject({ revision: 2, logins: 1 })
    faults.lostAnswer({ operation: 'TransactWriteItems' })
    expect(await db.accounts.delete(key)).toMatchObject({ email: 'b@x.io' })
    expect(await readTable(db)).toEqual([])
    expect(faults.armed).toBe(0)
  })

  test('longer than the SDK tries is outlived by our own tries', async () => {
    const { db, faults } = await open()
    faults.lostAnswer({ operation: 'TransactWriteItems', times: 7 })
    const ada = await db.accounts.create({ tenantId: 't', email: 'a@x.io' })
    expect(ada.revision).toBe(1)
    expect(faults.armed).toBe(0)
    await expectSound(db)
  })

  test('that nothing outlives is an unknown outcome', async () => {
    const { db, faults } = await open()
    faults.lostAnswer({ operation: 'TransactWriteItems', times: 1000 })
    await expect(db.accounts.create({ tenantId: 't', email: 'a@x.io' })).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
    })
    faults.clear()
    faults.lostRequest({ operation: 'PutItem', times: 1000 })
    await expect(db.notes.create({ text: 'x' })).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
  })

  test('of a create with an id made for it is found to be ours', async () => {
    const { db, faults } = await open()
    faults.lostAnswer({ operation: 'PutItem' })
    expect(await db.notes.create({ text: 'x' })).toMatchObject({ text: 'x', revision: 1 })
    expect(await readTable(db)).toHaveLength(1)
  })

  test('of a create with the caller’s id proves nothing', async () => {
    const { db, faults } = await open()
    faults.lostAnswer({ operation: 'PutItem' })
    await expect(db.notes.create({ id: 'mine', text: 'x' })).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
    })
    faults.lostAnswer({ operation: 'PutItem' })
    await expect(db.notes.create({ id: 'mine', text: 'other' })).rejects.toMatchObject({ code: 'EXISTS' })
  })

  test('of an update from a version is refused for sure where ours cannot have come before', async () => {
    const { db, faults } = await open()
    const { id } = await db.notes.create({ text: '1' })
    await db.notes.update({ id }, { set: { text: '2' } })
    faults.lostRequest({ operation: 'UpdateItem' })
    await expect(db.notes.update({ id }, { set: { text: 'x' } }, { version: 1 })).rejects.toMatchObject({
      code: 'VERSION',
    })
    faults.lostAnswer({ operation: 'UpdateItem' })
    await expect(db.notes.update({ id }, { set: { text: '3' } }, { version: 2 })).rejects.toMatchObject({
      code: 'OUTCOME_UNKNOWN',
    })
    faults.lostRequest({ operation: 'UpdateItem' })
    await expect(db.notes.update({ id }, { set: { text: '9' } }, { version: 2 })).rejects.toMatchObject({
      code: 'VERSION',
    })
  })

  test('before the request arrived costs nothing but a try', async () => {
    const { db, faults } = await open()
    faults.lostRequest({ ...write })
    const { id } = await db.notes.create({ text: 'x' })
    faults.lostRequest({ ...write })
    expect(await db.notes.update({ id }, { add: { hits: 1 } }, { version: 1 })).toMatchObject({
      hits: 1,
      revision: 2,
    })
  })

  test('that the service calls its own failure is one too', async () => {
    const { db, faults } = await open()
    faults.internalError({ operation: 'PutItem', committed: true })
    expect(await db.notes.create({ text: 'x' })).toMatchObject({ revision: 1 })
    faults.internalError({ operation: 'TransactWriteItems', committed: true })
    await db.accounts.create({ tenantId: 't', email: 'a@x.io' })
    await expectSound(db)
  })
})

describe('contention', () => {
  test('of a transaction is tried again, and is never taken for a refusal', async () => {
    const { db, faults, requests } = await open()
    faults.conflict({ operation: 'TransactWriteItems', position: 1 })
    await db.accounts.create({ tenantId: 't', email: 'a@x.io' })
    expect(requests.take()).toEqual(['TransactWriteItems', 'TransactWriteItems'])
    faults.conflict({ operation: 'TransactWriteItems', position: 0 })
    await expect(db.accounts.create({ tenantId: 't', email: 'a@x.io' })).rejects.toMatchObject({
      code: 'UNIQUE',
    })
    faults.throttle({ operation: 'TransactWriteItems', position: 0 })
    await db.accounts.create({ tenantId: 't', email: 'b@x.io' })
    faults.inProgress()
    await db.accounts.create({ tenantId: 't', email: 'c@x.io' })
    await expectSound(db)
  })

  test('of a single write is tried again', async () => {
    const { db, faults } = await open()
    const { id } = await db.notes.create({ text: 'x' })
    faults.conflict({ operation: 'UpdateItem', times: 2 })
    expect(await db.notes.update({ id }, { add: { hits: 1 } })).toMatchObject({ hits: 1, revision: 2 })
  })

  test('that outlasts the tries says how many, and nothing was applied', async () => {
    const { db, faults } = await open()
    const events: string[] = []
    faults.conflict({ operation: 'TransactWriteItems', times: 1000 })
    const result = await db.accounts
      .create({ tenantId: 't', email: 'a@x.io' }, { retry: { attempts: 3, baseDelayMs: 0 } })
      .result()
    if (result.ok || result.error.code !== 'CONTENTION') throw new Error('was not given up')
    expect(result.error.attempts).toBe(3)
    expect(events).toEqual([])
    const once = await db.accounts.create({ tenantId: 't', email: 'a@x.io' }, { retry: false }).result()
    expect(once).toMatchObject({ ok: false, error: { code: 'CONTENTION', attempts: 1 } })
    faults.clear()
    expect(await readTable(db)).toEqual([])
  })
})

describe('a signal', () => {
  test('that is aborted already sends nothing', async () => {
    const { db, requests } = await open()
    const reason = new Error('enough')
    await expect(
      db.users.create({ id: '1', email: 'a' }, { signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason)
    expect(requests.take()).toEqual([])
  })

  test('ends the waiting between tries', async () => {
    const { db, faults } = await open()
    const stop = new AbortController()
    faults.conflict({ operation: 'TransactWriteItems', times: 1000 })
    const slow = { attempts: 100, baseDelayMs: 60_000, maxDelayMs: 60_000, maxElapsedMs: 600_000 }
    const pending = db.users.create({ id: '1', email: 'a' }, { signal: stop.signal, retry: slow })
    setTimeout(() => stop.abort(new Error('enough')), 20)
    await expect(pending).rejects.toThrow('enough')
  })
})

test('observers see plans, requests, retries and violations, and no values', async () => {
  const seen: string[] = []
  const db = await testDatabase(
    { users },
    {
      retry,
      observe: {
        onPlan: ({ operation, plan }) => seen.push(`plan ${operation} ${plan}`),
        onRequest: ({ command, attempt, capacity, durationMs, error }) =>
          seen.push(`request ${command} ${attempt} ${capacity} ${durationMs >= 0} ${error}`),
        onRetry: ({ reason, attempt, delayMs }) => seen.push(`retry ${reason} ${attempt} ${delayMs >= 0}`),
        onViolation: ({ violations }) => seen.push(`violation ${JSON.stringify(violations)}`),
      },
    },
  )
  testTable(db).dynamo.faults.conflict({ operation: 'TransactWriteItems' })
  await db.users.create({ id: '1', email: 'value' })
  await db.users.create({ id: '2', email: 'value' }).result()
  expect(seen.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
    'plan create',
    'request TransactWriteItems',
    'retry TransactConflict'.replace('Transact', 'Transaction'),
    'request TransactWriteItems',
    'plan create',
    'request TransactWriteItems',
    'request GetItem',
    'violation [{"code":"UNIQUE","model":"user","constraint":"email","fields":["email"]}]',
  ])
  expect(seen.join()).not.toContain('value')
})
