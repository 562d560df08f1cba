import { GetItemCommand, PutItemCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, bench, describe } from 'vitest'
import { type Dynamo, startDynalite } from '../src/index.js'
import { makeTables } from './ask.js'

/** The same requests over a socket on loopback and without one, side by side in one run. */
const transports = ['in-process', 'http'] as const
const running = new Map<string, Dynamo>()

beforeAll(async () => {
  for (const transport of transports) {
    const dynamo = await startDynalite({ transport })
    await makeTables(dynamo.client)
    running.set(transport, dynamo)
  }
})

afterAll(async () => {
  for (const dynamo of running.values()) await dynamo.stop()
})

const item = (pk: string) => ({
  pk: { S: pk },
  sk: { S: 's' },
  name: { S: 'Ada Lovelace' },
  count: { N: '42' },
})
let next = 0

const requests: Record<string, (dynamo: Dynamo) => Promise<unknown>> = {
  PutItem: ({ client }) => {
    next += 1
    return client.send(new PutItemCommand({ TableName: 'shop', Item: item(`put-${next % 1000}`) }))
  },
  GetItem: ({ client }) =>
    client.send(new GetItemCommand({ TableName: 'shop', Key: { pk: { S: 'put-1' }, sk: { S: 's' } } })),
  'TransactWriteItems of 3': ({ client }) => {
    next += 1
    const pks = ['account', 'email', 'handle'].map((kind) => `${kind}-${next % 1000}`)
    const TransactItems = pks.map((pk) => ({ Put: { TableName: 'shop', Item: item(pk) } }))
    return client.send(new TransactWriteItemsCommand({ TransactItems }))
  },
}

describe.each(Object.entries(requests))('%s', (_, request) => {
  for (const transport of transports) {
    bench(transport, async () => {
      const dynamo = running.get(transport)
      if (dynamo !== undefined) await request(dynamo)
    })
  }
})
