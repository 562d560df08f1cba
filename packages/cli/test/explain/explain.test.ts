import { Socket } from 'node:net'
import { join } from 'node:path'
import {
  GetItemCommand,
  PutItemCommand,
  type PutItemCommandInput,
  TransactWriteItemsCommand,
  type TransactWriteItemsCommandInput,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb'
import { inspectDatabase } from '@latchkey/core'
import { testDatabase } from '@latchkey/testing'
import { describe, expect, test, vi } from 'vitest'
import { runCli } from '../run-cli.js'
import { models } from '../shop/models.js'

const shop = join(import.meta.dirname, '..', 'shop')
const explain = (...argv: readonly string[]) => runCli(shop, 'explain', ...argv)
const json = JSON.stringify

const ada = { accountId: '1', tenantId: 't', email: 'ada@x', username: 'ada', plan: 'free', tags: ['a'] }
const current = { ...ada, revision: 1 }
const order = { orderId: 'o', tenantId: 't', accountId: '1', placedAt: 4 }

interface Request {
  readonly kind: string
  readonly operation: string
  readonly writes: readonly { readonly role: string; readonly action: string }[]
  readonly input: object
}
const requestsOf = async (...argv: readonly string[]): Promise<readonly Request[]> => {
  const { stdout, stderr } = await explain(...argv, '--json')
  expect(stderr).toBe('')
  return JSON.parse(stdout).requests
}
const writesOf = async (...argv: readonly string[]): Promise<readonly string[]> =>
  (await requestsOf(...argv)).flatMap(({ kind, operation, writes }) =>
    kind === 'read' ? ['GetItem'] : [operation, ...writes.map(({ action, role }) => `${action} ${role}`)],
  )

describe('what is explained is what the library sends', () => {
  const open = async () => {
    const plans: string[][] = []
    const commands: string[] = []
    const db = await testDatabase(models, {
      observe: {
        onPlan: ({ plan }) =>
          plans.push([plan.operation, ...plan.writes.map(({ action, role }) => `${action} ${role}`)]),
        onRequest: ({ command }) => commands.push(command),
      },
    })
    await db.accounts.create({ ...ada, plan: 'free' })
    const take = () => {
      const gets = commands.splice(0).filter((command) => command === 'GetItem')
      return { gets: gets.length, plans: plans.splice(0) }
    }
    take()
    return { db, take }
  }
  const key = { accountId: '1' }
  const none = { returns: 'none' } as const
  type Db = Awaited<ReturnType<typeof open>>['db']
  const both = { ...order, heat: 3 }
  const set = { email: 'new@x', username: 'eve' }

  test.each<[string, readonly string[], (db: Db) => PromiseLike<unknown>]>([
    [
      'accounts.create',
      ['--item', json({ ...ada, accountId: '2', email: 'b@x', username: 'b' })],
      (db) => db.accounts.create({ ...ada, plan: 'pro', accountId: '2', email: 'b@x', username: 'b' }),
    ],
    [
      'accounts.put',
      ['--item', json({ ...ada, email: 'c@x' }), '--current', json(current)],
      (db) => db.accounts.put({ ...ada, plan: 'pro', email: 'c@x' }, none),
    ],
    [
      'accounts.put',
      ['--item', json({ ...ada, accountId: '3', email: 'd@x', username: 'd' }), '--current', 'null'],
      (db) => db.accounts.put({ ...ada, plan: 'pro', accountId: '3', email: 'd@x', username: 'd' }, none),
    ],
    [
      'accounts.upsert',
      ['--item', json({ ...key, email: 'e@x', tenantId: 't' }), '--current', json(current)],
      (db) => db.accounts.upsert({ ...key, email: 'e@x', tenantId: 't' }, none),
    ],
    [
      'accounts.update',
      ['--key', json(key), '--set', json(set), '--remove', 'plan', '--current', json(current)],
      (db) => db.accounts.update(key, { set, remove: ['plan'] }, none),
    ],
    [
      'accounts.update',
      ['--key', json(key), '--add', '{"logins":1}'],
      (db) => db.accounts.update(key, { add: { logins: 1 } }, none),
    ],
    [
      'accounts.delete',
      ['--key', json(key), '--current', json(current)],
      (db) => db.accounts.delete(key, none),
    ],
    ['orders.create', ['--item', json(both)], (db) => db.orders.create(both)],
    [
      'settings.update',
      ['--set', '{"signupEnabled":true}', '--if-version', '0'],
      (db) => db.settings.update({ set: { signupEnabled: true } }).result(),
    ],
    ['visits.increment', ['--scope', '{"tenantId":"t"}'], (db) => db.visits.increment({ tenantId: 't' })],
    ['visits.reset', ['--scope', '{"tenantId":"t"}'], (db) => db.visits.reset({ tenantId: 't' })],
  ])('%s %j', async (operation, argv, run) => {
    const { db, take } = await open()
    await run(db)
    const { gets, plans } = take()
    const found = await writesOf(operation, ...argv)
    expect(found.filter((line) => line !== 'GetItem')).toEqual(plans.flat())
    expect(found.filter((line) => line === 'GetItem')).toHaveLength(gets)
  })
})

describe('the input for the AWS CLI does what the library does', () => {
  const sendAll = async (operations: readonly (readonly [string, ...string[]])[]) => {
    const db = await testDatabase(models)
    const { client, table } = inspectDatabase(db)
    const sent: string[] = []
    for (const argv of operations) {
      const { code, stdout, stderr } = await explain(...argv, '--format', 'cli', '--table', table)
      expect(code).toBe(0)
      const command = /^# aws dynamodb (\S+) --cli-input-json file:\/\/request.json {3}# /.exec(stderr)?.[1]
      const input: unknown = JSON.parse(stdout)
      sent.push(command ?? '')
      if (command === 'transact-write-items')
        await client.send(new TransactWriteItemsCommand(input as TransactWriteItemsCommandInput))
      else if (command === 'update-item')
        await client.send(new UpdateItemCommand(input as UpdateItemCommandInput))
      else if (command === 'put-item') await client.send(new PutItemCommand(input as PutItemCommandInput))
    }
    return { db, sent, client, table }
  }

  test('create, and an update of the item as the AWS CLI prints it', async () => {
    const { db, client, table } = await sendAll([['accounts.create', '--item', json(ada)]])
    const { keyOf } = inspectDatabase(db)
    const printed = await client.send(
      new GetItemCommand({ TableName: table, Key: { ...keyOf('accounts', { accountId: '1' }) } }),
    )
    const argv = ['--set', '{"email":"eve@x"}', '--current', json({ Item: printed.Item })]
    const { stdout } = await explain('accounts.update', ...argv, '--format', 'cli', '--table', table)
    await client.send(new TransactWriteItemsCommand(JSON.parse(stdout) as TransactWriteItemsCommandInput))
    expect(await db.accounts.by.email({ email: 'eve@x' })).toMatchObject({ accountId: '1', revision: 2 })
    expect(await db.accounts.by.email({ email: 'ada@x' })).toBeNull()
  })

  test('single writes have commands of their own', async () => {
    const { db, sent } = await sendAll([
      ['settings.update', '--set', '{"limit":4}'],
      ['visits.increment', '--scope', '{"tenantId":"t"}', '--by', '3'],
    ])
    expect(sent).toEqual(['update-item', 'update-item'])
    expect(await db.settings.get()).toMatchObject({ limit: 4, revision: 1 })
    expect(await db.visits.read({ tenantId: 't' })).toBe(3)
  })
})

test('the request for the SDK is TypeScript with its cost above it', async () => {
  const { stdout } = await explain('visits.increment', '--scope', '{"tenantId":"t"}', '--format', 'request')
  expect(stdout).toMatch(
    /^\/\/ visits.increment: UpdateItem, 1 write, 1 write unit or more\nimport { UpdateCommand } from '@aws-sdk\/lib-dynamodb'\n\nexport const command = new UpdateCommand\({\n {2}TableName: "TABLE",\n/,
  )
})

test('the text has a sentence, the key and the condition of each write, in 80 columns', async () => {
  const argv = ['--key', '{"accountId":"1"}', '--set', '{"email":"eve@x"}', '--current', json(current)]
  const { code, stdout, stderr } = await explain('accounts.update', ...argv)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
  for (const text of [
    'accounts.update\n\n  GetItem: Reads the item, consistently, as it was given.\n    $shop#accountid_1 | $account_1\n',
    'TransactWriteItems, 3 writes, 6 write units or more: all or none\n  1. Changes the item. (2 units)\n',
    '     SET email = "eve@x"\n',
    "  2. Claims email: puts its guard, if that is free or this item's already.",
    '     UNIQ#shop.account.email#eve@x\n',
    "  3. Releases email: deletes its guard, if that is this item's or gone.",
    '     UNIQ#shop.account.email#ada@x\n',
  ])
    expect(stdout).toContain(text)
})

test('what is taken for granted and what follows is said', async () => {
  const created = await explain('orders.create', '--item', json(order))
  expect(created.stdout).toContain('The sequence invoice is taken not to have begun')
  const update = ['--key', '{"orderId":"o"}', '--set', '{"heat":2}']
  expect((await explain('orders.update', ...update)).stdout).toContain(
    'After the commit, one request more: Put advance of hottest.',
  )
  expect((await explain('visits.increment', '--scope', '{"tenantId":"t"}')).stdout).toContain(
    'one of 4, at random',
  )
  const followed = await explain('orders.create', '--item', json({ ...order, heat: 1 }), '--format', 'cli')
  expect(followed.stderr).toContain('# one request more goes after it: PutItem, 1 write')
})

test('a write that would be refused, and one that changes nothing', async () => {
  const key = ['--key', '{"accountId":"1"}', '--current', 'null']
  expect(await explain('accounts.update', ...key, '--set', '{"email":"x"}')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('Nothing is sent, since it is refused: there is no item with this'),
  })
  expect(await explain('accounts.delete', ...key)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Nothing is sent: there is nothing to change.'),
  })
  expect(await explain('accounts.delete', ...key, '--format', 'cli')).toMatchObject({
    code: 2,
    stderr: 'latchkey: accounts.delete sends nothing: there is nothing to change\n',
  })
})

describe('what cannot be explained is said in one line', () => {
  test.each([
    [
      ['accounts.update', '--key', '{"accountId":"1"}', '--set', '{"email":"x"}'],
      "accounts.update reads the item first, since it writes email: give it with --current '{...}', as get or the AWS CLI prints it, or --current null where there is none",
    ],
    [['accounts.put', '--item', json(ada)], 'accounts.put reads the item first: give it with'],
    [
      ['account.update', '--set', '{}'],
      'there is no model account; the models are accounts, orders, settings and visits',
    ],
    [['accounts'], 'accounts is no operation of a model: write it as accounts.update; the models are'],
    [[], "missing required argument 'operation': see latchkey explain --help"],
    [['accounts.modify'], 'accounts.modify decides on the item by a function'],
    [['accounts.get'], 'accounts has no write get: it has create, put, upsert, update and delete'],
    [['settings.create'], 'settings has no write create: it has update'],
    [['accounts.create', '--set', '{}'], '--set is nothing that accounts.create takes: it takes --item'],
    [['accounts.create'], "accounts.create needs --item '{...}'"],
    [
      ['accounts.update', '--key', '{"accountId":"1"}'],
      'accounts.update needs a change: one of --set, --remove',
    ],
    [
      ['accounts.update', '--add', '{"logins":1}'],
      `accounts.update needs the key: --key '{"accountId":"..."}'`,
    ],
    [
      ['accounts.update', '--key', '{"accountId":"2"}', '--set', '{"email":"x"}', '--current', json(current)],
      '--current is an item with another key than --key',
    ],
    [
      ['accounts.delete', '--current', '{"id":{"S":"x"}}'],
      '--current is no item of accounts: in DynamoDB JSON it needs all that is stored',
    ],
    [['accounts.create', '--item', '{"nope":1}'], 'accounts.create: nope'],
    [
      ['accounts.update', '--key', '{"accountId":"1"}', '--set', '{"revision":1}'],
      'accounts.update: set.revision',
    ],
    [['visits.increment', '--by', 'two'], '--by has to be a number'],
    [
      ['accounts.delete', '--key', '{"accountId":"1"}', '--format', 'xml'],
      "option '--format <format>' argument 'xml' is invalid. It is one of text, request, cli, json: see latchkey explain --help",
    ],
  ])('%j', async (argv, message) => {
    const { code, stdout, stderr } = await explain(...argv)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(`latchkey: ${message}`)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })
})

test('a refusal is where the format has its place for it', async () => {
  const refused = [
    'accounts.update',
    '--key',
    '{"accountId":"1"}',
    '--set',
    '{"email":"x"}',
    '--current',
    'null',
  ]
  const asJson = await explain(...refused, '--json')
  expect({ code: asJson.code, stderr: asJson.stderr, ...JSON.parse(asJson.stdout) }).toEqual({
    code: 1,
    stderr: '',
    operation: 'accounts.update',
    refused: { code: 'NOT_FOUND', message: 'there is no item with this accountId' },
  })
  expect(await explain(...refused, '--format', 'cli')).toEqual({
    code: 1,
    stdout: '',
    stderr: '# accounts.update: Nothing is sent, since it is refused: there is no item with this accountId\n',
  })
})

test('it connects to nothing', async () => {
  const connect = vi.spyOn(Socket.prototype, 'connect')
  expect((await explain('orders.create', '--item', json(order))).code).toBe(0)
  expect(connect).not.toHaveBeenCalled()
  connect.mockRestore()
})
