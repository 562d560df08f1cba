import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { createTestTable } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, it } from 'vitest'
import { CompiledPlan } from '../../src/plan/plan.js'
import { SdkStore } from '../../src/run/sdk-store.js'
import type { RequestContext } from '../../src/run/store.js'
import { FakeEnvironment } from '../fake-environment.js'
import { serviceError } from '../recording-store.js'
import { policy, writeOn } from './runtime.js'

const context: RequestContext = { model: 'account', operation: 'create', signal: undefined, attempt: 1 }
const options = { returnValues: 'ALL_NEW', token: 'token-1' } as const

interface Sent {
  readonly name: string
  readonly input: Record<string, unknown>
  readonly options: object
}

/** A store on a client that answers as told; what is thrown is thrown. */
function storeOf(outputs: readonly unknown[] = []) {
  const sent: Sent[] = []
  const send = async (command: { input: Record<string, unknown> }, given: object): Promise<unknown> => {
    sent.push({ name: command.constructor.name, input: command.input, options: given })
    const output = outputs[sent.length - 1] ?? {}
    if (output instanceof Error) throw output
    return output
  }
  const environment = new FakeEnvironment()
  const client = { send } as unknown as DynamoDBClient
  return { sent, environment, store: new SdkStore({ client, environment, retry: policy }) }
}
const keyOf = (pk: string) => ({ pk: { S: pk } })
const get = (pk: string, fields?: readonly string[]) => ({
  table: 'shop',
  key: keyOf(pk),
  consistent: true,
  fields,
})

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

  it('of many gives up where the service never finishes', async () => {
    const UnprocessedKeys = { shop: { Keys: [keyOf('0')] } }
    const { store, sent } = storeOf([{ UnprocessedKeys }, { UnprocessedKeys }, { UnprocessedKeys }])
    await expect(store.getMany([get('0')], context)).rejects.toMatchObject({
      code: 'CONTENTION',
      attempts: 3,
    })
    expect(sent).toHaveLength(3)
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

describe('a snapshot that meets a change under way', () => {
  const conflict = serviceError('TransactionCanceledException', {
    CancellationReasons: [{ Code: 'TransactionConflict' }, { Code: 'None' }],
    $metadata: { httpStatusCode: 400 },
  })

  it('is taken again once that is over', async () => {
    const { store, sent, environment } = storeOf([conflict, { Responses: [{ Item: keyOf('a') }] }])
    expect(await store.snapshot([get('a'), get('b')], context)).toEqual([keyOf('a'), undefined])
    expect(sent[1]?.input).toEqual(sent[0]?.input)
    expect(environment.slept).toHaveLength(1)
  })

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

describe('an observer', () => {
  it('sees each request once, what it took and how it ended', async () => {
    const seen: unknown[] = []
    const watched: RequestContext = {
      ...context,
      seen: ({ command, capacity, error, durationMs }) => seen.push([command, capacity, error, durationMs]),
    }
    const { store, sent } = storeOf([
      { ConsumedCapacity: { CapacityUnits: 0.5 } },
      { ConsumedCapacity: [{ CapacityUnits: 2 }, { CapacityUnits: 3 }, {}] },
      serviceError('AccessDeniedException', { $metadata: { httpStatusCode: 400 } }),
    ])
    await store.get(get('a'), watched)
    await store.snapshot([get('a')], watched)
    await expect(store.get(get('a'), watched)).rejects.toThrow('AccessDeniedException')
    expect(seen).toEqual([
      ['GetItem', 0.5, undefined, 0],
      ['TransactGetItems', 5, undefined, 0],
      ['GetItem', undefined, 'AccessDeniedException', 0],
    ])
    expect(sent[0]?.input['ReturnConsumedCapacity']).toBe('TOTAL')
  })

  it('that throws is called once, and is not taken for an answer of the service', async () => {
    const seen: unknown[] = []
    const { store } = storeOf()
    const watched: RequestContext = {
      ...context,
      seen: ({ error }) => {
        seen.push(error)
        throw new Error('the observer failed')
      },
    }
    await expect(store.get(get('a'), watched)).rejects.toThrow('the observer failed')
    expect(seen).toEqual([undefined])
  })

  it('that is not there costs nothing', async () => {
    const { store, sent } = storeOf()
    await store.get(get('a'), context)
    expect(sent[0]?.input).not.toHaveProperty('ReturnConsumedCapacity')
  })
})

describe('the caller’s signal', () => {
  it('goes with each request', async () => {
    const { store, sent } = storeOf()
    const { signal } = new AbortController()
    await store.get(get('a'), { ...context, signal })
    await store.get(get('a'), context)
    expect(sent.map(({ options: given }) => given)).toEqual([{ abortSignal: signal }, {}])
  })
})

describe('what is sent of a plan', () => {
  const table = async () => {
    const Plain = new Entity({
      model: { entity: 'plain', version: '1', service: 'shop' },
      attributes: { id: { type: 'string' } },
      indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
    })
    const { dynamo, name } = await createTestTable({ plain: { schema: Plain.schema } as never })
    const environment = new FakeEnvironment()
    const store = new SdkStore({ client: dynamo.client, environment, retry: policy })
    const put = (pk: string) => writeOn(pk, { table: name, item: { pk: { S: pk }, sk: { S: pk } } })
    const read = (pk: string) =>
      store.get({ table: name, key: { pk: { S: pk }, sk: { S: pk } }, consistent: true }, context)
    return { dynamo, store, put, read }
  }

  it('is one write or a transaction, and each answer is read', async () => {
    const { store, put, read } = await table()
    const single = new CompiledPlan([put('a')])
    const both = new CompiledPlan([put('b'), put('a')])
    const none = { returnValues: 'NONE', token: 't-1' } as const
    expect(await store.send(single, none, context)).toEqual({
      answer: { kind: 'committed', item: undefined },
      unanswered: 0,
    })
    expect(await read('a')).toMatchObject({ pk: { S: 'a' } })
    expect(await store.send(single, none, context)).toMatchObject({
      answer: { kind: 'refused', reasons: [{ item: { pk: { S: 'a' } } }] },
    })
    expect(await store.send(both, none, context)).toMatchObject({
      answer: {
        kind: 'refused',
        reasons: [{ code: 'None' }, { code: 'ConditionalCheckFailed', item: { pk: { S: 'a' } } }],
      },
    })
    expect(await read('b')).toBeUndefined()
  })

  it('counts the sends beneath that got no answer, not those that were throttled', async () => {
    const { dynamo, store, put } = await table()
    const none = { returnValues: 'NONE', token: 't-2' } as const
    dynamo.faults.internalError()
    dynamo.faults.throttle()
    expect(await store.send(new CompiledPlan([put('a')]), none, context)).toMatchObject({
      answer: { kind: 'committed' },
      unanswered: 1,
    })
    dynamo.faults.lostAnswer()
    expect(await store.send(new CompiledPlan([put('b')]), none, context)).toMatchObject({
      answer: { kind: 'refused', reasons: [{ item: { pk: { S: 'b' } } }] },
      unanswered: 1,
    })
    dynamo.faults.throttle({ times: Number.POSITIVE_INFINITY })
    expect(await store.send(new CompiledPlan([put('c')]), none, context)).toMatchObject({
      answer: { kind: 'contended' },
      unanswered: 0,
    })
  })

  it('was never sent where the client refused it before', async () => {
    const { store, put } = await table()
    const signal = AbortSignal.abort()
    expect(await store.send(new CompiledPlan([put('a')]), options, { ...context, signal })).toMatchObject({
      answer: { kind: 'failed', error: { name: 'AbortError' } },
      unanswered: 0,
    })
  })
})
