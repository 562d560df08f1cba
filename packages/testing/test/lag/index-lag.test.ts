import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { DynaliteEngine } from '../../src/engine/dynalite-engine.js'
import { type Ask, askable } from '../ask.js'
import { key } from '../transaction/put-and-check.js'

describe('index lag', () => {
  let ask: Ask
  let engine: DynaliteEngine

  beforeEach(async () => {
    ;({ ask, engine } = await askable())
    await put('old', 'before')
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  const put = (pk: string, email: string) =>
    ask('TransactWriteItems', {
      TransactItems: [
        { Put: { TableName: 'shop', Item: { ...key(pk), gsi1pk: { S: email }, gsi1sk: { S: pk } } } },
      ],
    })
  const owners = async (email: string): Promise<unknown> => {
    const { body } = await ask('Query', {
      TableName: 'shop',
      IndexName: 'gsi1',
      KeyConditionExpression: 'gsi1pk = :email',
      ExpressionAttributeValues: { ':email': { S: email } },
      ProjectionExpression: 'pk',
    })
    return body['Items']
  }
  const stored = async (pk: string) =>
    (await ask('GetItem', { TableName: 'shop', Key: key(pk) })).body['Item']

  test('until released: a new row is missing, an old value still resolves, the table is exact', async () => {
    const lag = engine.lag({})
    await put('new', 'fresh')
    await put('old', 'after')
    expect(await owners('fresh')).toEqual([])
    expect(await owners('before')).toEqual([{ pk: { S: 'old' } }])
    expect(await owners('after')).toEqual([])
    expect(await stored('old')).toMatchObject({ gsi1pk: { S: 'after' } })
    expect(lag.pending).toBe(2)
    await lag.release(1)
    expect(await owners('fresh')).toEqual([{ pk: { S: 'new' } }])
    expect(await owners('before')).toEqual([{ pk: { S: 'old' } }])
    await lag.release()
    expect(await owners('before')).toEqual([])
    expect(await owners('after')).toEqual([{ pk: { S: 'old' } }])
    await put('new', 'later')
    expect(await owners('later')).toEqual([])
    await lag.end()
    expect(await owners('later')).toEqual([{ pk: { S: 'new' } }])
    await put('new', 'now')
    expect(await owners('now')).toEqual([{ pk: { S: 'new' } }])
  })

  test('by a delay: the index catches up by itself, in order', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const lag = engine.lag({ ms: 20 })
    await put('new', 'first')
    await vi.advanceTimersByTimeAsync(10)
    await put('new', 'second')
    expect(await owners('first')).toEqual([])
    await vi.advanceTimersByTimeAsync(10)
    expect(lag.pending).toBe(1)
    expect(await owners('first')).toEqual([{ pk: { S: 'new' } }])
    await vi.advanceTimersByTimeAsync(10)
    expect(await owners('first')).toEqual([])
    expect(await owners('second')).toEqual([{ pk: { S: 'new' } }])
  })

  test('per index and table', async () => {
    const others = [engine.lag({ index: 'gsi2' }), engine.lag({ table: 'plain' })]
    await put('new', 'fresh')
    expect(await owners('fresh')).toEqual([{ pk: { S: 'new' } }])
    const lag = engine.lag({ table: 'shop', index: 'gsi1' })
    await put('new', 'later')
    expect(await owners('later')).toEqual([])
    expect([lag, ...others].map(({ pending }) => pending)).toEqual([1, 0, 0])
  })

  test('a single write that fails leaves nothing behind in the index', async () => {
    const lag = engine.lag({})
    await ask('PutItem', {
      TableName: 'shop',
      Item: { ...key('old'), gsi1pk: { S: 'x' }, gsi1sk: { S: 'x' } },
      ConditionExpression: 'attribute_not_exists(pk)',
    })
    expect(lag.pending).toBe(0)
  })

  test('what waits for a table that is deleted goes with it', async () => {
    const lag = engine.lag({})
    await put('new', 'fresh')
    await ask('DeleteTable', { TableName: 'shop' })
    expect(lag.pending).toBe(0)
  })

  test('a delay that is no time is refused', () => {
    expect(() => engine.lag({ ms: -1 })).toThrow('The option ms of a lag is a time')
  })
})
