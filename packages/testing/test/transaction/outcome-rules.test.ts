import { beforeEach, describe, expect, test } from 'vitest'
import type { Answer, JsonObject } from '../../src/engine/answer.js'
import { DynaliteEngine } from '../../src/engine/dynalite-engine.js'
import type { Item } from '../../src/item/value.js'
import { type Ask, askable } from '../ask.js'
import { check, itemOfSize, key, put, remove, update } from './put-and-check.js'

describe('what a transaction does', () => {
  let ask: Ask
  let engine: DynaliteEngine
  const write = (TransactItems: unknown[], rest: JsonObject = {}): Promise<Answer> =>
    ask('TransactWriteItems', { TransactItems, ...rest })
  const read = async (pk: string): Promise<unknown> =>
    (await ask('GetItem', { TableName: 'shop', Key: key(pk), ConsistentRead: true })).body['Item']
  const indexed = async (gsi1pk: string): Promise<unknown> =>
    (
      await ask('Query', {
        TableName: 'shop',
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :g',
        ExpressionAttributeValues: { ':g': { S: gsi1pk } },
      })
    ).body['Items']

  beforeEach(async () => {
    ;({ ask, engine } = await askable())
  })

  test('success is an empty object, with every action and its index entries', async () => {
    const old = { ...key('old'), gsi1pk: { S: 'g' }, gsi1sk: { S: '1' } }
    await ask('PutItem', { TableName: 'shop', Item: old })
    await ask('PutItem', {
      TableName: 'shop',
      Item: { ...key('gone'), gsi1pk: { S: 'g' }, gsi1sk: { S: '0' } },
    })
    const answer = await write([
      put({ ...key('new'), gsi1pk: { S: 'g' }, gsi1sk: { S: '2' } }),
      update(key('old'), 'SET gsi1sk = :three', { ':three': { S: '3' } }),
      remove(key('gone')),
      { Put: { TableName: 'plain', Item: { id: { S: 'a' } } } },
    ])
    expect(answer).toEqual({ status: 200, body: {} })
    expect(await indexed('g')).toEqual([
      { ...key('new'), gsi1pk: { S: 'g' }, gsi1sk: { S: '2' } },
      { ...old, gsi1sk: { S: '3' } },
    ])
    expect((await ask('GetItem', { TableName: 'plain', Key: { id: { S: 'a' } } })).body['Item']).toEqual({
      id: { S: 'a' },
    })
  })

  test('only condition checks are fine', async () => {
    expect(await write([check(key('a'), 'attribute_not_exists(pk)')])).toEqual({ status: 200, body: {} })
    expect(await read('a')).toBeUndefined()
  })

  test('an update creates the item, unless its condition forbids it', async () => {
    await write([update(key('a'), 'SET n = :n', { ':n': { N: '1' } })])
    expect(await read('a')).toEqual({ ...key('a'), n: { N: '1' } })
    const forbidden = await write([
      update(key('b'), 'SET n = :n', { ':n': { N: '1' } }, { ConditionExpression: 'attribute_exists(pk)' }),
    ])
    expect(forbidden.status).toBe(400)
    expect(await read('b')).toBeUndefined()
  })

  test('numbers of 38 digits are kept', async () => {
    const N = '12345678901234567890123456789012345678'
    await write([put({ ...key('a'), n: { N }, small: { N: '0.1' } })])
    await write([update(key('a'), 'ADD n :one, small :two', { ':one': { N: '1' }, ':two': { N: '0.2' } })])
    expect(await read('a')).toEqual({ ...key('a'), n: { N: N.replace(/8$/, '9') }, small: { N: '0.3' } })
  })

  test("a table's ARN is accepted as its name", async () => {
    const TableName = 'arn:aws:dynamodb:us-east-1:000000000000:table/shop'
    expect((await write([{ Put: { TableName, Item: key('a') } }])).status).toBe(200)
    const get = await ask('TransactGetItems', { TransactItems: [{ Get: { TableName, Key: key('a') } }] })
    expect(get.body).toEqual({ Responses: [{ Item: key('a') }] })
    expect((await ask('GetItem', { TableName, Key: key('a') })).body['Item']).toEqual(key('a'))
  })

  test('TransactGet: in order, a missing item is empty, a projection adds no keys', async () => {
    await write([put({ ...key('a'), n: { N: '1' }, m: { M: { x: { S: 'x' }, y: { S: 'y' } } } })])
    const get = (pk: string, rest = {}) => ({ Get: { TableName: 'shop', Key: key(pk), ...rest } })
    const { body } = await ask('TransactGetItems', {
      TransactItems: [
        get('b'),
        get('a', { ProjectionExpression: '#n, m.x', ExpressionAttributeNames: { '#n': 'n' } }),
        { Get: { TableName: 'plain', Key: { id: { S: 'a' } } } },
      ],
    })
    expect(body).toEqual({ Responses: [{}, { Item: { n: { N: '1' }, m: { M: { x: { S: 'x' } } } } }, {}] })
  })

  describe('capacity', () => {
    const counted = { ReturnConsumedCapacity: 'TOTAL' }

    test('a write costs 2 units for each action and started KB, checks too, one entry a table', async () => {
      await ask('PutItem', { TableName: 'shop', Item: itemOfSize(3000, 'large') })
      const { body } = await write(
        [
          put(key('a')),
          put(itemOfSize(1025, 'b')),
          check(key('large'), 'attribute_exists(pk)'),
          remove(key('absent')),
          { Put: { TableName: 'plain', Item: { id: { S: 'a' } } } },
        ],
        counted,
      )
      expect(body).toEqual({
        ConsumedCapacity: [
          { TableName: 'shop', CapacityUnits: 14, WriteCapacityUnits: 14 },
          { TableName: 'plain', CapacityUnits: 2, WriteCapacityUnits: 2 },
        ],
      })
    })

    test('index arms are not doubled', async () => {
      const { body } = await write([put({ ...key('a'), gsi1pk: { S: 'g' }, gsi1sk: { S: '1' } })], {
        ReturnConsumedCapacity: 'INDEXES',
      })
      expect(body).toEqual({
        ConsumedCapacity: [
          {
            TableName: 'shop',
            CapacityUnits: 3,
            WriteCapacityUnits: 3,
            Table: { CapacityUnits: 2, WriteCapacityUnits: 2 },
            GlobalSecondaryIndexes: { gsi1: { CapacityUnits: 1, WriteCapacityUnits: 1 } },
          },
        ],
      })
    })

    test('a read costs 2 units for each item and started 4 KB, missing ones too', async () => {
      await ask('PutItem', { TableName: 'shop', Item: itemOfSize(4097, 'large') })
      const { body } = await ask('TransactGetItems', {
        TransactItems: ['large', 'absent'].map((pk) => ({ Get: { TableName: 'shop', Key: key(pk) } })),
        ...counted,
      })
      expect(body['ConsumedCapacity']).toEqual([
        { TableName: 'shop', CapacityUnits: 6, ReadCapacityUnits: 6 },
      ])
    })
  })

  describe('a client request token', () => {
    const add = (rest: Item = {}) => update(key('a'), 'ADD n :one', { ':one': { N: '1' }, ...rest })
    const once = { ClientRequestToken: 'token' }

    test('with the same request: success, no effect, and read capacity', async () => {
      await write([add()], once)
      const replay = await write([add()], { ...once, ReturnConsumedCapacity: 'TOTAL' })
      expect(replay.body).toEqual({
        ConsumedCapacity: [{ TableName: 'shop', CapacityUnits: 2, ReadCapacityUnits: 2 }],
      })
      expect(await read('a')).toEqual({ ...key('a'), n: { N: '1' } })
    })

    test('with the same meaning in another spelling is no mismatch', async () => {
      const item = { ...key('b'), m: { M: { x: { N: '1' }, y: { SS: ['a', 'b'] } } } }
      const turned = { m: { M: { y: { SS: ['b', 'a'] }, x: { N: '1.0' } } }, sk: { S: 'b' }, pk: { S: 'b' } }
      await write([put(item)], once)
      expect(await write([put(turned)], once)).toEqual({ status: 200, body: {} })
    })

    test('with another request is a mismatch', async () => {
      await write([add()], once)
      const answer = await write([add({ ':one': { N: '2' } })], once)
      expect(answer.status).toBe(400)
      expect(answer.body['__type']).toMatch(/#IdempotentParameterMismatchException$/)
      expect(await read('a')).toEqual({ ...key('a'), n: { N: '1' } })
    })

    test('of a cancelled transaction may be used again', async () => {
      const guarded = put(key('b'), { ConditionExpression: 'attribute_not_exists(pk)' })
      await write([put(key('b'))])
      expect((await write([guarded], once)).status).toBe(400)
      await ask('DeleteItem', { TableName: 'shop', Key: key('b') })
      expect((await write([guarded], once)).status).toBe(200)
      expect(await read('b')).toEqual(key('b'))
    })

    test('is remembered for ten minutes after completion', async () => {
      let now = Date.UTC(2026, 0, 1)
      const timed = new DynaliteEngine({ now: () => now })
      const send = (operation: string, input: JsonObject) => timed.handle({ operation, input })
      await send('CreateTable', {
        TableName: 'shop',
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      })
      const repeat = async (): Promise<unknown> => {
        await send('TransactWriteItems', { TransactItems: [add()], ...once })
        const { body } = await send('GetItem', { TableName: 'shop', Key: key('a') })
        return body['Item']
      }
      expect(await repeat()).toMatchObject({ n: { N: '1' } })
      now += 10 * 60 * 1000 - 1
      expect(await repeat()).toMatchObject({ n: { N: '1' } })
      now += 1
      expect(await repeat()).toMatchObject({ n: { N: '2' } })
      expect(timed.tokens.size).toBe(1)
    })

    test('whose first transaction is under way: TransactionInProgressException', async () => {
      const release = await engine.storage.locks.acquire([`item-shop~${await storageKey()}`])
      const first = write([add()], once)
      const second = await write([add()], once)
      expect(second.body['__type']).toMatch(/#TransactionInProgressException$/)
      release()
      expect((await first).status).toBe(200)
      expect(await read('a')).toEqual({ ...key('a'), n: { N: '1' } })
    })

    async function storageKey(): Promise<string> {
      const table = await engine.storage.table('shop')
      return engine.storage.keyOf(table, key('a')).slice('item-shop~'.length)
    }
  })

  test('25 transactions at the same moment on one item leave one, and no lock', async () => {
    const claims = Array.from({ length: 25 }, (_, index) =>
      write([
        put(key(`account-${index}`)),
        put(
          { ...key('guard'), owner: { S: `account-${index}` } },
          { ConditionExpression: 'attribute_not_exists(pk)' },
        ),
      ]),
    )
    const answers = await Promise.all(claims)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await ask('Scan', { TableName: 'shop' })).body['Count']).toBe(2)
    expect(engine.storage.locks.size).toBe(0)
  })
})
