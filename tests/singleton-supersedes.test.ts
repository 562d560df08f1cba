import { DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { singleton } from '@latchkey/core'
import { testDatabase, testTable } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { Requests, readTable } from './table.js'

/** Records of three releases; the second and the third are at one key, as those of one template are. */
const entityOf = (version: string, sk: string) =>
  new Entity({
    model: { entity: 'flags', version, service: 'app' },
    attributes: {
      signup: { type: 'string', required: true },
      limit: { type: 'number' },
      mode: { type: ['on', 'off'] as const },
      tags: { type: 'list', items: { type: 'string' } },
      note: { type: 'string' },
      revision: { type: 'number' },
    },
    indexes: {
      primary: {
        pk: { field: 'pk', composite: [], template: 'FLAGS', casing: 'none' },
        sk: { field: 'sk', composite: [], template: sk, casing: 'none' },
      },
    },
  })
const V1 = entityOf('1', 'V1')
const V2 = entityOf('2', 'LATEST')
const V3 = entityOf('3', 'LATEST')
const defaults = { signup: 'default', tags: ['a'] }
const old = singleton(V1, { defaults })
const foreign = singleton(V3, { defaults })

const open = async (map: (old: Record<string, unknown>) => unknown) => {
  const requests = new Requests()
  const v2 = singleton(V2, { defaults, version: 'revision', supersedes: { model: V1, map } as never })
  const db = await testDatabase(
    { old, foreign, v2 },
    { observe: requests.observe, retry: { attempts: 20, baseDelayMs: 1, maxDelayMs: 5 } },
  )
  await db.old.update({ set: { note: 'old' } })
  requests.take()
  return { db, requests, faults: testTable(db).dynamo.faults }
}

describe('what map gives', () => {
  test.each(Object.keys(V1.schema.attributes).filter((name) => name !== 'revision'))(
    'undefined for %s is nothing: the default holds, and a write goes through',
    async (name) => {
      const { db } = await open(() => ({ note: 'mapped', [name]: undefined }))
      const expected = { ...defaults, ...(name === 'note' ? {} : { note: 'mapped' }) }
      const got = await db.v2.get()
      expect(got).toEqual(expected)
      expect(Object.values(got)).not.toContain(undefined)
      expect(await db.v2.update({ set: { limit: 1 } })).toEqual({ ...expected, limit: 1, revision: 2 })
    },
  )

  class Odd {
    readonly signup = 'x'
  }
  const odd: readonly (readonly [string, () => unknown])[] = [
    ['a promise', async () => ({ signup: 'x' })],
    ['a promise that is refused', () => Promise.reject(new Error('no'))],
    ['a list', () => [{ signup: 'x' }]],
    ['null', () => null],
    ['nothing', () => undefined],
    ['a text', () => 'signup'],
    ['a map', () => new Map([['signup', 'x']])],
    ['an instance of a class', () => new Odd()],
    ['a function', () => () => ({ signup: 'x' })],
    ['an unknown attribute', () => ({ nope: 1 })],
    ['a version', () => ({ revision: 4 })],
    ['a number for a string', () => ({ signup: 5 })],
    ['a string for a number', () => ({ limit: '5' })],
    ['a value that an enum does not have', () => ({ mode: 'maybe' })],
    ['a wrong member of a list', () => ({ tags: [1] })],
    ['null for a required attribute', () => ({ signup: null })],
  ]
  test.each(odd)('%s is refused by reads and writes, and nothing is written', async (_, map) => {
    const { db } = await open(map)
    const before = await readTable(db)
    const refused = {
      code: 'INVALID_INPUT',
      problems: [{ path: expect.stringMatching(/^supersedes\.map/) }],
    }
    await expect(db.v2.get()).rejects.toMatchObject(refused)
    await expect(db.v2.update({ set: { limit: 1 } })).rejects.toMatchObject(refused)
    await expect(db.v2.modify(() => ({ set: { limit: 1 } }))).rejects.toMatchObject(refused)
    expect(await readTable(db)).toEqual(before)
  })

  test('is copied: neither side changes the other', async () => {
    const shared = { signup: 'shared', tags: ['b'] }
    const { db } = await open(() => shared)
    const got = await db.v2.get()
    got.tags.push('EVIL')
    expect(shared.tags).toEqual(['b'])
    const live = db.v2.cached({ ttlMs: 60_000 })
    await live.get()
    shared.tags.push('EVIL')
    expect(await live.get()).toEqual({ signup: 'shared', tags: ['b'] })
  })
})

describe('an item of another entity at the key of the new record', () => {
  const refused = { code: 'EXISTS' }

  test('refuses every write, as it does where nothing is superseded, and is left as it is', async () => {
    const { db, requests } = await open(() => ({}))
    await db.foreign.update({ set: { note: 'foreign' } })
    const before = await readTable(db)
    for (const options of [{}, { retry: false }, { retry: { attempts: 2 } }] as const) {
      requests.take()
      await expect(db.v2.update({ set: { limit: 1 } }, options)).rejects.toMatchObject(refused)
      await expect(db.v2.modify(() => ({ set: { limit: 1 } }), options)).rejects.toMatchObject(refused)
      expect(requests.take().length).toBeLessThan(8)
    }
    await expect(db.$transaction((tx) => void tx.v2.update({ set: { limit: 1 } }))).rejects.toMatchObject({
      code: 'EXISTS',
    })
    expect(await readTable(db)).toEqual(before)
  })

  test('that comes while the older one is taken over refuses the write too', async () => {
    const { db } = await open(() => {
      void client.send(
        new PutItemCommand({ TableName: name, Item: { pk: { S: 'FLAGS' }, sk: { S: 'LATEST' } } }),
      )
      return {}
    })
    const { client } = testTable(db).dynamo
    const { name } = testTable(db)
    await expect(db.v2.update({ set: { limit: 1 } })).rejects.toMatchObject(refused)
  })
})

describe('a takeover', () => {
  test('that never succeeds ends with the tries of the policy', async () => {
    const { db, requests } = await open(() => ({}))
    const { dynamo, name } = testTable(db)
    const item = (note: number) => ({
      pk: { S: 'FLAGS' },
      sk: { S: 'V1' },
      note: { S: `${note}` },
      __edb_e__: { S: 'flags' },
      __edb_v__: { S: '1' },
    })
    let version = 0
    // The older record moves each time before the takeover gets there.
    dynamo.client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          version += 1
          if (commandName === 'TransactWriteItemsCommand')
            await dynamo.client.send(new PutItemCommand({ TableName: name, Item: item(version) }))
          return next(args)
        },
      { step: 'initialize' },
    )
    for (const attempts of [1, 3]) {
      requests.take()
      await expect(
        db.v2.update({ set: { limit: 1 } }, { retry: { attempts, baseDelayMs: 1 } }),
      ).rejects.toMatchObject({ code: 'CONTENTION', attempts })
      expect(requests.take().filter((command) => command === 'TransactWriteItems')).toHaveLength(attempts)
    }
    const stop = new AbortController()
    const waiting = db.v2.update(
      { set: { limit: 1 } },
      { signal: stop.signal, retry: { attempts: 1e6, maxElapsedMs: 1e6, baseDelayMs: 5 } },
    )
    setTimeout(() => stop.abort(new Error('enough')), 30)
    await expect(waiting).rejects.toThrow()
  })

  test('by somebody who was faster is none to repeat', async () => {
    const { db } = await open(() => ({ signup: 'mapped' }))
    await Promise.all(Array.from({ length: 8 }, () => db.v2.update({ add: { limit: 1 } })))
    expect(await db.v2.get({ consistent: true })).toMatchObject({ signup: 'mapped', limit: 8, revision: 9 })
  })
})

test('a record that is gone after it was seen is taken over from the older one again', async () => {
  const { db } = await open(({ note }) => ({ note }))
  expect(await db.v2.update({ set: { limit: 1 } })).toMatchObject({ note: 'old', limit: 1 })
  const { dynamo, name } = testTable(db)
  const Key = { pk: { S: 'FLAGS' }, sk: { S: 'LATEST' } }
  await dynamo.client.send(new DeleteItemCommand({ TableName: name, Key }))
  expect(await db.v2.update({ set: { mode: 'on' } })).toMatchObject({ note: 'old', mode: 'on' })
  expect(await db.v2.get()).not.toHaveProperty('limit')
})
