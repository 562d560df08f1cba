import { constrain, counter, singleton } from '@latchkey/core'
import { testDatabase, testTable } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { accounts } from './models.js'

const primary = { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } as const
const record = (entity: string) =>
  new Entity({
    model: { entity, version: '1', service: 'shop' },
    attributes: { limit: { type: 'number' } },
    indexes: { primary: { pk: { field: 'pk', composite: [] }, sk: { field: 'sk', composite: [] } } },
  })
const Order = new Entity({
  model: { entity: 'order', version: '1', service: 'shop' },
  attributes: {
    id: { type: 'string', required: true },
    no: { type: 'number' },
    at: { type: 'number' },
    shelf: { type: 'string' },
  },
  indexes: { primary },
})
const orders = constrain(Order, {
  pointers: { last: { attribute: 'at', scope: ['shelf'] } },
  sequences: { no: { attribute: 'no' } },
})
const older = singleton(record('older'), { defaults: { limit: 1 } })
const flags = singleton(record('flags'), {
  defaults: { limit: 1 },
  supersedes: { model: older, map: ({ limit = 1 }) => ({ limit }) },
})
const visits = counter({ service: 'shop', name: 'visits', shards: 2 })

/** Sees of every read whether it is consistent. A read of one moment always is. */
class Reads {
  readonly #seen: { readonly command: string; readonly isConsistent: boolean }[] = []

  /** Notes a request, and is no match for any. */
  readonly note = ({ operation, input }: { readonly operation: string; readonly input: object }): boolean => {
    const text = JSON.stringify(input)
    if (['GetItem', 'BatchGetItem', 'Query', 'Scan'].includes(operation))
      this.#seen.push({ command: operation, isConsistent: text.includes('"ConsistentRead":true') })
    return false
  }

  take(): { readonly command: string; readonly isConsistent: boolean }[] {
    return this.#seen.splice(0)
  }
}

const open = async () => {
  const db = await testDatabase({ accounts, orders, older, flags, visits })
  await db.accounts.create({ accountId: 'a', tenantId: 't', email: 'a@x.io', logins: 1 })
  await db.orders.create({ id: '1', at: 1, shelf: 's' })
  await db.older.update({ set: { limit: 5 } })
  const reads = new Reads()
  testTable(db).dynamo.hold({ where: reads.note })
  return { db, reads }
}
type Db = Awaited<ReturnType<typeof open>>['db']
const key = { accountId: 'a' }
const s = { shelf: 's' }

/** What is decided on what it reads, or promises to see what was written, by what it is called. */
const DECIDING: Readonly<Record<string, (db: Db) => Promise<unknown>>> = {
  'an update of a guarded attribute': (db) => db.accounts.update(key, { set: { email: 'b@x.io' } }),
  'what a transaction leaves behind': (db) =>
    db.accounts.update(key, { set: { email: 'b@x.io' }, add: { logins: 1 } }),
  'a modify': (db) => db.accounts.modify(key, () => ({ set: { nickname: 'x' } })),
  'a delete': (db) => db.accounts.delete(key),
  'a put': (db) => db.accounts.put({ ...key, tenantId: 't', email: 'b@x.io' }),
  'an upsert': (db) => db.accounts.upsert({ ...key, tenantId: 't', email: 'b@x.io' }),
  'a lookup': (db) => db.accounts.by.email({ email: 'a@x.io' }),
  'a lookup of a key': (db) => db.accounts.by.email.key({ email: 'a@x.io' }),
  'whose a refused value is': (db) => db.accounts.create({ tenantId: 't', email: 'a@x.io' }).result(),
  'a pointer that is followed': (db) => db.orders.pointers.last.follow(s),
  'a pointer that is rebuilt': (db) => db.orders.pointers.last.rebuild(s),
  'the number before the next': (db) => db.orders.create({ id: '2' }),
  'a read in a transaction': (db) => db.$transaction(async (tx) => void (await tx.accounts.get(key))),
  'a record that is superseded, in a transaction': (db) =>
    db.$transaction(async (tx) => void (await tx.flags.get())),
  'a record that is superseded, before the first write': (db) => db.flags.update({ set: { limit: 2 } }),
  'a record that is modified': (db) => db.older.modify(() => ({ set: { limit: 2 } })),
  'a record in memory': (db) => db.flags.cached({ ttlMs: 1000 }).get(),
  'the shards of a counter': (db) => db.visits.read(),
  'a repeat of a request': async (db) => {
    await db.accounts.update(key, { set: { nickname: 'x' } }, { idempotencyKey: 'k' })
    await db.accounts.update(key, { set: { nickname: 'x' } }, { idempotencyKey: 'k' })
  },
  'a repeat that is refused before it is sent': async (db) => {
    await db.accounts.delete(key, { idempotencyKey: 'k', where: (a, { eq }) => eq(a.tenantId, 't') })
    await db.accounts.delete(key, { idempotencyKey: 'k', where: (a, { eq }) => eq(a.tenantId, 't') })
  },
}

describe('is read consistently:', () => {
  test.each(Object.entries(DECIDING))('%s', async (_, run) => {
    const { db, reads } = await open()
    await run(db)
    const seen = reads.take()
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.filter(({ isConsistent }) => !isConsistent)).toEqual([])
  })
})

/** What reads as it is told to. */
const TOLD: Readonly<
  Record<string, (db: Db, options: { readonly consistent: boolean }) => Promise<unknown>>
> = {
  get: (db, options) => db.accounts.get(key, options),
  getMany: (db, options) => db.accounts.getMany([key], options),
  'query by the table’s key': (db, options) => db.accounts.query.primary(key).go(options),
  scan: (db, options) => db.accounts.scan.go(options),
  'pointers.read': (db, options) => db.orders.pointers.last.read(s, options),
  'sequences.read': (db, options) => db.orders.sequences.no.read({}, options),
  'get of a record': (db, options) => db.older.get(options),
  'get of a record that is superseded': (db, options) => db.flags.get(options),
}

describe('is read consistently where that is asked for:', () => {
  test.each(Object.entries(TOLD))('%s', async (_, run) => {
    const { db, reads } = await open()
    for (const consistent of [true, false]) {
      await run(db, { consistent })
      const seen = reads.take()
      expect(seen.length).toBeGreaterThan(0)
      expect(new Set(seen.map(({ isConsistent }) => isConsistent))).toEqual(new Set([consistent]))
    }
  })
})
