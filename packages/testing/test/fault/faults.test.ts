import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Dynamo, startDynalite, TestingError } from '../../src/index.js'
import { makeTables } from '../ask.js'

const item = (pk: string, rest = {}) => ({ pk: { S: pk }, sk: { S: pk }, ...rest })
const put = (pk: string) => new PutItemCommand({ TableName: 'shop', Item: item(pk) })
const get = (pk: string) => new GetItemCommand({ TableName: 'shop', Key: item(pk) })
const transact = (...pks: string[]) =>
  new TransactWriteItemsCommand({
    TransactItems: pks.map((pk) => ({ Put: { TableName: 'shop', Item: item(pk) } })),
  })

describe.each(['http', 'in-process'] as const)('faults over %s', (transport) => {
  let dynamo: Dynamo
  const read = async (pk: string) => (await dynamo.client.send(get(pk))).Item
  const failure = (sent: Promise<unknown>) =>
    sent.then(
      () => undefined,
      (error: unknown) => error,
    )

  beforeEach(async () => {
    dynamo = await startDynalite({ transport })
    await makeTables(dynamo.client)
  })

  afterEach(() => dynamo.stop())

  test('conflict: the reason of a transaction at a chosen position', async () => {
    const fault = dynamo.faults.conflict({ position: 1 })
    expect(await failure(dynamo.client.send(transact('a', 'b', 'c')))).toMatchObject({
      name: 'TransactionCanceledException',
      message:
        'Transaction cancelled, please refer cancellation reasons for specific reasons [None, TransactionConflict, None]',
      CancellationReasons: [
        { Code: 'None' },
        { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' },
        { Code: 'None' },
      ],
    })
    expect(fault.struck).toBe(1)
    expect(await read('a')).toBeUndefined()
    await dynamo.client.send(transact('a', 'b', 'c'))
    expect(await read('a')).toEqual(item('a'))
  })

  test('conflict: the exception of a single write, and of a TransactGet; never of a GetItem', async () => {
    dynamo.faults.conflict({ times: 2 })
    expect(await read('a')).toBeUndefined()
    expect(await failure(dynamo.client.send(put('a')))).toMatchObject({
      name: 'TransactionConflictException',
      message: 'Transaction is ongoing for the item',
    })
    const reads = new TransactGetItemsCommand({
      TransactItems: [{ Get: { TableName: 'shop', Key: item('a') } }],
    })
    expect(await failure(dynamo.client.send(reads))).toMatchObject({
      CancellationReasons: [{ Code: 'TransactionConflict' }],
    })
    expect(await read('a')).toBeUndefined()
  })

  test('unprocessed: a batch is carried out in part, and says what is left', async () => {
    const writes = ['a', 'b', 'c'].map((pk) => ({ PutRequest: { Item: item(pk) } }))
    const write = () => dynamo.client.send(new BatchWriteItemCommand({ RequestItems: { shop: writes } }))
    const fault = dynamo.faults.unprocessed({ taken: 2 })
    expect((await write()).UnprocessedItems).toEqual({ shop: [writes[2]] })
    expect([await read('b'), await read('c')]).toEqual([item('b'), undefined])
    expect(fault.struck).toBe(1)
    expect((await write()).UnprocessedItems).toEqual({})
    dynamo.faults.unprocessed()
    const keys = ['a', 'b', 'c'].map((pk) => item(pk))
    const found = await dynamo.client.send(
      new BatchGetItemCommand({ RequestItems: { shop: { Keys: keys, ConsistentRead: true } } }),
    )
    expect(found.Responses).toEqual({ shop: [item('a')] })
    expect(found.UnprocessedKeys).toEqual({ shop: { Keys: keys.slice(1), ConsistentRead: true } })
  })

  test('throttle: as an exception that the SDK retries, and as a reason', async () => {
    const once = dynamo.faults.throttle()
    const answer = await dynamo.client.send(put('a'))
    expect([once.struck, answer.$metadata.attempts]).toEqual([1, 2])
    dynamo.faults.throttle({ times: Infinity, kind: 'ThrottlingError' })
    expect(await failure(dynamo.client.send(put('b')))).toMatchObject({ name: 'ThrottlingException' })
    dynamo.faults.clear()
    dynamo.faults.throttle({ position: 0 })
    expect(await failure(dynamo.client.send(transact('b')))).toMatchObject({
      CancellationReasons: [{ Code: 'ProvisionedThroughputExceeded' }],
    })
    expect(await read('b')).toBeUndefined()
  })

  test('lostAnswer: committed, and the SDK sees a broken connection', async () => {
    const fault = dynamo.faults.lostAnswer({ times: Infinity })
    expect(await failure(dynamo.client.send(put('a')))).toMatchObject({ code: 'ECONNRESET' })
    expect(fault.struck).toBeGreaterThan(1)
    dynamo.faults.clear()
    expect(await read('a')).toEqual(item('a'))
  })

  test('lostRequest: nothing is written, and the SDK sees a broken connection', async () => {
    dynamo.faults.lostRequest({ times: Infinity, operation: 'PutItem' })
    expect(await failure(dynamo.client.send(put('a')))).toMatchObject({ code: 'ECONNRESET' })
    expect(await read('a')).toBeUndefined()
  })

  test('internalError: HTTP 500, with or without a commit', async () => {
    const fault = dynamo.faults.internalError({ times: Infinity })
    expect(await failure(dynamo.client.send(put('a')))).toMatchObject({
      name: 'InternalServerError',
      $metadata: { httpStatusCode: 500, attempts: fault.struck },
    })
    dynamo.faults.clear()
    expect(await read('a')).toBeUndefined()
    dynamo.faults.internalError({ times: Infinity, committed: true })
    expect(await failure(dynamo.client.send(put('b')))).toMatchObject({ name: 'InternalServerError' })
    dynamo.faults.clear()
    expect(await read('b')).toEqual(item('b'))
  })

  test('inProgress: the first transaction with the token is under way', async () => {
    dynamo.faults.inProgress({ times: Infinity })
    expect(await failure(dynamo.client.send(transact('a')))).toMatchObject({
      name: 'TransactionInProgressException',
    })
  })

  test('latency: others overtake the request', async () => {
    dynamo.faults.latency({ ms: 500, operation: 'PutItem' })
    const order: string[] = []
    const slow = dynamo.client.send(put('a')).then(() => order.push('slow'))
    while (dynamo.faults.armed > 0) await new Promise((resolve) => setTimeout(resolve, 1))
    await dynamo.client.send(put('b')).then(() => order.push('quick'))
    await slow
    expect(order).toEqual(['quick', 'slow'])
  })

  test('matches by operation, table and predicate, after so many requests, for so many', async () => {
    const fault = dynamo.faults.lostRequest({
      operation: ['PutItem', 'UpdateItem'],
      table: 'shop',
      where: ({ input }) => JSON.stringify(input).includes('"x"'),
      after: 1,
    })
    await dynamo.client.send(put('a'))
    await dynamo.client.send(new PutItemCommand({ TableName: 'plain', Item: { id: { S: 'x' } } }))
    await dynamo.client.send(get('x'))
    await dynamo.client.send(put('x'))
    expect(fault.struck).toBe(0)
    expect((await dynamo.client.send(put('x'))).$metadata.attempts).toBe(2)
    expect([fault.struck, fault.isSpent]).toEqual([1, true])
  })

  test('scope: what was armed inside is disarmed when it ends', async () => {
    const outside = dynamo.faults.lostRequest({ operation: 'Query' })
    await expect(
      dynamo.faults.scope(async () => {
        dynamo.faults.lostRequest({ times: Infinity })
        throw new TestingError('from inside')
      }),
    ).rejects.toThrow('from inside')
    expect((await dynamo.client.send(put('a'))).$metadata.attempts).toBe(1)
    const query = new QueryCommand({
      TableName: 'shop',
      KeyConditionExpression: 'pk = :a',
      ExpressionAttributeValues: { ':a': { S: 'a' } },
    })
    expect((await dynamo.client.send(query)).$metadata.attempts).toBe(2)
    expect(outside.isSpent).toBe(true)
  })

  test('scope: what was disarmed inside stays so', async () => {
    const outside = dynamo.faults.lostRequest()
    await dynamo.faults.scope(async () => outside.disarm())
    expect(dynamo.faults.armed).toBe(0)
    expect((await dynamo.client.send(put('a'))).$metadata.attempts).toBe(1)
  })

  test('disarm, and counts that are none', () => {
    const fault = dynamo.faults.lostRequest()
    expect(dynamo.faults.armed).toBe(1)
    fault.disarm()
    expect(dynamo.faults.armed).toBe(0)
    expect(() => dynamo.faults.lostRequest({ times: -1 })).toThrow(
      'The option times of a fault counts requests',
    )
  })

  test('a seed always strikes the same requests', async () => {
    const struck = async (seed: number): Promise<boolean[]> => {
      const fault = dynamo.faults.internalError({
        committed: true,
        times: Infinity,
        seeded: { seed, probability: 0.5 },
      })
      const pattern: boolean[] = []
      for (let count = 0; count < 20; count += 1) {
        const before = fault.struck
        await failure(dynamo.client.send(get('a')))
        pattern.push(fault.struck > before)
      }
      fault.disarm()
      return pattern
    }
    const first = await struck(7)
    expect(new Set(first)).toEqual(new Set([true, false]))
    expect(await struck(7)).toEqual(first)
  })
})
