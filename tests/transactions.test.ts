import {
  CreateTableCommand,
  PutItemCommand,
  ScanCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import {
  type ConnectOptions,
  ConstraintViolationError,
  constrain,
  counter,
  inspectDatabase,
  type RawWrite,
  singleton,
} from '@latchkey/core'
import { testDatabase, testTable } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { accounts, User, users } from './models.js'
import { expectSound, guardKeys, Requests, readTable } from './table.js'

const Order = new Entity({
  model: { entity: 'order', version: '1', service: 'shop' },
  attributes: {
    orderId: { type: 'string', required: true, default: () => crypto.randomUUID() },
    accountId: { type: 'string' },
    no: { type: 'number' },
    at: { type: 'number' },
    state: { type: 'string' },
    revision: { type: 'number' },
  },
  indexes: { primary: { pk: { field: 'pk', composite: ['orderId'] }, sk: { field: 'sk', composite: [] } } },
})
const orders = constrain(Order, {
  version: 'revision',
  sequences: { no: { attribute: 'no' } },
  pointers: {
    last: { attribute: 'at' },
    appended: { attribute: 'at', scope: ['accountId'], stale: 'reject' },
  },
  references: { account: { entity: accounts, attributes: { accountId: 'accountId' } } },
})

const Flags = new Entity({
  model: { entity: 'flags', version: '1', service: 'shop' },
  attributes: { signup: { type: 'boolean', default: true }, limit: { type: 'number', default: 10 } },
  indexes: { primary: { pk: { field: 'pk', composite: [] }, sk: { field: 'sk', composite: [] } } },
})
const flags = singleton(Flags, { defaults: { signup: true, limit: 10 } })
const visits = counter({ service: 'shop', name: 'visits', scope: ['tenantId'], shards: 3 })

const open = async (options: Partial<ConnectOptions> = {}) => {
  const requests = new Requests()
  const db = await testDatabase(
    { accounts, users, orders, flags, visits },
    { observe: requests.observe, retry: { attempts: 40, baseDelayMs: 1, maxDelayMs: 5 }, ...options },
  )
  const ada = await db.accounts.create({ accountId: 'a', tenantId: 't', email: 'ada@x.io', username: 'ada' })
  const bob = await db.accounts.create({ accountId: 'b', tenantId: 't', email: 'bob@x.io', username: 'bob' })
  requests.take()
  return { db, requests, ada, bob, faults: testTable(db).dynamo.faults }
}
const A = { accountId: 'a' }
const B = { accountId: 'b' }

describe('a transaction', () => {
  test('gives handles whose keys are known at once, and items once it is committed', async () => {
    const { db, requests } = await open()
    const keys: string[] = []
    const { account, list, other } = await db.$transaction((tx) => {
      const account = tx.accounts.create({ tenantId: 't', email: 'new@x.io' })
      const order = tx.orders.create({ accountId: account.key.accountId })
      keys.push(account.key.accountId, order.key.orderId)
      return { account, list: order, other: 7 }
    })
    expect(account).toMatchObject({ accountId: keys[0], email: 'new@x.io', revision: 1 })
    expect(list).toMatchObject({ orderId: keys[1], accountId: keys[0], no: 1, revision: 1 })
    expect(other).toBe(7)
    expect(requests.take()).toEqual(['GetItem', 'TransactWriteItems'])
    await expectSound(db)
  })

  test('settles a handle by itself and handles of a list, and leaves everything else as it is', async () => {
    const { db } = await open()
    expect(await db.$transaction((tx) => tx.users.create({ id: '1' }))).toMatchObject({ id: '1', n: 1 })
    const [one, two] = await db.$transaction((tx) => [
      tx.users.create({ id: '2' }),
      tx.users.create({ id: '3', name: 'three' }),
    ])
    expect([one, two]).toMatchObject([{ id: '2' }, { id: '3', name: 'three' }])
    expect(await db.$transaction(() => 'nothing')).toBe('nothing')
    expect(await db.$transaction(() => undefined)).toBeUndefined()
  })

  test('of one write is that write', async () => {
    const { db, requests } = await open()
    await db.$transaction((tx) => tx.flags.update({ set: { limit: 2 } }))
    expect(requests.take()).toEqual(['UpdateItem'])
    await db.$transaction((tx) => tx.visits.increment({ tenantId: 't' }, 3))
    expect(requests.take()).toEqual(['UpdateItem'])
    expect(await db.visits.read({ tenantId: 't' })).toBe(3)
  })

  test('two items swap their unique values', async () => {
    const { db, requests } = await open()
    await db.$transaction((tx) => {
      tx.accounts.update(A, { set: { email: 'bob@x.io' } })
      tx.accounts.update(B, { set: { email: 'ada@x.io' } })
    })
    expect(requests.take()).toEqual(['GetItem', 'GetItem', 'TransactWriteItems'])
    expect(await db.accounts.by.email({ email: 'bob@x.io' })).toMatchObject(A)
    expect(await db.accounts.by.email({ email: 'ada@x.io' })).toMatchObject(B)
    await expectSound(db)
  })

  test('values go round, and one that is freed is taken', async () => {
    const { db } = await open()
    await db.accounts.create({ accountId: 'c', tenantId: 't', email: 'eve@x.io' })
    await db.$transaction((tx) => {
      tx.accounts.update(A, { set: { email: 'bob@x.io' } })
      tx.accounts.update(B, { set: { email: 'eve@x.io' } })
      tx.accounts.update({ accountId: 'c' }, { set: { email: 'ada@x.io' } })
    })
    await expectSound(db)
    const [gone, created] = await db.$transaction((tx) => [
      tx.accounts.delete(A),
      tx.accounts.create({ accountId: 'd', tenantId: 't', email: 'bob@x.io', username: 'ada' }),
    ])
    expect(gone).toMatchObject({ ...A, email: 'bob@x.io' })
    expect(created).toMatchObject({ accountId: 'd', email: 'bob@x.io' })
    await expectSound(db)
  })

  test('swaps by many callers leave each value with one owner', async () => {
    const { db } = await open()
    await Promise.all(
      Array.from({ length: 6 }, () =>
        db.$transaction(async (tx) => {
          const [ada, bob] = [await tx.accounts.get(A), await tx.accounts.get(B)]
          tx.accounts.update(A, { set: { email: bob?.email ?? '' } })
          tx.accounts.update(B, { set: { email: ada?.email ?? '' } })
        }),
      ),
    )
    await expectSound(db)
    expect((await db.accounts.get(A))?.email).toBe('ada@x.io')
    expect((await db.accounts.get(A))?.revision).toBe(7)
  })

  test('two claims of one value are refused before anything is sent, naming both', async () => {
    const { db, requests } = await open()
    const failed = await db
      .$transaction((tx) => {
        tx.accounts.update(A, { set: { email: 'same@x.io' } })
        tx.accounts.create({ accountId: 'n', tenantId: 't', email: 'SAME@x.io' })
      })
      .result()
    expect(failed).toMatchObject({ ok: false, error: { code: 'UNIQUE' } })
    if (failed.ok || !(failed.error instanceof ConstraintViolationError)) throw new Error('was not refused')
    const text = JSON.stringify(failed.error.violations) + failed.error.message
    expect(text).toContain('email')
    expect(failed.error.violations.map(({ key }) => key)).toEqual(
      expect.arrayContaining([A, { accountId: 'n' }]),
    )
    expect(requests.take()).toEqual(['GetItem'])
    await expectSound(db)
  })

  test('an item that is touched twice is refused, naming both', async () => {
    const { db, requests } = await open()
    await expect(
      db.$transaction((tx) => {
        tx.accounts.update(A, { set: { nickname: 'x' } })
        tx.accounts.delete(A)
      }),
    ).rejects.toMatchObject({ code: 'DUPLICATE_ITEM', operations: ['account.update', 'account.delete'] })
    expect(requests.take()).not.toContain('TransactWriteItems')
  })

  test('says all violations, each with its model and its key', async () => {
    const { db } = await open()
    const failed = await db
      .$transaction((tx) => {
        tx.accounts.create({ accountId: 'n', tenantId: 't', email: 'ada@x.io', username: 'bob' })
        tx.users.create({ id: 'u' })
        tx.accounts.update({ accountId: 'none' }, { set: { nickname: 'x' } })
        tx.accounts.check(B).where((b, op) => op.eq(b.username, 'eve'))
      })
      .result()
    if (failed.ok || !(failed.error instanceof ConstraintViolationError)) throw new Error('was not refused')
    expect(failed.error.violations).toHaveLength(4)
    expect(failed.error.violations).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          code: 'UNIQUE',
          constraint: 'email',
          model: 'account',
          key: { accountId: 'n' },
        }),
        expect.objectContaining({ code: 'UNIQUE', constraint: 'handle', model: 'account' }),
        expect.objectContaining({ code: 'NOT_FOUND', model: 'account', key: { accountId: 'none' } }),
        expect.objectContaining({ code: 'CONDITION', model: 'account', key: B }),
      ]),
    )
    expect(await db.users.get({ id: 'u' })).toBeNull()
    await expectSound(db)
  })

  test('heals stale guards within', async () => {
    const { db } = await open()
    const { client, table, keyFields } = inspectDatabase(db)
    const item = (await readTable(db)).find((each) => each['accountId']?.S === 'a')
    if (item === undefined) throw new Error('no item')
    const { email: _, ...rest } = item
    await client.send(new PutItemCommand({ TableName: table, Item: rest }))
    expect(keyFields).toHaveLength(2)
    const [one] = await db.$transaction((tx) => [
      tx.accounts.create({ accountId: 'n', tenantId: 't', email: 'ada@x.io' }),
      tx.users.create({ id: 'u', email: 'u' }),
    ])
    expect(one).toMatchObject({ email: 'ada@x.io' })
    await expectSound(db)
  })

  test('an update from a value that was taken over meanwhile leaves the taker its guard', async () => {
    const { db } = await open()
    const { client, table } = inspectDatabase(db)
    const item = (await readTable(db)).find((each) => each['accountId']?.S === 'a')
    const { email: _, ...rest } = item ?? {}
    await client.send(new PutItemCommand({ TableName: table, Item: rest }))
    await db.accounts.create({ accountId: 'n', tenantId: 't', email: 'ada@x.io' })
    if (item) await client.send(new PutItemCommand({ TableName: table, Item: item }))
    await db.$transaction((tx) => {
      tx.accounts.update(A, { set: { email: 'ada2@x.io' } })
      tx.users.create({ id: 'u', email: 'u' })
    })
    await expectSound(db)
  })

  test('creates of one sequence get numbers one after another by one write', async () => {
    const { db } = await open()
    const list = await db.$transaction((tx) => [
      tx.orders.create({ at: 1 }),
      tx.orders.create({ at: 3 }),
      tx.orders.create({ at: 2 }),
    ])
    expect(list.map(({ no }) => no)).toEqual([1, 2, 3])
    expect(await db.orders.pointers.last.read()).toMatchObject({ value: 3 })
    const more = await Promise.all(
      Array.from({ length: 6 }, () => db.$transaction((tx) => [tx.orders.create({}), tx.orders.create({})])),
    )
    expect(
      more
        .flat()
        .map(({ no }) => no)
        .sort((a, b) => Number(a) - Number(b)),
    ).toEqual(Array.from({ length: 12 }, (_, at) => at + 4))
    for (const [one, two] of more) expect(Number(two?.no) - Number(one?.no)).toBe(1)
  })

  test('values of a pointer that refuses what comes late have to ascend', async () => {
    const { db } = await open()
    await expect(
      db.$transaction((tx) => {
        tx.orders.create({ orderId: 'o1', accountId: 'a', at: 5 })
        tx.orders.create({ orderId: 'o2', accountId: 'a', at: 4 })
      }),
    ).rejects.toMatchObject({ code: 'STALE_POINTER' })
    await db.$transaction((tx) => {
      tx.orders.create({ orderId: 'o1', accountId: 'a', at: 4 })
      tx.orders.create({ orderId: 'o2', accountId: 'a', at: 5 })
    })
    expect(await db.orders.pointers.appended.follow({ accountId: 'a' })).toMatchObject({ orderId: 'o2' })
  })

  test('a reference to what it creates needs no check; to what it deletes is refused before sending', async () => {
    const { db, requests } = await open()
    await db.$transaction((tx) => {
      tx.orders.create({ orderId: 'o', accountId: 'c', at: 9 })
      tx.accounts.create({ accountId: 'c', tenantId: 't' })
    })
    requests.take()
    const failed = await db
      .$transaction((tx) => {
        tx.accounts.delete({ accountId: 'c' })
        tx.orders.create({ accountId: 'c', at: 10 })
      })
      .result()
    expect(failed).toMatchObject({ ok: false, error: { code: 'REFERENCE' } })
    expect(requests.take()).not.toContain('TransactWriteItems')
  })

  test('counts with everything else, once, however often the answer is lost', async () => {
    const { db, faults } = await open()
    faults.lostAnswer({ operation: 'TransactWriteItems', times: 7 })
    await db.$transaction((tx) => {
      tx.users.create({ id: 'u', email: 'u' })
      tx.visits.increment({ tenantId: 't' })
      tx.visits.increment({ tenantId: 't' }, 4)
      tx.visits.increment({ tenantId: 'o' }, -2)
      tx.flags.update({ set: { limit: 3 } })
    })
    expect(faults.armed).toBe(0)
    expect(await db.visits.read({ tenantId: 't' })).toBe(5)
    expect(await db.visits.read({ tenantId: 'o' })).toBe(-2)
    expect(await db.flags.get()).toMatchObject({ limit: 3, signup: true })
  })

  test('of more than the service takes is refused with what takes the room', async () => {
    const { db, requests } = await open()
    const failed = await db
      .$transaction((tx) => {
        for (let at = 0; at < 51; at++) tx.users.create({ id: `${at}`, email: `e${at}` })
      })
      .result()
    expect(failed).toMatchObject({ ok: false, error: { code: 'PLAN_TOO_LARGE' } })
    if (!failed.ok) expect(failed.error.message).toMatch(/102.*100/)
    expect(requests.take()).toEqual([])
  })

  test('is over when its function has ended', async () => {
    const { db } = await open()
    let late: Promise<unknown> | undefined
    await db.$transaction((tx) => {
      tx.users.create({ id: 'u' })
      late = new Promise((resolve) => setTimeout(resolve, 5))
        .then(() => tx.users.create({ id: 'v' }))
        .catch((error: unknown) => error)
    })
    expect(await late).toMatchObject({ code: 'INVALID_INPUT' })
    expect(await db.users.get({ id: 'v' })).toBeNull()
  })

  test('writes nothing when its function throws', async () => {
    const { db, requests } = await open()
    await expect(
      db.$transaction((tx) => {
        tx.users.create({ id: 'u' })
        throw new RangeError('no')
      }),
    ).rejects.toThrow(RangeError)
    expect(requests.take()).toEqual([])
    await expect(db.$transaction('no' as never)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(db.$transaction(() => 1, { wrong: 1 } as never)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    await expect(
      db.$transaction((tx) => tx.users.create({ id: 'u', nope: 1 } as never)),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})

describe('checks in a transaction', () => {
  test('hold, or say which does not', async () => {
    const { db, requests } = await open()
    await db.$transaction((tx) => {
      tx.accounts.check(A).exists()
      tx.accounts.check({ accountId: 'none' }).absent()
      tx.accounts.check(B).where((b, op) => op.eq(b.username, 'bob'))
      tx.users.create({ id: '1' })
    })
    expect(requests.take()).toEqual(['TransactWriteItems'])
    const codeOf = async (run: Parameters<typeof db.$transaction>[0]): Promise<unknown> => {
      const result = await db.$transaction(run).result()
      return result.ok ? 'ok' : result.error.code
    }
    expect(await codeOf((tx) => tx.accounts.check({ accountId: 'none' }).exists())).toBe('NOT_FOUND')
    expect(await codeOf((tx) => tx.accounts.check(A).absent())).toBe('EXISTS')
    expect(await codeOf((tx) => tx.accounts.check(A).where((a, op) => op.eq(a.username, 'bob')))).toBe(
      'CONDITION',
    )
    expect(
      await codeOf((tx) =>
        tx.accounts.check({ accountId: 'none' }).where((a, op) => op.eq(a.username, 'bob')),
      ),
    ).toBe('CONDITION')
    expect(await codeOf((tx) => tx.accounts.check(A).exists())).toBe('ok')
  })

  test('of an item that is written are part of that write', async () => {
    const { db, requests } = await open()
    const plans: string[] = []
    const seen = await testDatabase(
      { users },
      { observe: { onPlan: ({ plan }) => plans.push(plan.toString()) } },
    )
    await seen.users.create({ id: '1', name: 'one' })
    plans.length = 0
    await seen.$transaction((tx) => {
      tx.users.update({ id: '1' }, { set: { n: 2 } })
      tx.users.check({ id: '1' }).where((u, op) => op.eq(u.name, 'one'))
      tx.users.check({ id: '1' }).exists()
    })
    expect(plans).toHaveLength(1)
    expect(plans[0]?.split('\n')).toHaveLength(1)
    const refused = await seen
      .$transaction((tx) => {
        tx.users.update({ id: '1' }, { set: { n: 3 } })
        tx.users.check({ id: '1' }).where((u, op) => op.eq(u.name, 'two'))
      })
      .result()
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'CONDITION', violations: [{ key: { id: '1' } }] },
    })
    expect(await seen.users.get({ id: '1' })).toMatchObject({ n: 2 })
    await db.$transaction((tx) => {
      tx.accounts.check(A).where((a, op) => op.eq(a.username, 'ada'))
      tx.accounts.delete(A)
    })
    expect(requests.take()).toEqual(['GetItem', 'TransactWriteItems'])
    await expectSound(db)
  })

  test('two conditions of one item with equal names and other values both count', async () => {
    const { db } = await open()
    const run = (low: string, high: string) =>
      db
        .$transaction((tx) => {
          tx.accounts.check(A).where((a, op) => op.gt(a.username, low))
          tx.accounts.check(A).where((a, op) => op.lt(a.username, high))
          tx.users.create({ id: low + high })
        })
        .result()
    expect((await run('a', 'b')).ok).toBe(true)
    expect((await run('b', 'c')).ok).toBe(false)
    expect((await run('A', 'a')).ok).toBe(false)
  })
})

