import { connect, counter, singleton } from '@latchkey/core'
import { createTestTable, testDatabase, testTable } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { users } from './models.js'
import { Requests, readTable } from './table.js'

const FlagsV1 = new Entity({
  model: { entity: 'flags', version: '1', service: 'app' },
  attributes: { signup: { type: 'string' }, limit: { type: 'number' } },
  indexes: {
    primary: {
      pk: { field: 'pk', composite: [], template: 'FLAGS', casing: 'none' },
      sk: { field: 'sk', composite: [], template: 'V1', casing: 'none' },
    },
  },
})
const FlagsV2 = new Entity({
  model: { entity: 'flags', version: '2', service: 'app' },
  attributes: {
    signupEnabled: { type: 'boolean', required: true },
    darkMode: { type: 'boolean', field: 'dm' },
    limit: { type: 'number' },
    credits: { type: 'number' },
    names: { type: 'list', items: { type: 'string' } },
    tags: { type: 'set', items: 'string' },
    note: { type: 'string' },
    revision: { type: 'number', required: true },
  },
  indexes: {
    primary: {
      pk: { field: 'pk', composite: [], template: 'FLAGS', casing: 'none' },
      sk: { field: 'sk', composite: [], template: 'V2', casing: 'none' },
    },
  },
})
const defaults = { signupEnabled: false, limit: 10, names: ['a'] }
const flags = singleton(FlagsV2, { defaults, version: 'revision' })
const migrating = singleton(FlagsV2, {
  defaults,
  version: 'revision',
  supersedes: {
    model: FlagsV1,
    map: (old) => ({ signupEnabled: old.signup === 'on', limit: old.limit ?? 0 }),
  },
})
const old = singleton(FlagsV1, { defaults: {} })

const open = async () => {
  const requests = new Requests()
  const warnings: string[] = []
  const onWarning = ({ message }: { message: string }) => warnings.push(message)
  const db = await testDatabase(
    { flags, users },
    { observe: { ...requests.observe, onWarning }, retry: { attempts: 40, baseDelayMs: 1 } },
  )
  return { db, requests, warnings }
}

