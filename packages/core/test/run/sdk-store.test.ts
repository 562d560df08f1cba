import { describe, expect, it } from 'vitest'
import type { RequestContext } from '../../src/run/store.js'
import { serviceError } from '../recording-store.js'
import { context, keyOf, storeOf } from './answering-client.js'

const get = (pk: string, fields?: readonly string[]) => ({
  table: 'shop',
  key: keyOf(pk),
  consistent: true,
  fields,
})
const throttled = serviceError('ThrottlingException', { $metadata: { httpStatusCode: 400 } })

describe('a read', () => {
  it('is a GetItem, of the fields that were asked for', async () => {
    const item = { pk: { S: 'a' }, 'e.mail': { S: 'x' } }
    const { store, sent } = storeOf([{ Item: item }])
    expect(await store.get(get('a', ['e.mail', 'pk']), context)).toEqual(item)
    expect(await store.get({ ...get('b'), consistent: false }, context)).toBeUndefined()
    expect(sent.map(({ name, input }) => [name, input])).toEqual([
      [
        'GetItemCommand',
        {
          TableName: 'shop',
          Key: keyOf('a'),
          ConsistentRead: true,
          ProjectionExpression: '#_lk0, #_lk1',
          ExpressionAttributeNames: { '#_lk0': 'e.mail', '#_lk1': 'pk' },
        },
      ],
      ['GetItemCommand', { TableName: 'shop', Key: keyOf('b'), ConsistentRead: false }],
    ])
  })

  it('of many is in the order of the keys, asks again for what was left, and 100 at a time', async () => {
    const left = { shop: { Keys: [keyOf('0')], ConsistentRead: true } }
    const { store, sent, environment } = storeOf([
      { Responses: { shop: [keyOf('99'), keyOf('1')] }, UnprocessedKeys: left },
      { Responses: { shop: [keyOf('0')] }, UnprocessedKeys: {} },
      { Responses: { shop: [keyOf('100')] } },
    ])
    const found = await store.getMany(
      Array.from({ length: 101 }, (_, at) => get(String(at))),
      context,
    )
    expect(found.flatMap((item, at) => (item === undefined ? [] : [at]))).toEqual([0, 1, 99, 100])
    expect(sent.map(({ input }) => input['RequestItems'])).toEqual([
      { shop: expect.objectContaining({ ConsistentRead: true }) },
      left,
      { shop: { Keys: [keyOf('100')], ConsistentRead: true } },
    ])
    expect(environment.slept).toHaveLength(1)
    expect(await store.getMany([], context)).toEqual([])
  })

  it('of many reads the fields that were asked for', async () => {
    const { store, sent } = storeOf()
    await store.getMany([get('a', ['e.mail']), get('b', ['e.mail'])], context)
    expect(sent[0]?.input).toEqual({
      RequestItems: {
        shop: {
          Keys: [keyOf('a'), keyOf('b')],
          ConsistentRead: true,
          ProjectionExpression: '#_lk0',
          ExpressionAttributeNames: { '#_lk0': 'e.mail' },
        },
      },
    })
  })

  it('of many finds items whatever order and spelling the service gives their keys', async () => {
    const of = (no: string) => ({ table: 'shop', key: { pk: { S: 'a' }, no: { N: no } }, consistent: true })
    const items = ['1', '0.5'].map((N) => ({ no: { N }, pk: { S: 'a' } }))
    const { store } = storeOf([{ Responses: { shop: items.toReversed() } }])
    expect(await store.getMany([of('1.0'), of('0.50'), of('2')], context)).toEqual([...items, undefined])
  })

  it('of many gives up where the service never finishes', async () => {
    const UnprocessedKeys = { shop: { Keys: [keyOf('0')] } }
    const { store, sent } = storeOf(Array.from({ length: 5 }, () => ({ UnprocessedKeys })))
    const seen: unknown[] = []
    const watched: RequestContext = {
      ...context,
      seen: ({ command, attempt }) => seen.push([command, attempt]),
    }
    await expect(store.getMany([get('0')], watched)).rejects.toMatchObject({
      code: 'CONTENTION',
      model: 'account',
      attempts: 3,
      elapsedMs: 36,
    })
    expect(sent).toHaveLength(3)
    expect(seen).toEqual([
      ['BatchGetItem', 1],
      ['BatchGetItem', 2],
      ['BatchGetItem', 3],
    ])
  })

  it('of many is given up with the caller’s signal while it waits for what was left', async () => {
    const controller = new AbortController()
    const reason = new Error('no longer wanted')
    const UnprocessedKeys = { shop: { Keys: [keyOf('0')] } }
    const { store, sent } = storeOf([{ UnprocessedKeys }, { UnprocessedKeys }])
    const seen = () => controller.abort(reason)
    const { signal } = controller
    await expect(store.getMany([get('0')], { ...context, signal, seen })).rejects.toBe(reason)
    expect(sent.map(({ options }) => options)).toEqual([{ abortSignal: signal }])
  })

  it('of several at one moment is a transaction, with holes where there is nothing', async () => {
    const { store, sent } = storeOf([{ Responses: [{ Item: keyOf('a') }, {}, { Item: {} }] }])
    const found = await store.snapshot([get('a'), get('b'), get('c'), get('d')], context)
    expect(found).toEqual([keyOf('a'), undefined, undefined, undefined])
    expect(sent[0]).toMatchObject({
      name: 'TransactGetItemsCommand',
      input: { TransactItems: [{ Get: { TableName: 'shop', Key: keyOf('a') } }, {}, {}, {}] },
    })
  })
})

