import { AsyncLocalStorage } from 'node:async_hooks'
import { connect, constrain, counter, inspectDatabase, type Observer, singleton } from '@latchkey/core'
import { testDatabase, testTable } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { users } from './models.js'

const Order = new Entity({
  model: { entity: 'order', version: '1', service: 'shop' },
  attributes: { id: { type: 'string', required: true }, no: { type: 'number' } },
  indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
})
const orders = constrain(Order, {
  pointers: { last: { attribute: 'no' } },
  sequences: { no: { attribute: 'no' } },
})
const Flags = new Entity({
  model: { entity: 'flags', version: '1', service: 'shop' },
  attributes: { open: { type: 'boolean' } },
  indexes: { primary: { pk: { field: 'pk', composite: [] }, sk: { field: 'sk', composite: [] } } },
})
const flags = singleton(Flags, { defaults: { open: true } })
const visits = counter({ service: 'shop', name: 'visits', shards: 2 })
const models = { users, orders, flags, visits }

/** What was seen, one line for each event, those of one call indented beneath it. */
class Watch implements Observer {
  readonly lines: string[] = []

  onOperation({ model, operation }: { model: string; operation: string }) {
    const add = (text: string): void => {
      this.lines.push(text)
    }
    add(`${model}.${operation}`)
    return {
      onPlan: ({ plan }: { plan: { operation: string } }) => add(`  plan ${plan.operation}`),
      onRequest: ({ command, error }: { command: string; error: string | undefined }) =>
        add(`  ${command}${error === undefined ? '' : ` ${error}`}`),
      onRetry: () => add('  retry'),
      onViolation: ({ violations }: { violations: readonly { code: string }[] }) =>
        add(`  ${violations.map(({ code }) => code).join()}`),
      onEnd: (end: { model: string; operation: string; error: unknown }) =>
        add(
          `  end of ${end.model}.${end.operation}${end.error === undefined ? '' : `: ${(end.error as { code: string }).code}`}`,
        ),
    }
  }

  take(): string[] {
    return this.lines.splice(0)
  }
}

const watched = async (observers: readonly Observer[]) => testDatabase(models, { observe: observers })

