import { constrain, type Database } from '@latchkey/core'
import { testDatabase, testTable } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { accounts, User } from './models.js'

const Order = new Entity({
  model: { entity: 'order', version: '1', service: 'shop' },
  attributes: { id: { type: 'string', required: true }, no: { type: 'number' }, at: { type: 'number' } },
  indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
})
const orders = constrain(Order, {
  pointers: { last: { attribute: 'at' } },
  sequences: { no: { attribute: 'no' } },
})
const models = { accounts, orders, plain: constrain(User, {}) }
type Db = Database<typeof models>

const key = { accountId: 'a' }
const row = { ...key, tenantId: 't', email: 'a@x.io' }

/** Every method that takes a signal, by what it is called. */
const METHODS: Readonly<
  Record<string, (db: Db, options: { readonly signal: AbortSignal }) => Promise<unknown>>
> = {
  get: (db, options) => db.accounts.get(key, options),
  getMany: (db, options) => db.accounts.getMany([key], options),
  by: (db, options) => db.accounts.by.email({ email: 'a@x.io' }, options),
  'by.key': (db, options) => db.accounts.by.email.key({ email: 'a@x.io' }, options),
  query: (db, options) => db.accounts.query.byTenant({ tenantId: 't' }).go(options),
  scan: (db, options) => db.accounts.scan.go(options),
  create: (db, options) => db.accounts.create(row, options),
  put: (db, options) => db.accounts.put(row, options),
  upsert: (db, options) => db.accounts.upsert(row, options),
  update: (db, options) => db.accounts.update(key, { set: { email: 'b@x.io' } }, options),
  modify: (db, options) => db.accounts.modify(key, () => null, options),
  delete: (db, options) => db.accounts.delete(key, options),
  'pointers.read': (db, options) => db.orders.pointers.last.read({}, options),
  'pointers.follow': (db, options) => db.orders.pointers.last.follow({}, options),
  'pointers.rebuild': (db, options) => db.orders.pointers.last.rebuild({}, options),
  'sequences.read': (db, options) => db.orders.sequences.no.read({}, options),
  'sequences.reserve': (db, options) => db.orders.sequences.no.reserve({}, 5, options),
  $get: (db, options) => db.$get((of) => of.accounts(key), options),
  $transaction: (db, options) => db.$transaction(async (tx) => void (await tx.accounts.get(key)), options),
  'a $transaction that writes': (db, options) =>
    db.$transaction((tx) => void tx.accounts.create(row), options),
}

describe.each(Object.entries(METHODS))('%s', (_, run) => {
  test('ends when its signal is aborted, whatever became of its request', async () => {
    const db: Db = await testDatabase(models)
    const gate = testTable(db).dynamo.hold()
    const stop = new AbortController()
    const running = run(db, { signal: stop.signal }).then(
      () => 'an end',
      () => 'given up',
    )
    await gate.waitFor()
    stop.abort()
    expect(await running).toBe('given up')
    gate.open()
  })

  test('sends nothing where its signal is aborted already', async () => {
    const db: Db = await testDatabase(models)
    const seen: string[] = []
    testTable(db).dynamo.hold({ where: ({ operation }) => seen.push(operation) < 0 })
    await expect(run(db, { signal: AbortSignal.abort() })).rejects.toThrow()
    expect(seen).toEqual([])
  })
})

describe('a turn', () => {
  afterEach(() => void vi.useRealTimers())

  test('of another modify of the same item is waited for no longer than its signal', async () => {
    const db: Db = await testDatabase(models)
    await db.plain.create({ id: '1' })
    let open = (): void => {}
    const isBegun = new Promise<void>((begun) => {
      void db.plain.modify({ id: '1' }, async () => {
        begun()
        await new Promise<void>((resolve) => {
          open = resolve
        })
        return null
      })
    })
    await isBegun
    // Without time, a turn that is stalled is not seen to be: the signal alone ends the wait.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const stop = new AbortController()
    const waiting = db.plain.modify({ id: '1' }, () => null, { signal: stop.signal })
    stop.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    open()
  })
})