describe('reads in a transaction', () => {
  test('run the function again when what they read has moved', async () => {
    const { db } = await open()
    let runs = 0
    await db.$transaction(async (tx) => {
      runs++
      const account = await tx.accounts.get(A)
      if (runs === 1) await db.accounts.update(A, { set: { nickname: 'moved' } })
      tx.users.create({ id: 'u', name: account?.nickname ?? 'none' })
    })
    expect(runs).toBe(2)
    expect(await db.users.get({ id: 'u' })).toMatchObject({ name: 'moved' })
  })

  test('see that nothing was there, and that it is there now', async () => {
    const { db } = await open()
    let runs = 0
    const made = await db.$transaction(async (tx) => {
      runs++
      const there = await tx.users.get({ id: 'u' })
      if (runs === 1) await db.users.create({ id: 'u', name: 'first' })
      return there === null ? tx.users.create({ id: 'u', name: 'second' }) : there
    })
    expect(made).toMatchObject({ name: 'first' })
    expect(runs).toBe(2)
  })

  test('fence every attribute of an item without a version', async () => {
    const { db } = await open()
    await db.users.create({ id: 'u', n: 1 })
    let runs = 0
    await db.$transaction(async (tx) => {
      runs++
      const user = await tx.users.get({ id: 'u' })
      expect(await tx.users.get({ id: 'u' })).toEqual(user)
      if (runs === 1) await db.users.update({ id: 'u' }, { add: { n: 1 } })
      tx.users.update({ id: 'u' }, { set: { n: Number(user?.n) * 10 } })
    })
    expect(runs).toBe(2)
    expect(await db.users.get({ id: 'u' })).toMatchObject({ n: 20 })
  })

  test('money moves between accounts and none is lost', async () => {
    const { db } = await open()
    await db.accounts.update(A, { set: { credit: 100 } })
    await db.accounts.update(B, { set: { credit: 100 } })
    await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        db.$transaction(async (tx) => {
          const [from, to] = at % 2 === 0 ? [A, B] : [B, A]
          const [source, target] = [await tx.accounts.get(from), await tx.accounts.get(to)]
          tx.accounts.update(from, { set: { credit: Number(source?.credit) - 10 - at } })
          tx.accounts.update(to, { set: { credit: Number(target?.credit) + 10 + at } })
        }),
      ),
    )
    const [a, b] = [await db.accounts.get(A), await db.accounts.get(B)]
    expect(Number(a?.credit) + Number(b?.credit)).toBe(200)
    expect(a?.credit).toBe(105)
  })

  test('that moved make a refusal one of the past: the function runs again', async () => {
    const { db } = await open()
    const againAfter = async (
      meanwhile: () => Promise<unknown>,
      run: (tx: Parameters<Parameters<typeof db.$transaction>[0]>[0]) => Promise<unknown>,
    ) => {
      let runs = 0
      const result = await db.$transaction(async (tx) => {
        const returned = await run(tx)
        if (runs++ === 0) await meanwhile()
        return returned
      })
      expect(runs).toBe(2)
      return result
    }
    await againAfter(
      () => db.accounts.update(A, { set: { nickname: 'x' } }),
      async (tx) => {
        const account = await tx.accounts.get(A)
        return tx.accounts.update(A, { set: { email: 'n@x.io' } }, { version: Number(account?.revision) })
      },
    )
    await againAfter(
      () => db.accounts.delete(A),
      async (tx) => {
        const account = await tx.accounts.get(A)
        return account === null ? 'gone' : tx.accounts.update(A, { set: { email: 'm@x.io' } })
      },
    )
    await expectSound(db)
  })

  test('of one item as two entities are fenced as both', async () => {
    const at = (entity: string) =>
      new Entity({
        model: { entity, version: '1', service: 'shop' },
        attributes: { id: { type: 'string', required: true }, a: { type: 'string' } },
        indexes: {
          primary: {
            // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of ElectroDB
            pk: { field: 'pk', composite: ['id'], template: 'ID#${id}' },
            sk: { field: 'sk', composite: [], template: 'META' },
          },
        },
      })
    const one = constrain(at('one'), {})
    const two = constrain(at('two'), {})
    const db = await testDatabase({ one, two, users })
    await db.two.create({ id: 'k', a: 'x' })
    let runs = 0
    await db.$transaction(async (tx) => {
      const [none, item] = [await tx.one.get({ id: 'k' }), await tx.two.get({ id: 'k' })]
      expect(none).toBeNull()
      if (runs++ === 0) await db.two.update({ id: 'k' }, { set: { a: 'moved' } })
      tx.users.create({ id: 'u', name: item?.a ?? '' })
    })
    expect(await db.users.get({ id: 'u' })).toMatchObject({ name: 'moved' })
  })

  test('and checks of an item that is deleted leave it in the result', async () => {
    const db = await testDatabase({ plain: constrain(User, {}), users })
    await db.plain.create({ id: 'p', name: 'one' })
    const read = await db.$transaction(async (tx) => {
      await tx.plain.get({ id: 'p' })
      return tx.plain.delete({ id: 'p' })
    })
    expect(read).toMatchObject({ id: 'p', name: 'one' })
    await db.plain.create({ id: 'p', name: 'two' })
    const checked = await db.$transaction((tx) => {
      tx.plain.check({ id: 'p' }).exists()
      return tx.plain.delete({ id: 'p' })
    })
    expect(checked).toMatchObject({ id: 'p', name: 'two' })
  })

  test('after the commit that fail do not make it a failure', async () => {
    const { db, faults } = await open({ retry: { attempts: 2, baseDelayMs: 1 } })
    faults.throttle({ operation: 'GetItem', times: 1000 })
    const said = await db.$transaction((tx) => {
      tx.flags.update({ add: { limit: 1 } })
      tx.visits.increment({ tenantId: 't' })
      return 'done'
    })
    expect(said).toBe('done')
    faults.clear()
    expect(await db.flags.get()).toMatchObject({ limit: 11 })
  })

  test('of a singleton are fenced, its absence too', async () => {
    const { db } = await open()
    let runs = 0
    await db.$transaction(async (tx) => {
      runs++
      const { limit } = await tx.flags.get()
      if (runs === 1) await db.flags.update({ set: { limit: 20 } })
      tx.users.create({ id: 'u', n: limit })
    })
    expect(runs).toBe(2)
    expect(await db.users.get({ id: 'u' })).toMatchObject({ n: 20 })
  })

  test('of a singleton give the older record that it supersedes, fenced too', async () => {
    const at = (version: string) =>
      new Entity({
        model: { entity: 'settings', version, service: 'shop' },
        attributes: { limit: { type: 'number' } },
        indexes: { primary: { pk: { field: 'pk', composite: [] }, sk: { field: 'sk', composite: [] } } },
      })
    const old = singleton(at('1'), { defaults: { limit: 1 } })
    const settings = singleton(at('2'), {
      defaults: { limit: 100 },
      supersedes: { model: old, map: ({ limit }) => ({ limit: Number(limit) * 10 }) },
    })
    const db = await testDatabase({ old, settings, users })
    const copy = (id: string, meanwhile = async () => {}) => {
      let runs = 0
      return db.$transaction(async (tx) => {
        const { limit } = await tx.settings.get()
        if (runs++ === 0) await meanwhile()
        tx.users.create({ id, n: limit })
      })
    }
    await copy('defaults')
    await copy('older', async () => void (await db.old.update({ set: { limit: 5 } })))
    await copy('changed', async () => void (await db.old.update({ set: { limit: 6 } })))
    await copy('taken over', async () => void (await db.settings.update({ set: { limit: 7 } })))
    const numberOf = async (id: string) => (await db.users.get({ id }))?.n
    expect(await Promise.all(['defaults', 'older', 'changed', 'taken over'].map(numberOf))).toEqual([
      100, 50, 60, 7,
    ])
  })

  test('that move at every try end in contention, which says how often', async () => {
    const { db } = await open({ retry: { attempts: 3, baseDelayMs: 1 } })
    let runs = 0
    await expect(
      db.$transaction(async (tx) => {
        runs++
        await tx.accounts.get(A)
        await db.accounts.update(A, { set: { nickname: `${runs}` } })
        tx.users.create({ id: 'u' })
      }),
    ).rejects.toMatchObject({ code: 'CONTENTION', attempts: 3 })
    expect(runs).toBe(3)
  })
})

