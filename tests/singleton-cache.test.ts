import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { connect, singleton } from '@latchkey/core'
import { createTestTable } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { Requests } from './table.js'

const State = new Entity({
  model: { entity: 'state', version: '1', service: 'app' },
  attributes: {
    a: { type: 'number' },
    b: { type: 'number' },
    revision: { type: 'number' },
  },
  indexes: {
    primary: {
      pk: { field: 'pk', composite: [], template: 'STATE', casing: 'none' },
      sk: { field: 'sk', composite: [], template: 'S', casing: 'none' },
    },
  },
})
const defaults = { a: 0, b: 0 }
const kinds = {
  versioned: singleton(State, { defaults, version: 'revision' }),
  plain: singleton(State, { defaults }),
}

/** A client whose answers to writes come when they are let go, each after what it asked for was done. */
function holding<C extends { send: (...given: never[]) => unknown }>(client: C) {
  const held: { readonly set: string; readonly let: () => void }[] = []
  let isOn = false
  const send = async (command: { readonly input: object }, ...rest: unknown[]) => {
    const answer: unknown = await (client.send as (...given: unknown[]) => unknown).call(
      client,
      command,
      ...rest,
    )
    if (isOn && 'UpdateExpression' in command.input) {
      const values = JSON.stringify(command.input)
      await new Promise<void>((resolve) => held.push({ set: values, let: resolve }))
    }
    return answer
  }
  const proxy = new Proxy(client, {
    get: (target, name) => (name === 'send' ? send : Reflect.get(target, name, target)),
  })
  const committed = (count: number) => expect.poll(() => held.length).toBe(count)
  return { proxy, held, committed, on: () => (isOn = true) }
}

const open = async (kind: 'versioned' | 'plain') => {
  const models = { flags: kinds[kind] }
  const table = await createTestTable(models)
  const { proxy, held, committed, on } = holding(table.dynamo.client)
  const requests = new Requests()
  const retry = { attempts: 2, baseDelayMs: 1 }
  const db = connect(models, { client: proxy, table: table.name, observe: requests.observe, retry })
  const other = connect(models, { client: table.dynamo.client, table: table.name, retry })
  return { db, other, held, committed, on, requests, faults: table.dynamo.faults }
}

