import { GetItemCommand, PutItemCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Dynamo, everyInterleaving, startDynalite } from '../../src/index.js'
import { makeTables } from '../ask.js'

const item = (pk: string, rest = {}) => ({ pk: { S: pk }, sk: { S: pk }, ...rest })
const put = (dynamo: Dynamo, pk: string, rest = {}) =>
  dynamo.client.send(new PutItemCommand({ TableName: 'shop', Item: item(pk, rest) }))
const get = async (dynamo: Dynamo, pk: string) =>
  (await dynamo.client.send(new GetItemCommand({ TableName: 'shop', Key: item(pk), ConsistentRead: true })))
    .Item

describe.each(['http', 'in-process'] as const)('held requests over %s', (transport) => {
  let dynamo: Dynamo

  beforeEach(async () => {
    dynamo = await startDynalite({ transport })
    await makeTables(dynamo.client)
  })

  afterEach(() => dynamo.stop())

  test('are released one at a time, in the order that the test chooses', async () => {
    const gate = dynamo.hold({ operation: 'PutItem' })
    const first = put(dynamo, 'a', { by: { S: 'first' } })
    await gate.waitFor(1)
    const second = put(dynamo, 'a', { by: { S: 'second' } })
    const held = await gate.waitFor(2)
    expect(held.map(({ id, operation, tables }) => ({ id, operation, tables }))).toEqual([
      { id: 1, operation: 'PutItem', tables: ['shop'] },
      { id: 2, operation: 'PutItem', tables: ['shop'] },
    ])
    expect(await get(dynamo, 'a')).toBeUndefined()
    await gate.release(held[1])
    expect(await get(dynamo, 'a')).toEqual(item('a', { by: { S: 'second' } }))
    await gate.release()
    expect(await get(dynamo, 'a')).toEqual(item('a', { by: { S: 'first' } }))
    await Promise.all([first, second])
    expect(gate.held).toEqual([])
    await expect(gate.release()).rejects.toThrow('The gate holds no request to release')
  })

  test('go on when the gate is opened, and pass it from then on', async () => {
    const gate = dynamo.hold()
    const sent = put(dynamo, 'a')
    await gate.waitFor()
    gate.open()
    await sent
    await put(dynamo, 'b')
    expect(await get(dynamo, 'b')).toEqual(item('b'))
  })

  test('meet faults when they are released, not before', async () => {
    const gate = dynamo.hold({ operation: 'PutItem' })
    const sent = put(dynamo, 'a')
    await gate.waitFor()
    const fault = dynamo.faults.lostAnswer({ operation: 'PutItem' })
    expect(fault.struck).toBe(0)
    await gate.release()
    await gate.waitFor()
    expect(fault.struck).toBe(1)
    await gate.release()
    expect((await sent).$metadata.attempts).toBe(2)
  })
})

describe('everyInterleaving', () => {
  const start = async () => {
    const dynamo = await startDynalite({ transport: 'in-process' })
    await makeTables(dynamo.client)
    await put(dynamo, 'a', { n: { N: '0' } })
    return { dynamo }
  }

  const readThenWrite = async ({ dynamo }: { dynamo: Dynamo }): Promise<void> => {
    const { n } = (await get(dynamo, 'a')) ?? {}
    await put(dynamo, 'a', { n: { N: String(Number(n?.N) + 1) } })
  }

  test('walks through every order of two operations, and finds the lost update', async () => {
    const results = new Map<string, string | undefined>()
    const tried = await everyInterleaving({
      start,
      operations: [readThenWrite, readThenWrite],
      check: async ({ dynamo }, _, order) => {
        results.set(order.join(''), (await get(dynamo, 'a'))?.['n']?.N)
      },
    })
    expect(tried).toBe(6)
    expect(Object.fromEntries(results)).toEqual({
      '0011': '2',
      '0101': '1',
      '0110': '1',
      '1001': '1',
      '1010': '1',
      '1100': '2',
    })
  })

  test('proves that an atomic update loses nothing, and tells about what failed', async () => {
    const add = async ({ dynamo }: { dynamo: Dynamo }) =>
      dynamo.client.send(
        new UpdateItemCommand({
          TableName: 'shop',
          Key: item('a'),
          UpdateExpression: 'ADD n :one',
          ConditionExpression: 'n < :two',
          ExpressionAttributeValues: { ':one': { N: '1' }, ':two': { N: '2' } },
        }),
      )
    const tried = await everyInterleaving({
      start,
      operations: [add, add, add],
      check: async ({ dynamo }, outcomes) => {
        expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
        expect(await get(dynamo, 'a')).toMatchObject({ n: { N: '2' } })
      },
    })
    expect(tried).toBe(6)
  })

  test('goes on when one operation waits for another', async () => {
    let queue: Promise<unknown> = Promise.resolve()
    const queued = (state: { dynamo: Dynamo }): Promise<unknown> => {
      queue = queue.then(() => readThenWrite(state))
      return queue
    }
    const tried = await everyInterleaving({
      start,
      operations: [queued, queued],
      check: async ({ dynamo }) => expect((await get(dynamo, 'a'))?.['n']).toEqual({ N: '2' }),
    })
    expect(tried).toBe(1)
  })

  test('a failed check ends the walk, and too many orders are refused', async () => {
    const operations = [readThenWrite, readThenWrite]
    await expect(
      everyInterleaving({ start, operations, check: () => expect.unreachable('not sound') }),
    ).rejects.toThrow('not sound')
    await expect(everyInterleaving({ start, operations, check: () => undefined, limit: 3 })).rejects.toThrow(
      'There are more than 3 orders of these requests',
    )
  })
})