test('what was committed is given back whole, although the signal is aborted by then', async () => {
  let stop = new AbortController()
  const abort = ({ command }: { command: string }) => command === 'TransactWriteItems' && stop.abort()
  const { db } = await open({ observe: { onRequest: (event) => void abort(event) } })
  stop = new AbortController()
  const { signal } = stop
  const update = (tx: Parameters<Parameters<typeof db.$transaction>[0]>[0]) => ({
    account: tx.accounts.update(A, { set: { nickname: 'n' } }),
    record: tx.flags.update({ set: { limit: 3 } }),
  })
  const { account, record } = await db.$transaction(update, { signal })
  expect(signal.aborted).toBe(true)
  expect(account).toMatchObject({ ...A, nickname: 'n', email: 'ada@x.io' })
  expect(record).toEqual({ signup: true, limit: 3 })
})

test('a read that is not awaited is refused', async () => {
  const { db, requests } = await open()
  const pending: Promise<unknown>[] = []
  const run = db.$transaction((tx) => {
    pending.push(tx.accounts.get(A))
    tx.users.create({ id: 'u' })
  })
  await expect(run).rejects.toMatchObject({ code: 'INVALID_INPUT', problems: [{ path: 'get' }] })
  await Promise.all(pending)
  expect(requests.take()).toEqual(['GetItem'])
})

