import type { Server } from 'node:http'
import { createRequire } from 'node:module'
import {
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, bench, describe } from 'vitest'
import { type Dynamo, startDynalite, TestingError } from '../src/index.js'
import { makeTables } from './ask.js'

/** dynalite as it is published: no transactions, and a server on loopback. */
const PUBLISHED = 'dynalite 4.0.0 as published'

/** The same requests without a socket, over one on loopback, and to dynalite's own server, side by side in one run. */
const targets = ['in-process', 'http', PUBLISHED]
const clients = new Map<string, DynamoDBClient>()
const running: Dynamo[] = []
const dynalite: (options: object) => Server = createRequire(import.meta.url)('dynalite')
const published = dynalite({ createTableMs: 0 })

beforeAll(async () => {
  for (const transport of ['in-process', 'http'] as const) {
    const dynamo = await startDynalite({ transport })
    running.push(dynamo)
    clients.set(transport, dynamo.client)
  }
  await new Promise<void>((resolve) => published.listen(0, '127.0.0.1', resolve))
  const address = published.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' }
  clients.set(
    PUBLISHED,
    new DynamoDBClient({ endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', credentials }),
  )
  for (const client of clients.values()) await makeTables(client)
  await waitUntilTableExists(
    { client: required(PUBLISHED), minDelay: 1, maxDelay: 1, maxWaitTime: 5 },
    { TableName: 'shop' },
  )
})

afterAll(async () => {
  for (const dynamo of running) await dynamo.stop()
  clients.get(PUBLISHED)?.destroy()
  published.close()
})

function required(target: string): DynamoDBClient {
  const client = clients.get(target)
  if (client === undefined) throw new TestingError(`No client was made for ${target}.`)
  return client
}

const item = (pk: string) => ({
  pk: { S: pk },
  sk: { S: 's' },
  name: { S: 'Ada Lovelace' },
  count: { N: '42' },
})
let next = 0

const requests: Record<string, (client: DynamoDBClient) => Promise<unknown>> = {
  PutItem: (client) => {
    next += 1
    return client.send(new PutItemCommand({ TableName: 'shop', Item: item(`put-${next % 1000}`) }))
  },
  GetItem: (client) =>
    client.send(new GetItemCommand({ TableName: 'shop', Key: { pk: { S: 'put-1' }, sk: { S: 's' } } })),
  'TransactWriteItems of 3': (client) => {
    next += 1
    const pks = ['account', 'email', 'handle'].map((kind) => `${kind}-${next % 1000}`)
    const TransactItems = pks.map((pk) => ({ Put: { TableName: 'shop', Item: item(pk) } }))
    return client.send(new TransactWriteItemsCommand({ TransactItems }))
  },
}

/** Long enough that what else the machine does evens out. */
const LONG = { time: 3000, warmupTime: 500 }

describe.each(Object.entries(requests))('%s', (name, request) => {
  const able = name.startsWith('Transact') ? targets.filter((target) => target !== PUBLISHED) : targets
  for (const target of able) {
    bench(
      target,
      async () => {
        await request(required(target))
      },
      LONG,
    )
  }
})