describe('a singleton', () => {
  test('is one read, and its defaults where nothing is stored', async () => {
    const { db, requests } = await open()
    expect(await db.flags.get()).toEqual(defaults)
    expect(requests.take()).toEqual(['GetItem'])
    expect(await readTable(db)).toEqual([])
  })

  test('is made by its first write, which sets what it names and nothing else', async () => {
    const { db, requests } = await open()
    expect(await db.flags.update({ set: { darkMode: true } })).toEqual({
      ...defaults,
      darkMode: true,
      revision: 1,
    })
    expect(requests.take()).toEqual(['UpdateItem'])
    const [item] = await readTable(db)
    expect(item).toEqual({
      pk: { S: 'FLAGS' },
      sk: { S: 'V2' },
      dm: { BOOL: true },
      revision: { N: '1' },
      __edb_e__: { S: 'flags' },
      __edb_v__: { S: '2' },
    })
    expect(await db.flags.update({ remove: ['darkMode'], set: { note: 'x' } })).toEqual({
      ...defaults,
      note: 'x',
      revision: 2,
    })
    expect(await db.flags.get({ consistent: true })).toEqual({ ...defaults, note: 'x', revision: 2 })
  })

  test('counts from its defaults', async () => {
    const { db } = await open()
    expect(await db.flags.update({ add: { limit: 5, credits: 2 }, append: { names: ['b'] } })).toMatchObject({
      limit: 15,
      credits: 2,
      names: ['a', 'b'],
    })
    expect(await db.flags.update({ subtract: { limit: 1 }, add: { tags: ['t'] } })).toMatchObject({
      limit: 14,
      tags: ['t'],
    })
    const sets = singleton(FlagsV2, { defaults: { signupEnabled: false, tags: ['x'] }, version: 'revision' })
    const other = await testDatabase({ sets })
    await expect(other.sets.update({ add: { tags: ['t'] } })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      problems: [{ path: 'tags' }],
    })
    expect(await other.sets.modify(({ tags }) => ({ set: { tags: [...tags, 't'] } }))).toMatchObject({
      tags: expect.arrayContaining(['t', 'x']),
    })
  })

  test('loses no flag between two admins, and no count between many', async () => {
    const { db } = await open()
    const flip = async (change: (on: boolean) => object) => {
      for (let at = 0; at < 100; at += 1) await db.flags.update({ set: change(at % 2 === 0) })
    }
    await Promise.all([
      flip((on) => ({ signupEnabled: on })),
      flip((on) => ({ darkMode: !on })),
      ...Array.from({ length: 5 }, () => db.flags.modify(({ limit }) => ({ set: { limit: limit + 1 } }))),
    ])
    expect(await db.flags.get({ consistent: true })).toMatchObject({
      signupEnabled: false,
      darkMode: true,
      limit: 15,
      revision: 205,
    })
  })

  test('modify is fenced, also on absence, with and without a version', async () => {
    const unversioned = singleton(FlagsV1, { defaults: { limit: 1 } })
    const db = await testDatabase({ flags, unversioned })
    const { dynamo, name } = testTable(db)
    const other = db.$with({ client: dynamo.client, table: name })
    const raced = async (modify: (meanwhile: () => void) => Promise<{ limit: number }>) => {
      let calls = 0
      const after = await modify(() => {
        calls += 1
      })
      expect([calls, after.limit]).toEqual([2, 51])
    }
    const flagsMoved = () => other.flags.update({ set: { limit: 50 } })
    const plainMoved = () => other.unversioned.update({ set: { limit: 50 } })
    let isFlagMoved = false
    await raced((count) =>
      db.flags.modify(async ({ limit }) => {
        count()
        if (!isFlagMoved) await flagsMoved()
        isFlagMoved = true
        return { set: { limit: limit + 1 } }
      }),
    )
    let isPlainMoved = false
    await raced((count) =>
      db.unversioned.modify(async ({ limit }) => {
        count()
        if (!isPlainMoved) await plainMoved()
        isPlainMoved = true
        return { set: { limit: limit + 1 } }
      }),
    )
    expect(await db.flags.modify(() => null)).toMatchObject({ limit: 51 })
  })

  test('modify calls of one process take turns: none of them is sent twice', async () => {
    const { db, requests } = await open()
    await Promise.all(
      Array.from({ length: 8 }, () => db.flags.modify(({ limit }) => ({ set: { limit: limit + 1 } }))),
    )
    expect(requests.take().sort()).toEqual([...Array(8).fill('GetItem'), ...Array(8).fill('UpdateItem')])
    expect(await db.flags.get()).toMatchObject({ limit: defaults.limit + 8 })
  })

  test('takes conditions and versions, for an absent record too', async () => {
    const { db } = await open()
    await expect(db.flags.update({ set: { note: 'x' } }, { version: 1 })).rejects.toMatchObject({
      code: 'VERSION',
    })
    await expect(
      db.flags.update({ set: { note: 'x' } }, { where: (a, { exists }) => exists(a.note) }),
    ).rejects.toMatchObject({ code: 'CONDITION' })
    expect(await readTable(db)).toEqual([])
    await db.flags.update({ set: { note: 'x' } }, { where: (a, { notExists }) => notExists(a.note) })
    await db.flags.update({ set: { note: 'y' } }, { version: 1 })
    await expect(db.flags.update({ set: { note: 'z' } }, { version: 1 })).rejects.toMatchObject({
      code: 'VERSION',
    })
    for (const changes of [{}, { set: { nope: 1 } }, { set: { revision: 1 } }, { set: { limit: 'x' } }])
      await expect(db.flags.update(changes as never)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('that outgrows a read unit is reported once, and one that outgrows an item is refused before sending', async () => {
    const { db, requests, warnings } = await open()
    await db.flags.update({ set: { note: 'x'.repeat(5000) } })
    await db.flags.get()
    expect(warnings).toEqual([expect.stringMatching(/4 KB/)])
    requests.take()
    await expect(db.flags.update({ set: { note: 'x'.repeat(410 * 1024) } })).rejects.toMatchObject({
      code: 'PLAN_TOO_LARGE',
    })
    expect(requests.take()).toEqual([])
  })

  test('says when it is declared what cannot work', () => {
    expect(() => singleton(FlagsV2, { defaults: {} } as never)).toThrow(
      /signupEnabled: is required, so it needs a default/,
    )
    expect(() =>
      singleton(FlagsV2, { defaults: { signupEnabled: 'x' }, version: 'revision' } as never),
    ).toThrow(/signupEnabled/)
    expect(() => singleton(FlagsV2, { defaults: { signupEnabled: true, nope: 1 } } as never)).toThrow(
      /nope: is no attribute/,
    )
    expect(() => singleton(users.entity as never, { defaults: {} } as never)).toThrow(
      /key of a singleton has no attributes/,
    )
    expect(() => singleton(FlagsV1, { defaults: {}, supersedes: { model: FlagsV2 } } as never)).toThrow(
      /supersedes\.map/,
    )
  })
})

describe('supersedes', () => {
  const start = async () => {
    const requests = new Requests()
    const db = await testDatabase(
      { migrating, old },
      { observe: requests.observe, retry: { attempts: 40, baseDelayMs: 1 } },
    )
    return { db, requests }
  }

  test('reads the older record until the first write, which stores all of it', async () => {
    const { db, requests } = await start()
    await db.old.update({ set: { signup: 'on', limit: 3 } })
    expect(await db.migrating.get()).toEqual({ ...defaults, signupEnabled: true, limit: 3 })
    expect(await db.migrating.update({ set: { note: 'x' } })).toMatchObject({
      signupEnabled: true,
      limit: 3,
      note: 'x',
    })
    await db.old.update({ set: { signup: 'off' } })
    requests.take()
    expect(await db.migrating.get()).toMatchObject({ signupEnabled: true, note: 'x' })
    expect(requests.take()).toEqual(['GetItem'])
  })

  test('checks that the older record is as it was read, and absent where it was absent', async () => {
    const { db } = await start()
    await db.old.update({ set: { limit: 1 } })
    const [, after] = await Promise.all([
      db.old.update({ set: { limit: 2 } }),
      db.migrating.modify(({ limit }) => ({ set: { note: `saw ${limit}` } })),
    ])
    const now = await db.migrating.get({ consistent: true })
    expect(now.note).toBe(`saw ${now.limit}`)
    expect(after.limit).toBe(now.limit)
    const { db: empty } = await start()
    await Promise.all([
      empty.old.update({ set: { limit: 7, signup: 'on' } }),
      empty.migrating.update({ set: { note: 'x' } }),
    ])
    const found = await empty.migrating.get({ consistent: true })
    expect([
      { limit: 7, signupEnabled: true },
      { limit: 10, signupEnabled: false },
    ]).toContainEqual({ limit: found.limit, signupEnabled: found.signupEnabled })
  })
})

describe('cached', () => {
  test('serves from memory, one read under way however many ask, refreshed by a local write', async () => {
    const { db, requests } = await open()
    const live = db.flags.cached({ ttlMs: 60_000 })
    const views = await Promise.all(Array.from({ length: 20 }, () => live.get()))
    expect(requests.take()).toEqual(['GetItem'])
    expect(new Set(views.map((view) => JSON.stringify(view))).size).toBe(1)
    await db.flags.update({ set: { signupEnabled: true } })
    requests.take()
    expect(await live.get()).toMatchObject({ signupEnabled: true })
    expect(requests.take()).toEqual([])
    live.clear()
    await live.get()
    expect(requests.take()).toEqual(['GetItem'])
  })

  test('does not wait, once it is cleared, for a read that was under way before', async () => {
    const { db } = await open()
    const live = db.flags.cached({ ttlMs: 60_000 })
    const gate = testTable(db).dynamo.hold({ operation: 'GetItem' })
    const views = [live.get()]
    await gate.waitFor()
    live.clear()
    views.push(live.get())
    await gate.waitFor(2)
    gate.open()
    expect(await Promise.all(views)).toEqual([defaults, defaults])
  })

  test('serves the last good value where the table cannot be reached, and nothing invented', async () => {
    const { db } = await open()
    const { faults } = testTable(db).dynamo
    const live = db.flags.cached({ ttlMs: 0 })
    await db.flags.update({ set: { note: 'good' } })
    expect(await live.get()).toMatchObject({ note: 'good' })
    faults.throttle({ operation: 'GetItem', times: Number.POSITIVE_INFINITY })
    expect(await live.get()).toMatchObject({ note: 'good' })
    faults.clear()
    const fresh = db.flags.cached({ ttlMs: 0 })
    faults.throttle({ operation: 'GetItem', times: Number.POSITIVE_INFINITY })
    await expect(fresh.get()).rejects.toThrow()
    faults.clear()
    expect(await fresh.get()).toMatchObject({ note: 'good' })
  })

  test('serves a stale value while it reads a new one', async () => {
    const { db, requests } = await open()
    const live = db.flags.cached({ ttlMs: 0, staleWhileRevalidateMs: 60_000 })
    expect(await live.get()).toEqual(defaults)
    const { dynamo, name } = testTable(db)
    await db.$with({ client: dynamo.client, table: name }).flags.update({ set: { note: 'new' } })
    requests.take()
    expect(await live.get()).toEqual(defaults)
    await expect.poll(async () => (await live.get()).note).toBe('new')
    expect(() => db.flags.cached({ ttlMs: -1 })).toThrow(/ttlMs/)
  })
})

describe('a counter', () => {
  const visits = counter({ service: 'shop', name: 'visits', scope: ['tenantId'], shards: 4 })
  const total = counter({ service: 'shop', name: 'total' })

  test('adds by one atomic write on a shard, and sums all shards', async () => {
    const requests = new Requests()
    const db = await testDatabase({ visits, total, users }, { observe: requests.observe })
    expect(await db.visits.read({ tenantId: 't' })).toBe(0)
    requests.take()
    await Promise.all(Array.from({ length: 30 }, () => db.visits.increment({ tenantId: 't' }, 2)))
    expect(requests.take()).toEqual(Array.from({ length: 30 }, () => 'UpdateItem'))
    await db.visits.increment({ tenantId: 'u' })
    requests.take()
    expect(await db.visits.read({ tenantId: 't' })).toBe(60)
    expect(await db.visits.read({ tenantId: 'u' })).toBe(1)
    expect(requests.take()).toEqual(['BatchGetItem', 'BatchGetItem'])
    await db.total.increment(5)
    await db.total.increment()
    expect(await db.total.read()).toBe(6)
    const keys = (await readTable(db)).map((item) => item['pk']?.S ?? '')
    expect(keys.every((key) => /^CTR#shop\.(visits#[tu]#[0-3]|total#0)$/.test(key))).toBe(true)
    expect(keys.filter((key) => key.includes('visits#t')).length).toBeGreaterThan(1)
    await db.visits.reset({ tenantId: 't' })
    expect(await db.visits.read({ tenantId: 't' })).toBe(0)
    for (const given of [
      [{}],
      [{ tenantId: null }],
      [{ tenantId: 't', x: 1 }],
      [{ tenantId: 't' }, Number.NaN],
    ])
      await expect(
        (db.visits.increment as (...x: unknown[]) => Promise<void>)(...given),
      ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  test('counts what it is given and nothing else: an amount that got lost is not 1', async () => {
    const db = await testDatabase({ visits, total, users })
    const scope = { tenantId: 't' }
    for (const by of [null, Number.NaN, Number.POSITIVE_INFINITY, '2', true, 2n, 2 ** 53, []]) {
      const fault = { code: 'INVALID_INPUT', operation: 'increment' }
      await expect(db.visits.increment(scope, by as never)).rejects.toMatchObject(fault)
      await expect(db.total.increment(by as never)).rejects.toMatchObject(fault)
      await expect(db.$transaction((tx) => [tx.total.increment(by as never)])).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      })
    }
    expect([await db.visits.read(scope), await db.total.read()]).toEqual([0, 0])
    await db.visits.increment(scope, undefined)
    await db.total.increment(undefined)
    await db.total.increment(0)
    expect([await db.visits.read(scope), await db.total.read()]).toEqual([1, 1])
  })

  test('with fewer shards than before still reads those that there were', async () => {
    const many = counter({ service: 'shop', name: 'n', shards: 9 })
    const few = counter({ service: 'shop', name: 'n', shards: 2, formerShards: 9 })
    const db = await testDatabase({ many, few, users })
    for (let at = 0; at < 40; at += 1) await db.many.increment()
    await db.few.increment()
    expect(await db.few.read()).toBe(41)
    expect(() => counter({ service: 'shop', name: 'n', shards: 2, formerShards: 1 })).toThrow(/formerShards/)
  })

  test('needs to be told the table’s key where there is no model to say it', async () => {
    const table = await createTestTable({ users })
    const { client } = table.dynamo
    expect(() => connect({ total }, { client, table: table.name })).toThrow(/keys\.partitionKey/)
    const db = connect({ total }, { client, table: table.name, keys: { partitionKey: 'pk', sortKey: 'sk' } })
    await db.total.increment(3)
    expect(await db.total.read()).toBe(3)
  })
})