describe('raw writes', () => {
  test('ride along, and what refuses them says which', async () => {
    const { db } = await open()
    const { table } = inspectDatabase(db)
    const audit = (id: string, condition: string) => ({
      Put: {
        TableName: table,
        Item: { pk: `audit#${id}`, sk: 'x', at: 1 },
        ConditionExpression: condition,
      },
    })
    await db.$transaction((tx) => {
      tx.users.create({ id: 'u', email: 'u' })
      tx.$raw(audit('1', 'attribute_not_exists(pk)'))
    })
    expect((await readTable(db)).some((item) => item['pk']?.S === 'audit#1')).toBe(true)
    const refused = await db
      .$transaction((tx) => {
        tx.users.create({ id: 'v', email: 'v' })
        tx.$raw(audit('2', 'attribute_not_exists(pk)'))
        tx.$raw(audit('1', 'attribute_not_exists(pk)'))
      })
      .result()
    expect(refused).toMatchObject({
      ok: false,
      error: { violations: [{ code: 'CONDITION', model: '$raw.1' }] },
    })
    expect(await db.users.get({ id: 'v' })).toBeNull()
    await db.$transaction((tx) => {
      tx.$raw({
        Update: {
          TableName: table,
          Key: { pk: 'audit#1', sk: 'x' },
          UpdateExpression: 'SET #at = :at',
          ConditionExpression: '#at = :old',
          ExpressionAttributeNames: { '#at': 'at' },
          ExpressionAttributeValues: { ':at': 2, ':old': 1 },
        },
      })
      tx.$raw({
        ConditionCheck: {
          TableName: table,
          Key: { pk: 'x', sk: 'x' },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      })
    })
    await db.$transaction((tx) => tx.$raw({ Delete: { TableName: table, Key: { pk: 'audit#1', sk: 'x' } } }))
    expect((await readTable(db)).some((item) => item['pk']?.S === 'audit#1')).toBe(false)
  })

  test('of an item that is written otherwise too are refused, naming both', async () => {
    const { db, requests } = await open()
    const { table } = inspectDatabase(db)
    const stored = (await readTable(db)).find((each) => each['accountId']?.S === 'a')
    const key = { pk: stored?.['pk']?.S, sk: stored?.['sk']?.S }
    const raw = { Delete: { TableName: table, Key: key } }
    const guard = (await guardKeys(db)).find((text) => text.includes('email')) ?? ''
    const refused = async (
      operations: readonly string[],
      run: Parameters<typeof db.$transaction<void>>[0],
    ) => {
      requests.take()
      const result = await db.$transaction(run).result()
      expect(result).toMatchObject({ ok: false, error: { code: 'DUPLICATE_ITEM', operations } })
      expect(requests.take()).not.toContain('TransactWriteItems')
    }
    await refused(['account.update', 'raw write 0'], (tx) => {
      tx.$raw(raw)
      tx.accounts.update(A, { set: { nickname: 'x' } })
    })
    await refused(['raw write 0', 'raw write 1'], (tx) => {
      tx.$raw(raw)
      tx.$raw(raw)
    })
    await refused(['release of email', 'raw write 0'], (tx) => {
      tx.$raw({ Delete: { TableName: table, Key: { pk: guard, sk: guard } } })
      tx.accounts.update(A, { remove: ['email'] })
    })
  })

  test('take checks and reads of the same item along', async () => {
    const { db, requests } = await open()
    const { table } = inspectDatabase(db)
    const stored = (await readTable(db)).find((each) => each['accountId']?.S === 'a')
    const key = { pk: stored?.['pk']?.S, sk: stored?.['sk']?.S }
    const touch = (value: number, condition?: string) => ({
      Update: {
        TableName: table,
        Key: key,
        UpdateExpression: 'SET #f = :v',
        ExpressionAttributeNames: { '#f': 'flag' },
        ExpressionAttributeValues: { ':v': value },
        ...(condition === undefined ? {} : { ConditionExpression: condition }),
      },
    })
    const flagOf = async () => (await readTable(db)).find((each) => each['accountId']?.S === 'a')?.['flag']?.N
    requests.take()
    await db.$transaction(async (tx) => {
      const account = await tx.accounts.get(A)
      tx.accounts.check(A).exists()
      tx.$raw(touch(Number(account?.logins ?? 0) + 7))
    })
    expect(requests.take()).toEqual(['GetItem', 'UpdateItem'])
    expect(await flagOf()).toBe('7')
    expect(
      await db.$transaction((tx) => [tx.accounts.check(A).absent(), tx.$raw(touch(8))].length).result(),
    ).toMatchObject({
      ok: false,
      error: { violations: [{ code: 'EXISTS', model: 'account' }] },
    })
    const wrong = (condition?: string) =>
      db
        .$transaction((tx) => {
          tx.accounts.check(A).where((a, op) => op.eq(a.nickname, 'nobody'))
          tx.$raw(touch(8, condition))
        })
        .result()
    expect(await wrong()).toMatchObject({ error: { violations: [{ code: 'CONDITION', model: 'account' }] } })
    expect(await wrong('attribute_not_exists(pk)')).toMatchObject({
      error: { violations: [{ code: 'CONDITION', model: '$raw.0' }] },
    })
    let runs = 0
    await db.$transaction(async (tx) => {
      runs += 1
      await tx.accounts.get(A)
      if (runs === 1) await db.accounts.update(A, { set: { nickname: 'moved' } })
      tx.$raw(touch(9))
    })
    expect([runs, await flagOf()]).toEqual([2, '9'])
  })

  test('decide of references to their item what they can', async () => {
    const { db } = await open()
    const { table } = inspectDatabase(db)
    const item = (await readTable(db)).find((each) => each['accountId']?.S === 'a') ?? {}
    const key = { pk: item['pk']?.S, sk: item['sk']?.S }
    const refer = (raw: RawWrite) =>
      db
        .$transaction((tx) => {
          tx.orders.create({ accountId: 'a' })
          tx.$raw(raw)
        })
        .result()
    const gone = await refer({ Delete: { TableName: table, Key: key } })
    expect(gone).toMatchObject({ ok: false, error: { code: 'REFERENCE' } })
    const replaced = await refer({ Put: { TableName: table, Item: key } })
    expect(replaced).toMatchObject({ ok: false, error: { code: 'REFERENCE' } })
    const update = { UpdateExpression: 'SET flag = :v', ExpressionAttributeValues: { ':v': 1 } }
    expect(await refer({ Update: { TableName: table, Key: key, ...update } })).toMatchObject({ ok: true })
  })

  test('go to other tables, whatever their keys are called', async () => {
    const { db } = await open()
    const { client } = inspectDatabase(db)
    await client.send(
      new CreateTableCommand({
        TableName: 'audit',
        KeySchema: [{ AttributeName: 'event', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'event', AttributeType: 'S' }],
        BillingMode: 'PAY_PER_REQUEST',
      }),
    )
    await waitUntilTableExists({ client, maxWaitTime: 10, minDelay: 0.05 }, { TableName: 'audit' })
    const put = (event: string) => ({
      Put: { TableName: 'audit', Item: { event }, ConditionExpression: 'attribute_not_exists(event)' },
    })
    await db.$transaction((tx) => {
      tx.users.create({ id: 'u', email: 'u' })
      tx.$raw(put('1'))
      tx.$raw(put('2'))
    })
    const refused = await db
      .$transaction((tx) => {
        tx.$raw(put('3'))
        tx.$raw(put('1'))
      })
      .result()
    expect(refused).toMatchObject({ ok: false, error: { violations: [{ model: '$raw.1' }] } })
    if (!refused.ok) expect(refused.error.message).toContain('the condition of raw write 1 does not hold')
    const { Items } = await client.send(new ScanCommand({ TableName: 'audit' }))
    expect(Items?.map(({ event }) => event?.S).sort()).toEqual(['1', '2'])
  })

  test('that are none are refused', async () => {
    const { db } = await open()
    for (const raw of [
      undefined,
      {},
      { Put: {} },
      { Put: { TableName: 't' } },
      { Delete: { TableName: 't' } },
      { Get: {} },
    ])
      await expect(db.$transaction((tx) => tx.$raw(raw as never))).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      })
  })
})

