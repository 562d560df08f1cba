import { Entity } from 'electrodb'
import { describe, expect, it } from 'vitest'
import { constrain } from '../../src/define/constrain.js'
import { counter } from '../../src/define/counter.js'
import { connect } from '../../src/repository/connect.js'
import { Account } from '../constraint/account.js'

interface Sent {
  readonly name: string
  readonly input: Record<string, unknown>
}

/** A client that remembers what it is sent, and finds nothing. */
function recordingClient(): { client: never; sent: Sent[] } {
  const sent: Sent[] = []
  const send = async (command: { input: Record<string, unknown> }): Promise<object> => {
    sent.push({ name: command.constructor.name, input: command.input })
    return {}
  }
  return { client: { send, middlewareStack: {} } as never, sent }
}

const accounts = constrain(Account, { unique: { email: ['email'] } })
const { client, sent } = recordingClient()
const thrown = (run: () => unknown): unknown => {
  try {
    run()
  } catch (error) {
    return error
  }
  return undefined
}
const open = (models: unknown, options: unknown): unknown => connect(models as never, options as never)

describe('connect', () => {
  it('sends nothing, and gives a repository for each model', () => {
    const db = connect({ accounts }, { client, table: 'shop' })
    expect(Object.keys(db)).toEqual(
      ['accounts'].concat(Object.keys(db).filter((name) => name.startsWith('$'))),
    )
    expect(Object.isFrozen(db)).toBe(true)
    expect(Object.isFrozen(db.accounts)).toBe(true)
    expect(sent).toEqual([])
  })

  it('has the table of its options, and can be bound to another one', async () => {
    const db = connect({ accounts }, { client, table: 'shop' })
    const other = recordingClient()
    await db.accounts.get({ accountId: '1' })
    await db.$with({ table: 'elsewhere' }).accounts.get({ accountId: '1' })
    await db.$with({ client: other.client }).accounts.get({ accountId: '1' })
    expect(sent.splice(0).map(({ input }) => input['TableName'])).toEqual(['shop', 'elsewhere'])
    expect(other.sent.map(({ input }) => input['TableName'])).toEqual(['shop'])
  })

  it.each<[string, object]>([
    ['UNIQ#shop.account.email#a', {}],
    ['LOCK#shop.account.email#a', { keys: { prefixes: { guard: 'LOCK' } } }],
    ['UNIQ#shop.account.email#a', { keys: { prefixes: undefined } }],
    ['UNIQ#shop.account.email#a', { keys: undefined }],
  ])('looks up %s with %j', async (pk, options) => {
    const db = open({ accounts }, { client, table: 'shop', ...options }) as {
      accounts: { by: { email(values: object): Promise<unknown> } }
    }
    expect(await db.accounts.by.email({ email: 'a' })).toBeNull()
    const [{ input } = { input: {} }] = sent.splice(0)
    expect(input).toMatchObject({ Key: { pk: { S: pk }, sk: { S: pk } }, ConsistentRead: true })
  })

  it.each<[unknown, unknown, string[]]>([
    [{ accounts }, undefined, ['options: have to be an object']],
    [
      { accounts },
      { client: {}, table: '' },
      [
        'client: has to be a DynamoDBClient or a DynamoDBDocumentClient',
        'table: has to be the name of the table',
      ],
    ],
    [
      { accounts },
      { client, tabel: 'shop', table: 'shop' },
      [
        'tabel: is no option: there are client, table, retry, observe, keys, expiryMarginMs, idempotencyTtlMs',
      ],
    ],
    [
      { accounts },
      { client, table: 'shop', observe: { onRequests: () => {} } },
      [
        'observe.onRequests: is no option: there are onOperation, onPlan, onRequest, onRetry, onViolation, onWarning',
      ],
    ],
    [
      { accounts },
      { client, table: 'shop', keys: { prefix: 'x' } },
      [expect.stringContaining('keys.prefix: is no option: there are prefixes')],
    ],
    [
      { accounts },
      { client, table: 'shop', keys: { prefixes: { guard: '' } } },
      ['keys.prefixes.guard: has to be a text that is not empty'],
    ],
    [
      { accounts },
      { client, table: 'shop', keys: { prefixes: { guard: undefined } } },
      ['keys.prefixes.guard: has to be a text that is not empty'],
    ],
    [
      { accounts },
      { client, table: 'shop', keys: { prefixes: { guard: 'PTR' } } },
      ['keys.prefixes: have to differ from one another'],
    ],
    [
      { accounts },
      { client, table: 'shop', expiryMarginMs: -1 },
      ['expiryMarginMs: has to be a number of milliseconds, at least 0'],
    ],
    [
      { accounts },
      { client, table: 'shop', retry: { attempts: 0 } },
      ['retry.attempts: has to be a number, at least 1'],
    ],
    ['accounts', { client, table: 'shop' }, ['models: have to be an object: a name for each model']],
    [
      { accounts: Account },
      { client, table: 'shop' },
      [expect.stringContaining('accounts: is no model: declare it with constrain')],
    ],
    [
      { $with: accounts },
      { client, table: 'shop' },
      ['$with: begins with $, as the methods of a database do'],
    ],
  ])('refuses what cannot work: %#', (models, options, problems) => {
    const error = thrown(() => open(models, options)) as {
      code: string
      problems: readonly { path: string; message: string }[]
    }
    expect(error.code).toBe('DECLARATION')
    expect(error.problems.map(({ path, message }) => `${path}: ${message}`)).toEqual(problems)
  })

  it('refuses models that do not go together', () => {
    const twin = constrain(
      new Entity({
        model: { entity: 'account', version: '2', service: 'shop' },
        attributes: { accountId: { type: 'string' }, email: { type: 'string' } },
        indexes: {
          primary: { pk: { field: 'pk', composite: ['accountId'] }, sk: { field: 'sk', composite: [] } },
        },
      }),
      { unique: { email: ['email'] } },
    )
    expect(thrown(() => open({ accounts, twin }, { client, table: 'shop' }))).toMatchObject({
      code: 'DECLARATION',
      operation: 'connect',
      problems: [{ path: 'account.unique.email' }],
    })
    expect(thrown(() => open({ accounts, again: accounts }, { client, table: 'shop' }))).toBeUndefined()
  })

  it('refuses counters of one name that differ', () => {
    const visits = (options: object): unknown => counter({ service: 'shop', name: 'visits', ...options })
    const options = { client, table: 'shop', keys: { partitionKey: 'pk' } }
    const together = (first: object, second: object): unknown =>
      thrown(() => open({ a: visits(first), b: visits(second) }, options))
    const refused = (differing: string): object => ({
      code: 'DECLARATION',
      problems: [
        {
          path: 'b',
          message: expect.stringContaining(
            `is the same counter as a, shop.visits, but differs in ${differing}`,
          ),
        },
      ],
    })
    expect(together({ shards: 8 }, { shards: 2 })).toMatchObject(refused('shards'))
    expect(together({}, { shards: 2, formerShards: 8 })).toMatchObject(refused('shards'))
    expect(together({ scope: ['day'] }, { scope: ['page'] })).toMatchObject(refused('scope'))
    expect(together({ scope: ['a', 'b'], shards: 2 }, { scope: ['a'] })).toMatchObject(
      refused('shards and scope'),
    )
    expect(together({ shards: 8 }, { shards: 2, formerShards: 8 })).toBeUndefined()
    expect(together({ scope: ['day'], shards: 2 }, { scope: ['day'], shards: 2 })).toBeUndefined()
    expect(together({ shards: 8 }, { shards: 2, service: 'other' })).toBeUndefined()
    const one = visits({ shards: 3 })
    expect(thrown(() => open({ a: one, b: one }, options))).toBeUndefined()
  })

  it('says warnings to the observer, once for each model', () => {
    const Session = new Entity({
      model: { entity: 'session', version: '1', service: 'shop' },
      attributes: {
        id: { type: 'string' },
        token: { type: 'string' },
        until: { type: 'number', watch: '*', set: () => 1 },
      },
      indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
    })
    const sessions = constrain(Session, { unique: { token: ['token'] }, expires: 'until' })
    const warned: unknown[] = []
    const observe = { onWarning: (event: unknown) => warned.push(event) }
    connect({ sessions, again: sessions }, { client, table: 'shop', observe })
    expect(warned).toEqual([{ model: 'session', message: sessions.warnings[0] }])
  })
})
