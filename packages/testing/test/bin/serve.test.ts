import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { expect, test } from 'vitest'
import { serve } from '../../src/bin/serve.js'
import { makeTables } from '../ask.js'

function connect(endpoint: string): DynamoDBClient {
  const credentials = { accessKeyId: 'any', secretAccessKey: 'any' }
  return new DynamoDBClient({ endpoint, region: 'eu-central-1', credentials })
}

test('a client of its own reaches the server, and the data outlives it', async () => {
  const path = await mkdtemp(join(tmpdir(), 'latchkey-'))
  const options = { ask: 'serve', host: '127.0.0.1', port: 0, path } as const
  const first = await serve(options)
  const client = connect(first.endpoint)
  await makeTables(client)
  client.destroy()
  await first.end()
  const second = await serve(options)
  const again = connect(second.endpoint)
  expect((await again.send(new ListTablesCommand({}))).TableNames).toEqual(['plain', 'shop'])
  again.destroy()
  await second.end()
  await rm(path, { recursive: true, force: true })
})

test('a port that is taken is an error, not a server', async () => {
  const first = await serve({ ask: 'serve', host: '127.0.0.1', port: 0, path: undefined })
  const port = Number(new URL(first.endpoint).port)
  await expect(serve({ ask: 'serve', host: '127.0.0.1', port, path: undefined })).rejects.toThrow(
    'EADDRINUSE',
  )
  await first.end()
})