describe('a snapshot', () => {
  test('reads several items by one request', async () => {
    const { db, requests } = await open()
    await db.users.create({ id: 'u' })
    requests.take()
    const { ada, list, none } = await db.$get((read) => ({
      ada: read.accounts(A),
      list: read.users({ id: 'u' }),
      none: read.users({ id: 'none' }),
    }))
    expect(ada).toMatchObject({ ...A, email: 'ada@x.io' })
    expect(list).toMatchObject({ id: 'u' })
    expect(none).toBeNull()
    expect(requests.take()).toEqual(['TransactGetItems'])
    expect(await db.$get(() => ({}))).toEqual({})
    expect(requests.take()).toEqual([])
    const twice = await db.$get((read) => [read.accounts(A), read.accounts(A)])
    expect(twice[0]).toEqual(twice[1])
  })

  test('gives items that can be passed as current', async () => {
    const { db, requests } = await open()
    const { ada } = await db.$get((read) => ({ ada: read.accounts(A) }))
    requests.take()
    if (ada === null) throw new Error('none')
    await db.accounts.update(A, { set: { email: 'n@x.io' } }, { current: ada })
    expect(requests.take()).toEqual(['TransactWriteItems'])
    await expectSound(db)
  })

  test('refuses more items than the service gives, and keys that are none', async () => {
    const { db } = await open()
    await expect(
      db.$get((read) => Array.from({ length: 101 }, (_, at) => read.users({ id: `${at}` }))),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(db.$get((async () => ({})) as never)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(db.$get((read) => [read.users({} as never)])).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  })

  test('shows no half of a transaction', async () => {
    const { db } = await open()
    const moves = Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        db.$transaction((tx) => {
          tx.accounts.update(A, { set: { nickname: `${at}` } })
          tx.accounts.update(B, { set: { nickname: `${at}` } })
        }),
      ),
    )
    for (let at = 0; at < 8; at++) {
      const { a, b } = await db.$get((read) => ({ a: read.accounts(A), b: read.accounts(B) }))
      expect(a?.nickname).toBe(b?.nickname)
    }
    await moves
  })
})

