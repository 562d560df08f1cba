import { join } from 'node:path'
import {
  type AttributeValue,
  DeleteItemCommand,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { inspectDatabase } from '@latchkey/core'
import { startDynalite, testDatabase, testTable } from '@latchkey/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { runCli } from '../run-cli.js'
import { models } from '../shop/models.js'
import { startReadOnlyServer } from './read-only-server.js'

const shop = join(import.meta.dirname, '..', 'shop')
const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

type Key = Readonly<Record<string, AttributeValue>>

const open = async () => {
  const dynamo = await startDynalite()
  const server = await startReadOnlyServer(dynamo.endpoint ?? '')
  stops.push(server.stop, () => dynamo.stop())
  const db = await testDatabase(models, { dynamo })
  const inspection = inspectDatabase(db)
  const { table, client, keyOf, guardKeyOf } = inspection
  const own = (text: string): Key => ({ pk: { S: text }, sk: { S: text } })
  const remove = (key: Key) => client.send(new DeleteItemCommand({ TableName: table, Key: { ...key } }))
  const set = (key: Key, field: string, value: AttributeValue) =>
    client.send(
      new UpdateItemCommand({
        TableName: table,
        Key: { ...key },
        UpdateExpression: 'SET #f = :v',
        ExpressionAttributeNames: { '#f': field },
        ExpressionAttributeValues: { ':v': value },
      }),
    )
  const account = { accountId: '1', tenantId: 't', email: 'Ada@x', username: 'ada' }
  await db.accounts.create(account)
  return {
    db,
    server,
    account,
    own,
    remove,
    set,
    item: (accountId = '1'): Key => keyOf('accounts', { accountId }),
    guard: (email = 'ada@x'): Key => guardKeyOf('accounts', 'email', { email }),
    stored: () => testTable(db).stored(),
    seed: (item: Readonly<Record<string, unknown>>) =>
      client.send(
        new PutItemCommand({ TableName: table, Item: { ...inspection.storedOf('accounts', item) } }),
      ),
    inspect: (...argv: readonly string[]) =>
      runCli(shop, 'inspect', ...argv, '--table', table, '--endpoint', server.endpoint),
    statuses: async (...argv: readonly string[]) => {
      const { code, stdout } = await runCli(
        ...([shop, 'inspect', ...argv, '--table', table, '--endpoint', server.endpoint, '--json'] as const),
      )
      const report: {
        checks: { what: string; status: string; found: string; note?: string }[]
        verdicts: string[]
        problems: number
      } = JSON.parse(stdout)
      const checks = report.checks.map(({ what, status }) => `${what}: ${status}`)
      return {
        code,
        checks,
        found: report.checks.map(({ found }) => found),
        verdicts: report.verdicts,
        problems: report.problems,
      }
    },
  }
}

describe('an item that is as it should be', () => {
  test('is shown with its guards, in 80 columns', async () => {
    const { inspect, db } = await open()
    const { code, stdout, stderr } = await inspect('accounts', 'accountId=1')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const { table } = inspectDatabase(db)
    expect(stdout.replace(table, 'shop')).toMatchInlineSnapshot(`
      "accounts accountId=1 in shop
        $shop#accountid_1 | $account_1

        Item
          accountId  "1"
          tenantId   "t"
          email      "Ada@x"
          user       "ada"
          plan       "free"
          revision   1
          pk         "$shop#accountid_1"
          sk         "$account_1"
          gsi1pk     "$shop#tenantid_t"
          gsi1sk     "$tenants#account_1#username_ada"
          __edb_e__  "account"
          __edb_v__  "1"

            check          item     expected     found
        ok  unique email   "Ada@x"  this item's  this item's
          UNIQ#shop.account.email#ada@x
        ok  unique handle  "ada"    this item's  this item's
          UNIQ#shop.account.handle#t#ada

      The item is there: create is refused with EXISTS.
      No problem was found.
      "
    `)
    expect(
      Math.max(
        ...stdout
          .replace(table, 'shop')
          .split('\n')
          .map((line) => line.length),
      ),
    ).toBeLessThanOrEqual(80)
  })

  test('is found by a unique value in any spelling, and whose that is', async () => {
    const { statuses } = await open()
    expect(await statuses('accounts', 'email= ADA@x ')).toMatchObject({
      code: 0,
      checks: ['unique email: ok', 'unique handle: ok'],
      verdicts: [
        'The value is of account accountId="1": a create or an update of another item with it is refused with UNIQUE email.',
      ],
    })
    expect((await statuses('accounts', 'username=ada', 'tenantId=t')).code).toBe(0)
  })

  test('reads consistently, and writes nothing', async () => {
    const { inspect, server, stored } = await open()
    const before = await stored()
    await inspect('accounts', 'email=ada@x')
    expect(server.asked.length).toBeGreaterThan(2)
    expect(
      server.asked.filter(({ operation, isConsistent }) => operation !== 'GetItem' || !isConsistent),
    ).toEqual([])
    expect(await stored()).toEqual(before)
  })

  test('has pointers and numbers', async () => {
    const { db, statuses } = await open()
    await db.orders.create({ orderId: 'o', tenantId: 't', accountId: '1', placedAt: 4, heat: 2 })
    await db.orders.create({ orderId: 'p', tenantId: 't', accountId: '1', placedAt: 9 })
    expect(await statuses('orders', 'orderId=o')).toMatchObject({
      code: 0,
      checks: ['pointer last: ok', 'pointer hottest: ok', 'sequence invoice: ok'],
      found: ['9 of order orderId="p"', '2 of order orderId="o"', '2'],
    })
  })

  test('may be a singleton, stored or not', async () => {
    const { db, statuses } = await open()
    expect((await statuses('settings')).verdicts).toEqual([
      'There is no record: the defaults hold, and the first update stores one.',
    ])
    await db.settings.update({ set: { limit: 3 } })
    expect(await statuses('settings')).toEqual({ code: 0, checks: [], found: [], verdicts: [], problems: 0 })
  })
})

describe('what is wrong', () => {
  test('a guard that is missing', async () => {
    const { remove, guard, inspect } = await open()
    await remove(guard())
    const { code, stdout } = await inspect('accounts', 'accountId=1')
    expect(code).toBe(1)
    expect(stdout).toContain('MISSING  unique email')
    expect(stdout).toContain('    Another item can take the value. It gets its guard by a backfill, or when')
    expect(stdout).toContain('1 problem was found.\n')
  })

  test('a guard that is another’s: two items have the value', async () => {
    const { seed, statuses, account } = await open()
    await seed({ ...account, accountId: '2', username: undefined, revision: 1 })
    expect(await statuses('accounts', 'accountId=2')).toMatchObject({
      code: 1,
      checks: ['unique email: taken', 'unique handle: none'],
      found: ['of account accountId="1"', 'none of it'],
      problems: 1,
    })
  })

  test('a guard whose owner is gone', async () => {
    const { remove, item, statuses } = await open()
    await remove(item())
    expect(await statuses('accounts', 'email=ada@x')).toMatchObject({
      code: 1,
      checks: ['unique email: stale'],
      found: ['of account accountId="1", which is gone'],
      verdicts: [
        'The value was of account accountId="1", which is gone: create and update with it go through.',
      ],
    })
  })

  test('a guard whose owner has expired, or has another value', async () => {
    const { set, item, statuses } = await open()
    await set(item(), 'email', { S: 'eve@x' })
    expect((await statuses('accounts', 'email=ada@x')).found).toEqual([
      'of account accountId="1", which has another value',
    ])
    await set(item(), 'expiresAt', { N: '1' })
    expect((await statuses('accounts', 'email=ada@x')).found).toEqual([
      'of account accountId="1", which has expired',
    ])
    expect((await statuses('accounts', 'accountId=1')).verdicts[1]).toMatch(
      /^It has expired: expiresAt was 1970-01-01T00:00:01.000Z./,
    )
  })

  test('a stale guard in the way of an item, and the next write heals it', async () => {
    const { seed, statuses, account, remove, item, db } = await open()
    await remove(item())
    await seed({ ...account, accountId: '2', username: undefined, revision: 1 })
    expect(await statuses('accounts', 'accountId=2')).toMatchObject({
      code: 1,
      checks: ['unique email: stale', 'unique handle: none'],
    })
    await db.accounts.put({ ...account, accountId: '3' })
    expect((await statuses('accounts', 'email=ada@x')).verdicts[0]).toContain('of account accountId="3"')
  })

  test('a guard that does not say what it should, and one that names nobody', async () => {
    const { set, guard, statuses } = await open()
    await set(guard(), 'expiresAt', { N: '5' })
    expect(await statuses('accounts', 'accountId=1')).toMatchObject({
      code: 1,
      found: ["this item's, with another expiresAt", "this item's"],
    })
    await set(guard(), '_lk_owner', { S: '' })
    expect(await statuses('accounts', 'email=ada@x')).toMatchObject({
      code: 1,
      checks: ['unique email: outdated'],
      verdicts: ['The guard names no owner, so that every write of the value is refused with UNIQUE email.'],
    })
  })

  test('a guard that is kept while the constraint does not count', async () => {
    const { set, item, statuses } = await open()
    await set(item(), 'deletedAt', { N: '5' })
    expect(await statuses('accounts', 'accountId=1')).toMatchObject({
      code: 1,
      checks: ['unique email: stale', 'unique handle: ok'],
    })
  })

  test('pointers and sequences that lag behind', async () => {
    const { db, set, remove, own, statuses, inspect } = await open()
    await db.orders.create({ orderId: 'o', tenantId: 't', accountId: '1', placedAt: 40 })
    await set(own('PTR#shop.order.last#t'), '_lk_value', { N: '9' })
    await remove(own('SEQ#shop.order.invoice#t'))
    expect(await statuses('orders', 'orderId=o')).toMatchObject({
      code: 1,
      checks: ['pointer last: behind', 'sequence invoice: missing'],
      problems: 2,
    })
    const { stdout } = await inspect('orders', 'orderId=o')
    expect(stdout).toContain('db.orders.pointers.last.rebuild() moves it on.')
    expect(stdout).toContain('2 problems were found.')
  })

  test('an item of something else at the key', async () => {
    const { set, item, statuses } = await open()
    await set(item(), '__edb_e__', { S: 'other' })
    expect(await statuses('accounts', 'accountId=1')).toMatchObject({ code: 1, problems: 1 })
  })
})

test('what is not there is no problem', async () => {
  const { statuses } = await open()
  expect(await statuses('accounts', 'accountId=9')).toMatchObject({
    code: 0,
    verdicts: ['There is no such item: update is refused with NOT_FOUND, and create goes through.'],
  })
  expect((await statuses('accounts', 'email=nobody@x')).verdicts[0]).toMatch(/^The value is free/)
})

test.each([
  [
    ['accounts', 'mail=x'],
    'accounts is found by accountId=... (its key), email=... (unique email) or tenantId=... username=... (unique handle), each with all of its values',
  ],
  [['accounts', 'username=x'], 'accounts is found by'],
  [['accounts', 'email'], '"email" is no attribute with its value: write it as name=value'],
  [
    ['accounts', 'email=\ud800', '--table', 't', '--endpoint', 'http://127.0.0.1:9'],
    'account.inspectDatabase: email: holds half of a surrogate pair',
  ],
  [['visits', 'tenantId=t'], 'visits is a counter, which has no items of a model'],
  [['nothing'], 'there is no model nothing'],
  [['accounts', 'accountId=1'], 'no table is named'],
  [
    ['accounts', 'accountId=1', '--table', 't', '--endpoint', 'http://127.0.0.1:9'],
    'http://127.0.0.1:9 cannot be reached',
  ],
])('%j cannot run', async (argv, message) => {
  const { code, stdout, stderr } = await runCli(shop, 'inspect', ...argv)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr.startsWith(`latchkey: ${message}`)).toBe(true)
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
})
