import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startDynalite } from '../src/index.js'
import { makeTables } from './ask.js'

let path: string

beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'latchkey-'))
})

afterEach(() => rm(path, { recursive: true, force: true }))

test('data on disk is there again after a restart', async () => {
  const first = await startDynalite({ transport: 'in-process', path })
  await makeTables(first.client)
  await first.client.send(new PutItemCommand({ TableName: 'plain', Item: { id: { S: 'a' }, n: { N: '1' } } }))
  await first.stop()
  const second = await startDynalite({ path })
  const { Item } = await second.client.send(
    new GetItemCommand({ TableName: 'plain', Key: { id: { S: 'a' } } }),
  )
  expect(Item).toEqual({ id: { S: 'a' }, n: { N: '1' } })
  await second.stop()
})