describe('an observer of operations', () => {
  test('sees a call from its begin to its end, with what is sent for it', async () => {
    const watch = new Watch()
    const db = await watched([watch])
    await db.users.create({ id: 'a', email: 'ada@lovelace.io' })
    expect(watch.take()).toEqual([
      'user.create',
      '  plan TransactWriteItems',
      '  TransactWriteItems',
      '  end of user.create',
    ])
    await db.users.create({ id: 'b', email: 'ada@lovelace.io' }).catch(() => undefined)
    expect(watch.take()).toEqual([
      'user.create',
      '  plan TransactWriteItems',
      '  TransactWriteItems TransactionCanceledException',
      '  GetItem',
      '  UNIQUE',
      '  end of user.create: UNIQUE',
    ])
  })

  test('sees every method once', async () => {
    const watch = new Watch()
    const db = await watched([watch])
    const { users: u, orders: o } = db
    const begun = async (...calls: (() => Promise<unknown>)[]) => {
      for (const call of calls) await call()
      const lines = watch.take()
      expect(lines.filter((line) => line.startsWith('  end'))).toHaveLength(calls.length)
      return lines.filter((line) => !line.startsWith(' '))
    }
    const seen = await begun(
      () => u.create({ id: 'a', email: 'a@x.org' }),
      () => u.put({ id: 'b', email: 'b@x.org' }),
      () => u.upsert({ id: 'c', email: 'c@x.org' }),
      () => u.get({ id: 'a' }),
      () => u.getMany([{ id: 'a' }]),
      () => u.update({ id: 'a' }, { set: { email: 'z@x.org' } }),
      () => u.modify({ id: 'a' }, () => null),
      () => u.delete({ id: 'a' }),
      () => u.createMany([{ id: 'd' }, { id: 'e' }]),
      () => u.putMany([{ id: 'd' }]),
      () => u.deleteMany([{ id: 'd' }]),
      () => u.by.email({ email: 'b@x.org' }),
      () => u.by.email.key({ email: 'b@x.org' }),
      () => u.query.primary({ id: 'b' }).go(),
      () => u.scan.go(),
      () => o.create({ id: '1' }),
      () => o.pointers.last.read(),
      () => o.pointers.last.follow(),
      () => o.pointers.last.rebuild(),
      () => o.sequences.no.read(),
      () => db.flags.get(),
      () => db.flags.update({ set: { open: false } }),
      () => db.flags.modify(() => null),
      () => db.flags.cached({ ttlMs: 1000 }).get(),
      () => db.visits.increment(2),
      () => db.visits.read(),
      () => db.visits.reset(),
      () => db.$transaction((tx) => [tx.users.create({ id: 'f' }), tx.visits.increment(1)]),
      () => db.$get((read) => read.users({ id: 'f' })),
    )
    expect(seen).toEqual([
      ...['create', 'put', 'upsert', 'get', 'getMany', 'update', 'modify', 'delete'].map(
        (name) => `user.${name}`,
      ),
      ...['createMany', 'putMany', 'deleteMany', 'by.email', 'by.email.key'].map((name) => `user.${name}`),
      ...['query.primary', 'scan'].map((name) => `user.${name}`),
      ...['create', 'pointers.last.read', 'pointers.last.follow'].map((name) => `order.${name}`),
      ...['pointers.last.rebuild', 'sequences.no.read'].map((name) => `order.${name}`),
      ...['get', 'update', 'modify', 'get'].map((name) => `flags.${name}`),
      ...['increment', 'read', 'reset'].map((name) => `visits.${name}`),
      '$transaction.$transaction',
      '$get.$get',
    ])
  })

  test('is told of what is sent within a transaction', async () => {
    const watch = new Watch()
    const db = await watched([watch])
    await db.$transaction(async (tx) => {
      await tx.users.get({ id: 'a' })
      tx.users.create({ id: 'b', email: 'b@x.org' })
    })
    expect(watch.take()).toEqual([
      '$transaction.$transaction',
      '  GetItem',
      '  plan TransactWriteItems',
      '  TransactWriteItems',
      '  end of $transaction.$transaction',
    ])
  })

  test('runs a call within a context that follows what it awaits', async () => {
    const storage = new AsyncLocalStorage<string>()
    const seen: (string | undefined)[] = []
    const observer: Observer = {
      onOperation: ({ operation }) => ({ within: (run) => storage.run(operation, run) }),
      onRequest: () => seen.push(storage.getStore()),
    }
    const db = await watched([observer])
    await Promise.all([
      db.users.create({ id: 'a', email: 'a@x.org' }),
      db.users.by.email({ email: 'b@x.org' }),
    ])
    await db.users.modify({ id: 'a' }, () => ({ set: { email: 'c@x.org' } }))
    expect(new Set(seen)).toEqual(new Set(['by.email', 'create', 'modify']))
    expect(storage.getStore()).toBeUndefined()
  })

  test.each<[string, Observer]>([
    [
      'throws',
      {
        onOperation: () => {
          throw new Error('broken')
        },
      },
    ],
    ['gives nothing', { onOperation: () => undefined }],
    ['gives something else', { onOperation: () => 7 as never }],
    ['never runs the call', { onOperation: () => ({ within: () => undefined }) }],
    [
      'runs the call twice',
      {
        onOperation: () => ({
          within: (run) => {
            run()
            run()
          },
        }),
      },
    ],
    ['runs the call later', { onOperation: () => ({ within: (run) => void setTimeout(run, 5) }) }],
    [
      'throws before it runs the call',
      {
        onOperation: () => ({
          within: () => {
            throw new Error('broken')
          },
        }),
      },
    ],
    [
      'throws after it ran the call',
      {
        onOperation: () => ({
          within: (run) => {
            run()
            throw new Error('broken')
          },
        }),
      },
    ],
    [
      'throws at the end',
      {
        onOperation: () => ({
          onEnd: () => {
            throw new Error('broken')
          },
        }),
      },
    ],
  ])('that %s changes nothing', async (_, observer) => {
    const watch = new Watch()
    const db = await watched([observer, watch, observer])
    const user = await db.users.create({ id: 'a', email: 'a@x.org' })
    expect(await db.users.get({ id: 'a' })).toEqual(user)
    expect(await db.users.create({ id: 'a' }).result()).toMatchObject({
      ok: false,
      error: { code: 'EXISTS' },
    })
    expect(watch.take().filter((line) => !line.startsWith(' '))).toEqual([
      'user.create',
      'user.get',
      'user.create',
    ])
  })

  test('sees retries', async () => {
    const watch = new Watch()
    const db = await watched([watch])
    testTable(db).dynamo.faults.conflict({ times: 1 })
    await db.users.create({ id: 'a', email: 'a@x.org' })
    expect(watch.take().slice(-3)).toEqual(['  retry', '  TransactWriteItems', '  end of user.create'])
  })

  test('stays with a database that is bound anew', async () => {
    const watch = new Watch()
    const db = await watched([watch])
    const { table } = inspectDatabase(db)
    await db.$with({ table }).users.get({ id: 'a' })
    expect(watch.take()).toEqual(['user.get', '  GetItem', '  end of user.get'])
  })

  test('is refused with an option that there is not', async () => {
    const db = await watched([])
    const { client, table } = inspectDatabase(db)
    expect(() =>
      connect(models, { client, table, observe: [{}, { onStart: () => undefined } as never] }),
    ).toThrow('observe.1.onStart: is no option')
  })
})

test('a request is told with which try it is', async () => {
  const tries: number[] = []
  const db = await testDatabase(
    { users },
    { observe: { onRequest: ({ attempt }) => tries.push(attempt) }, retry: { baseDelayMs: 1 } },
  )
  testTable(db).dynamo.faults.conflict({ operation: 'TransactWriteItems', times: 2 })
  await db.users.create({ id: 'a', email: 'a@x.org' })
  expect(tries).toEqual([1, 2, 3])
})
