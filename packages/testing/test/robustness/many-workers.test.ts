import { GetItemCommand, TransactGetItemsCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb'
import { describe, expect, test } from 'vitest'
import type { DynaliteEngine } from '../../src/engine/dynalite-engine.js'
import { startDynalite } from '../../src/index.js'
import { type Ask, askable, makeTables } from '../ask.js'
import { key, put, update } from '../transaction/put-and-check.js'

const ACCOUNTS = ['a', 'b', 'c', 'd']
const EACH = 100

/** Transfers between accounts, and reads of all accounts at one moment, by many workers at once. */
async function transfers(
  ask: Ask,
  workers: number,
  rounds: number,
): Promise<{ sums: Set<number>; moved: number }> {
  const sums = new Set<number>()
  let moved = 0
  const worker = async (number: number): Promise<void> => {
    for (let round = 0; round < rounds; round += 1) {
      const from = ACCOUNTS[(number + round) % ACCOUNTS.length] ?? ''
      const to = ACCOUNTS[(number + 2 * round + 1) % ACCOUNTS.length] ?? ''
      if (from !== to && (await transfer(ask, from, to, 1 + ((number * round) % 7)))) moved += 1
      sums.add(await total(ask))
    }
  }
  await Promise.all(Array.from({ length: workers }, (_, number) => worker(number)))
  return { sums, moved }
}

async function transfer(ask: Ask, from: string, to: string, amount: number): Promise<boolean> {
  const values = { ':n': { N: String(amount) } }
  const { status } = await ask('TransactWriteItems', {
    TransactItems: [
      update(key(from), 'SET n = n - :n', values, { ConditionExpression: 'n >= :n' }),
      update(key(to), 'ADD n :n', values),
    ],
  })
  return status === 200
}

async function total(ask: Ask): Promise<number> {
  const TransactItems = ACCOUNTS.map((pk) => ({ Get: { TableName: 'shop', Key: key(pk) } }))
  const { body } = await ask('TransactGetItems', { TransactItems })
  const responses: { Item: { n: { N: string } } }[] = JSON.parse(JSON.stringify(body['Responses']))
  return responses.reduce((sum, { Item }) => sum + Number(Item.n.N), 0)
}

async function open(ask: Ask): Promise<void> {
  await ask('TransactWriteItems', {
    TransactItems: ACCOUNTS.map((pk) => put({ ...key(pk), n: { N: String(EACH) } })),
  })
}

describe('many workers', () => {
  test('never see half of a transaction, lose an update, or leave a lock', { timeout: 60_000 }, async () => {
    const { ask, engine }: { ask: Ask; engine: DynaliteEngine } = await askable()
    await open(ask)
    const { sums, moved } = await transfers(ask, 40, 25)
    expect([...sums]).toEqual([ACCOUNTS.length * EACH])
    expect(moved).toBeGreaterThan(0)
    expect(engine.storage.locks.size).toBe(0)
  })

  test('nor do they over HTTP, with connections that break', { timeout: 60_000 }, async () => {
    const dynamo = await startDynalite()
    await makeTables(dynamo.client)
    const sending: Ask = async (operation, input) => {
      const { TransactItems } = JSON.parse(JSON.stringify(input))
      try {
        const { $metadata: _, ...body } =
          operation === 'TransactWriteItems'
            ? await dynamo.client.send(new TransactWriteItemsCommand({ TransactItems }))
            : await dynamo.client.send(new TransactGetItemsCommand({ TransactItems }))
        return { status: 200, body }
      } catch {
        return { status: 400, body: {} }
      }
    }
    await open(sending)
    dynamo.faults.lostAnswer({
      times: Infinity,
      operation: 'TransactWriteItems',
      seeded: { seed: 3, probability: 0.1 },
    })
    const { sums } = await transfers(sending, 20, 10)
    dynamo.faults.clear()
    expect([...sums]).toEqual([ACCOUNTS.length * EACH])
    const { Item } = await dynamo.client.send(
      new GetItemCommand({ TableName: 'shop', Key: { pk: { S: 'a' }, sk: { S: 'a' } } }),
    )
    expect(Number(Item?.['n']?.N)).toBeGreaterThanOrEqual(0)
    await dynamo.stop()
  })
})
