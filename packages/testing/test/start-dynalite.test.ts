import {
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactGetItemsCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Dynamo } from '../src/index.js'
import { startDynalite } from '../src/index.js'
import { makeTables } from './ask.js'

const item = (pk: string, rest = {}) => ({ pk: { S: pk }, sk: { S: pk }, ...rest })

describe.each(['http', 'in-process'] as const)('startDynalite over %s', (transport) => {
  let dynamo: Dynamo

  beforeEach(async () => {
    dynamo = await startDynalite({ transport })
    await makeTables(dynamo.client)
  })

  afterEach(() => dynamo.stop())

  test('writes a transaction with its index entries, and reads it back at one moment', async () => {
    const put = (pk: string) => ({
      Put: { TableName: 'shop', Item: item(pk, { gsi1pk: { S: 'g' }, gsi1sk: { S: pk } }) },
    })
    await dynamo.client.send(new TransactWriteItemsCommand({ TransactItems: [put('a'), put('b')] }))
    const { Items } = await dynamo.client.send(
      new QueryCommand({
        TableName: 'shop',
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :g',
        ExpressionAttributeValues: { ':g': { S: 'g' } },
      }),
    )
    expect(Items?.map(({ pk }) => pk?.S)).toEqual(['a', 'b'])
    const get = (pk: string) => ({ Get: { TableName: 'shop', Key: item(pk) } })
    const { Responses } = await dynamo.client.send(
      new TransactGetItemsCommand({ TransactItems: [get('b'), get('c')] }),
    )
    expect(Responses?.map((response) => response.Item?.pk?.S)).toEqual(['b', undefined])
  })

  test('gives the reasons of a cancelled transaction in order, with the item that was there', async () => {
    await dynamo.client.send(new PutItemCommand({ TableName: 'shop', Item: item('a', { n: { N: '1' } }) }))
    const refused = dynamo.client.send(
      new TransactWriteItemsCommand({
        TransactItems: [
          { Put: { TableName: 'shop', Item: item('b') } },
          {
            Put: {
              TableName: 'shop',
              Item: item('a'),
              ConditionExpression: 'attribute_not_exists(pk)',
              ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
            },
          },
        ],
      }),
    )
    const error = await refused.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(TransactionCanceledException)
    expect(error).toMatchObject({
      message:
        'Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed]',
      CancellationReasons: [
        { Code: 'None' },
        { Code: 'ConditionalCheckFailed', Item: item('a', { n: { N: '1' } }) },
      ],
    })
    const missing = await dynamo.client.send(new GetItemCommand({ TableName: 'shop', Key: item('b') }))
    expect(missing.Item).toBeUndefined()
  })

  test('a lost answer is committed, and the SDK sends the request again', async () => {
    const fault = dynamo.faults.lostAnswer({ operation: 'UpdateItem' })
    const { Attributes, $metadata } = await dynamo.client.send(
      new UpdateItemCommand({
        TableName: 'shop',
        Key: item('a'),
        UpdateExpression: 'ADD n :one',
        ExpressionAttributeValues: { ':one': { N: '1' } },
        ReturnValues: 'ALL_NEW',
      }),
    )
    expect(fault.struck).toBe(1)
    expect($metadata.attempts).toBe(2)
    expect(Attributes?.n).toEqual({ N: '2' })
  })

  test('a lost transaction that is sent again under its token is carried out once', async () => {
    dynamo.faults.lostAnswer()
    await dynamo.client.send(
      new TransactWriteItemsCommand({
        TransactItems: [
          {
            Update: {
              TableName: 'shop',
              Key: item('a'),
              UpdateExpression: 'ADD n :one',
              ExpressionAttributeValues: { ':one': { N: '1' } },
            },
          },
        ],
      }),
    )
    const { Item } = await dynamo.client.send(new GetItemCommand({ TableName: 'shop', Key: item('a') }))
    expect(Item?.n).toEqual({ N: '1' })
  })

  test('nothing is reached once it has stopped, and stopping again is no error', async () => {
    await dynamo.stop()
    await expect(
      dynamo.client.send(new GetItemCommand({ TableName: 'shop', Key: item('a') })),
    ).rejects.toThrow()
    await dynamo.stop()
  })
})
