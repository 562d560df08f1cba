import { createTestTable } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, it } from 'vitest'
import { CompiledPlan } from '../../src/plan/plan.js'
import type { Write } from '../../src/plan/write.js'
import { SdkStore } from '../../src/run/sdk-store.js'
import { FakeEnvironment } from '../fake-environment.js'
import { serviceError } from '../recording-store.js'
import { context, keyOf, storeOf } from './answering-client.js'
import { policy, writeOn } from './runtime.js'

const options = { returnValues: 'ALL_NEW', token: 'token-1' } as const
const key = keyOf('a')
const shared = { table: 'shop', key, condition: 'attribute_exists(#pk)', names: { '#pk': 'pk' } }

describe('a single write', () => {
  const params = {
    TableName: 'shop',
    ConditionExpression: 'attribute_exists(#pk)',
    ExpressionAttributeNames: { '#pk': 'pk' },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    ReturnValues: 'ALL_NEW',
  }

  it.each<[Partial<Write>, string, object]>([
    [{ action: 'Put', item: key }, 'PutItemCommand', { Item: key }],
    [
      { action: 'Update', update: 'SET #pk = #pk' },
      'UpdateItemCommand',
      { Key: key, UpdateExpression: 'SET #pk = #pk' },
    ],
    [{ action: 'Delete' }, 'DeleteItemCommand', { Key: key }],
  ])('is the command of its action, and gives back what it asked for', async (given, name, own) => {
    const { store, sent } = storeOf([{ Attributes: key }])
    const plan = new CompiledPlan([writeOn('a', { ...shared, ...given })])
    expect(await store.send(plan, options, context)).toEqual({
      answer: { kind: 'committed', item: key },
      unanswered: 0,
    })
    expect(sent).toMatchObject([{ name, input: { ...params, ...own } }])
    expect(sent[0]?.input).not.toHaveProperty('ReturnConsumedCapacity')
  })
})

describe('several writes', () => {
  it('are a transaction under a token', async () => {
    const { store, sent } = storeOf()
    const plan = new CompiledPlan([writeOn('a', shared), writeOn('b', shared)])
    await store.send(plan, options, { ...context, seen: () => {} })
    const Put = expect.objectContaining({ TableName: 'shop' })
    expect(sent).toMatchObject([{ name: 'TransactWriteItemsCommand' }])
    expect(sent[0]?.input).toEqual({
      TransactItems: [{ Put }, { Put }],
      ClientRequestToken: 'token-1',
      ReturnConsumedCapacity: 'TOTAL',
    })
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
    dynamo.faults.internalError({ times: 2 })
    dynamo.faults.throttle()
    expect(await store.send(new CompiledPlan([put('a')]), none, context)).toMatchObject({
      answer: { kind: 'committed' },
      unanswered: 2,
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

  it('has no answer where all of its sends were lost', async () => {
    const { dynamo, store, put } = await table()
    dynamo.faults.lostAnswer({ times: Number.POSITIVE_INFINITY })
    const { answer, unanswered } = await store.send(new CompiledPlan([put('a'), put('b')]), options, context)
    expect(answer).toMatchObject({ kind: 'unanswered' })
    expect(unanswered).toBeGreaterThan(1)
  })

  it('was never sent where what the client threw came before that', async () => {
    const error = new Error('no credentials')
    const { store } = storeOf([error])
    expect(await store.send(new CompiledPlan([writeOn('a')]), options, context)).toEqual({
      answer: { kind: 'failed', error },
      unanswered: 0,
    })
  })

  it('has failed where the service refuses it for good', async () => {
    const error = serviceError('AccessDeniedException', { $metadata: { httpStatusCode: 400 } })
    const { store } = storeOf([error])
    expect(await store.send(new CompiledPlan([writeOn('a')]), options, context)).toEqual({
      answer: { kind: 'failed', error },
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