describe.each(['versioned', 'plain'] as const)('the cache of a %s singleton', (kind) => {
  const orders = [
    [0, 1, 2],
    [2, 1, 0],
    [1, 2, 0],
    [2, 0, 1],
  ]
  test.each(orders)('never goes back, whatever order answers come in: %i, %i, %i', async (...order) => {
    const { db, held, committed, on } = await open(kind)
    const live = db.flags.cached({ ttlMs: 60_000 })
    await live.get()
    on()
    const writes: Promise<unknown>[] = []
    for (const a of [1, 2, 3]) {
      writes.push(db.flags.update({ set: { a } }).then())
      await committed(a)
    }
    let newest = 0
    for (const at of order) {
      held[at]?.let()
      await writes[at]
      const { a } = await live.get()
      expect(a).toBeGreaterThanOrEqual(Math.max(newest, at + 1))
      newest = a
    }
    expect(newest).toBe(3)
  })

  test('does not go back to before what it has read while a write was under way', async () => {
    const { db, other, held, committed, on } = await open(kind)
    const live = db.flags.cached({ ttlMs: 60_000 })
    on()
    const write = db.flags.update({ set: { a: 1 } }).then()
    await committed(1)
    await other.flags.update({ set: { b: 1 } })
    expect(await live.get()).toMatchObject({ a: 1, b: 1 })
    held[0]?.let()
    await write
    expect(await live.get()).toMatchObject({ a: 1, b: 1 })
  })

  test('reads again after a write whose outcome is not known', async () => {
    const { db, requests, faults } = await open(kind)
    const live = db.flags.cached({ ttlMs: 60_000 })
    await live.get()
    const arms = [
      (): unknown => faults.lostAnswer({ operation: 'UpdateItem', times: 100 }),
      (): unknown => faults.internalError({ operation: 'UpdateItem', times: 100, committed: true }),
    ]
    for (const [at, arm] of arms.entries()) {
      for (const write of [
        () => db.flags.update({ add: { a: 1 } }),
        () => db.flags.modify(() => ({ set: { b: at + 1 } })),
      ]) {
        arm()
        await expect(write()).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
        faults.clear()
        requests.take()
        expect(await live.get()).toEqual(await db.flags.get({ consistent: true }))
        expect(requests.take()).toEqual(['GetItem', 'GetItem'])
        await live.get()
        expect(requests.take()).toEqual([])
      }
    }
  })

  test('after such a write serves the last good value where the table cannot be reached', async () => {
    const { db, faults } = await open(kind)
    const live = db.flags.cached({ ttlMs: 60_000, staleWhileRevalidateMs: 60_000 })
    await live.get()
    faults.lostAnswer({ times: 1000 })
    await expect(db.flags.update({ set: { a: 1 } })).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
    expect(await live.get()).toMatchObject({ a: 0 })
    faults.clear()
    expect(await live.get()).toMatchObject({ a: 1 })
  })

  test('keeps what it has where a write was refused for good', async () => {
    const { db, requests } = await open(kind)
    const live = db.flags.cached({ ttlMs: 60_000 })
    await live.get()
    const where = (attributes: { a: never }, { exists }: { exists: (name: never) => string }) =>
      exists(attributes.a)
    await expect(db.flags.update({ set: { a: 1 } }, { where: where as never })).rejects.toMatchObject({
      code: 'CONDITION',
    })
    requests.take()
    await live.get()
    expect(requests.take()).toEqual([])
  })

  test('serves what several writes left behind to every cache, without a read', async () => {
    const { db, requests } = await open(kind)
    const caches = Array.from({ length: 3 }, () => db.flags.cached({ ttlMs: 60_000 }))
    await Promise.all(caches.map((cache) => cache.get()))
    await db.flags.update({ set: { a: 1 } })
    await db.flags.update({ set: { b: 1 } })
    requests.take()
    for (const cache of caches) expect(await cache.get()).toMatchObject({ a: 1, b: 1 })
    expect(requests.take()).toEqual([])
  })

  test('forgets on request, also what was written', async () => {
    const { db, requests } = await open(kind)
    const live = db.flags.cached({ ttlMs: 60_000 })
    await live.get()
    await db.flags.update({ set: { a: 1 } })
    live.clear()
    requests.take()
    expect(await live.get()).toMatchObject({ a: 1 })
    expect(requests.take()).toEqual(['GetItem'])
  })
})

test('a process that asks for a cache with every request, and only reads, does not grow', async () => {
  const { db } = await open('plain')
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const memory = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    collect()
    return process.memoryUsage().heapUsed
  }
  const ask = async (times: number) => {
    for (let at = 0; at < times; at += 1) db.flags.cached({ ttlMs: 60_000 })
    await db.flags.cached({ ttlMs: 60_000 }).get()
  }
  await ask(1000)
  const before = await memory()
  for (let at = 0; at < 10; at += 1) await ask(10_000)
  expect((await memory()) - before).toBeLessThan(4 * 1024 * 1024)
})

test('a cache reads again after a transaction of which nobody knows what became', async () => {
  const { db, other, requests, faults } = await open('versioned')
  const live = db.flags.cached({ ttlMs: 60_000 })
  await db.flags.update({ set: { a: 1 } })
  expect(await live.get()).toMatchObject({ a: 1 })
  faults.lostRequest({ operation: 'UpdateItem', times: 1000 })
  const lost = db.$transaction((tx) => tx.flags.update({ set: { a: 2 } }))
  await expect(lost).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' })
  faults.clear()
  await other.flags.update({ set: { b: 3 } })
  requests.take()
  expect(await live.get()).toMatchObject({ a: 1, b: 3 })
  expect(requests.take()).toEqual(['GetItem'])
})