describe('items of a model without constraints', () => {
  const plain = constrain(User, {})
  const openPlain = async () => {
    const db = await testDatabase({ plain, users })
    await db.plain.create({ id: '1', name: 'one', n: 1 })
    return db
  }

  test('are given back by deletes and updates that go with other writes', async () => {
    const db = await openPlain()
    const { gone, none } = await db.$transaction((tx) => ({
      gone: tx.plain.delete({ id: '1' }),
      none: tx.plain.delete({ id: 'none' }),
    }))
    expect(gone).toMatchObject({ id: '1', name: 'one' })
    expect(none).toBeNull()
    await db.plain.create({ id: '1', name: 'one', n: 1 })
    const many = await db.plain.deleteMany([{ id: '1' }, { id: 'none' }], { atomic: true })
    expect(many.map(({ data }) => data)).toMatchObject([{ id: '1', name: 'one' }, null])
    await db.plain.create({ id: '1', name: 'one', n: 1 })
    const [changed, put] = await db.$transaction((tx) => [
      tx.plain.update({ id: '1' }, { add: { n: 2 } }),
      tx.plain.put({ id: '2', name: 'two' }),
    ])
    expect(changed).toMatchObject({ id: '1', n: 3 })
    expect(put).toMatchObject({ id: '2', name: 'two', n: 1 })
  })

  test('are given back to whoever names the request', async () => {
    const db = await openPlain()
    const once = { idempotencyKey: 'k' }
    for (const text of ['two', 'two']) {
      expect(await db.plain.update({ id: '1' }, { add: { n: 2 } }, once)).toMatchObject({ n: 3 })
      expect(await db.plain.put({ id: '2', name: text }, once)).toMatchObject({ name: 'two' })
    }
    expect(await db.plain.delete({ id: '1' }, once)).toMatchObject({ id: '1', n: 3 })
    expect(await db.plain.delete({ id: '1' }, once)).toBeNull()
    expect(
      await db.plain.update({ id: '2' }, { set: { n: 9 } }, { ...once, returns: 'none' }).result(),
    ).toMatchObject({
      ok: false,
      error: { code: 'IDEMPOTENCY_KEY_REUSED' },
    })
  })
})

test('an item of another entity under the same key is not what a reference is to', async () => {
  const at = (entity: string) =>
    new Entity({
      model: { entity, version: '1', service: 'shop' },
      attributes: { id: { type: 'string', required: true }, parent: { type: 'string' } },
      indexes: {
        primary: {
          // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of ElectroDB
          pk: { field: 'pk', composite: ['id'], template: 'N#${id}' },
          sk: { field: 'sk', composite: [], template: 'META' },
        },
      },
    })
  const Parent = at('parent')
  const children = constrain(at('child'), {
    references: { parent: { entity: Parent, attributes: { id: 'parent' } } },
  })
  const db = await testDatabase({ children, parents: constrain(Parent, {}) })
  await db.children.create({ id: 'c' })
  expect(await db.children.create({ id: 'd', parent: 'c' }).result()).toMatchObject({
    ok: false,
    error: { violations: [{ code: 'REFERENCE', missing: { id: 'c' } }] },
  })
  await db.parents.create({ id: 'p' })
  expect(await db.children.create({ id: 'd', parent: 'p' })).toMatchObject({ parent: 'p' })
})