describe('a read that is throttled', () => {
  it('is sent again after a wait, told by attempt', async () => {
    const seen: unknown[] = []
    const { store, sent, environment } = storeOf([throttled, throttled, { Item: keyOf('a') }])
    const watched: RequestContext = {
      ...context,
      seen: ({ command, attempt, error }) => seen.push([command, attempt, error]),
    }
    expect(await store.get(get('a'), watched)).toEqual(keyOf('a'))
    expect(sent[2]?.input).toEqual(sent[0]?.input)
    expect(environment.slept).toEqual([5, 10])
    expect(seen).toEqual([
      ['GetItem', 1, 'ThrottlingException'],
      ['GetItem', 2, 'ThrottlingException'],
      ['GetItem', 3, undefined],
    ])
  })

  it('ends with its budget, the caller’s own where there is one', async () => {
    const once = { attempts: 1, maxElapsedMs: 1000, baseDelayMs: 1, maxDelayMs: 1 }
    for (const [retry, attempts] of [
      [undefined, 3],
      [once, 1],
    ] as const) {
      const { store, sent } = storeOf(Array.from({ length: 5 }, () => throttled))
      await expect(store.get(get('a'), { ...context, retry })).rejects.toMatchObject({
        code: 'CONTENTION',
        model: 'account',
        operation: 'create',
        attempts,
        cause: { name: 'ThrottlingException' },
      })
      expect(sent).toHaveLength(attempts)
    }
  })

  it('is not waited for by a caller who gave up', async () => {
    const reason = new Error('no longer wanted')
    const { store, sent } = storeOf([throttled])
    const aborted = { ...context, signal: AbortSignal.abort(reason) }
    await expect(store.get(get('a'), aborted)).rejects.toBe(reason)
    expect(sent).toHaveLength(1)
  })
})

describe('a page', () => {
  const request = { TableName: 'shop', Limit: 2 }

  it.each(['Query', 'Scan'] as const)(
    'of a %s is what was asked for, with where the next begins',
    async (kind) => {
      const { store, sent } = storeOf([{ Items: [keyOf('a')], LastEvaluatedKey: keyOf('a') }, {}])
      const watched = { ...context, seen: () => {} }
      expect(await store.page(kind, request, context)).toEqual({ items: [keyOf('a')], next: keyOf('a') })
      expect(await store.page(kind, request, watched)).toEqual({ items: [], next: undefined })
      expect(sent.map(({ name, input }) => [name, input])).toEqual([
        [`${kind}Command`, request],
        [`${kind}Command`, { ...request, ReturnConsumedCapacity: 'TOTAL' }],
      ])
    },
  )
})

describe('a snapshot that meets a change under way', () => {
  const conflictOf = (...codes: readonly string[]) =>
    serviceError('TransactionCanceledException', {
      CancellationReasons: codes.map((Code) => ({ Code })),
      $metadata: { httpStatusCode: 400 },
    })
  const conflict = conflictOf('TransactionConflict', 'None')

  it.each([conflict, conflictOf('None', 'TransactionConflict')])(
    'is taken again once that is over',
    async (conflict) => {
      const { store, sent, environment } = storeOf([conflict, { Responses: [{ Item: keyOf('a') }] }])
      expect(await store.snapshot([get('a'), get('b')], context)).toEqual([keyOf('a'), undefined])
      expect(sent[1]?.input).toEqual(sent[0]?.input)
      expect(environment.slept).toHaveLength(1)
    },
  )

  it('gives up with its budget', async () => {
    const { store } = storeOf([conflict, conflict, conflict])
    await expect(store.snapshot([get('a')], context)).rejects.toMatchObject({
      code: 'CONTENTION',
      model: 'account',
      attempts: 3,
    })
  })

  it('is not taken again where the service refuses it for good', async () => {
    const { store, sent } = storeOf([
      serviceError('AccessDeniedException', { $metadata: { httpStatusCode: 400 } }),
    ])
    await expect(store.snapshot([get('a')], context)).rejects.toThrow('AccessDeniedException')
    expect(sent).toHaveLength(1)
  })
})

describe('the caller’s signal', () => {
  it('goes with each request', async () => {
    const { store, sent } = storeOf()
    const { signal } = new AbortController()
    await store.get(get('a'), { ...context, signal })
    await store.get(get('a'), context)
    expect(sent.map(({ options }) => options)).toEqual([{ abortSignal: signal }, { abortSignal: undefined }])
  })
})
