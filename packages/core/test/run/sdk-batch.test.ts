import { createTestTable } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, it } from 'vitest'
import { SdkStore } from '../../src/run/sdk-store.js'
import { FakeEnvironment } from '../fake-environment.js'
import { serviceError } from '../recording-store.js'
import { context, storeOf } from './answering-client.js'
import { policy, writeOn } from './runtime.js'

const put = (pk: string, table = 'shop') =>
  writeOn(pk, { table, item: { pk: { S: pk }, sk: { S: pk }, text: { S: 'x' } } })
const remove = (pk: string) => writeOn(pk, { action: 'Delete' })
const keyOf = (pk: string) => ({ pk: { S: pk }, sk: { S: pk } })
const service = (name: string) => serviceError(name, { $metadata: { httpStatusCode: 400 } })

describe('a batch', () => {
  it('is the puts and deletes of one table, without their conditions', async () => {
    const { store, sent } = storeOf()
    const answer = await store.batch([put('a'), remove('b')], { ...context, seen: () => {} })
    expect(answer).toEqual({ kind: 'taken', left: [] })
    expect(sent).toMatchObject([{ name: 'BatchWriteItemCommand' }])
    expect(sent[0]?.input).toEqual({
      RequestItems: {
        shop: [
          { PutRequest: { Item: { ...keyOf('a'), text: { S: 'x' } } } },
          { DeleteRequest: { Key: keyOf('b') } },
        ],
      },
      ReturnConsumedCapacity: 'TOTAL',
    })
  })

  it('of nothing is not sent', async () => {
    const { store, sent } = storeOf()
    expect(await store.batch([], context)).toEqual({ kind: 'taken', left: [] })
    expect(sent).toEqual([])
  })

  it('gives what the service left of it, by the keys of its writes', async () => {
    const writes = [put('a'), remove('b'), put('c'), remove('d')]
    const left = [{ DeleteRequest: { Key: keyOf('d') } }, { PutRequest: { Item: put('c').item } }]
    const { store } = storeOf([
      { UnprocessedItems: { shop: left } },
      { UnprocessedItems: {} },
      { UnprocessedItems: undefined },
    ])
    expect(await store.batch(writes, context)).toEqual({ kind: 'taken', left: writes.slice(2) })
    expect(await store.batch(writes, context)).toEqual({ kind: 'taken', left: [] })
    expect(await store.batch(writes, context)).toEqual({ kind: 'taken', left: [] })
  })

  it('is seen by its name', async () => {
    const seen: unknown[] = []
    const { store } = storeOf([service('ThrottlingException')])
    await store.batch([put('a')], { ...context, seen: ({ command, error }) => seen.push([command, error]) })
    expect(seen).toEqual([['BatchWriteItem', 'ThrottlingException']])
  })
})

describe('a batch that is not taken', () => {
  it('was contended, or has failed', async () => {
    const [throttled, denied, unsent] = [
      service('ThrottlingException'),
      service('AccessDeniedException'),
      new Error('no credentials'),
    ]
    const { store } = storeOf([throttled, denied, unsent])
    expect(await store.batch([put('a')], context)).toEqual({
      kind: 'contended',
      reason: 'ThrottlingException',
      isSettled: true,
      error: throttled,
    })
    expect(await store.batch([put('a')], context)).toEqual({ kind: 'failed', error: denied })
    expect(await store.batch([put('a')], context)).toEqual({ kind: 'failed', error: unsent })
  })

  it('was not sent where the caller had given up', async () => {
    const reason = new Error('no longer wanted')
    const { store, sent } = storeOf()
    const signal = AbortSignal.abort(reason)
    expect(await store.batch([put('a')], { ...context, signal })).toEqual({ kind: 'failed', error: reason })
    expect(sent).toEqual([])
  })
})

describe('a batch whose answer was lost', () => {
  const open = async () => {
    const Plain = new Entity({
      model: { entity: 'plain', version: '1', service: 'shop' },
      attributes: { id: { type: 'string' } },
      indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
    })
    const { dynamo, name } = await createTestTable({ plain: { schema: Plain.schema } as never })
    const environment = new FakeEnvironment()
    const store = new SdkStore({ client: dynamo.client, environment, retry: policy })
    const send = (table = name) => store.batch([put('a', table)], context)
    return { faults: dynamo.faults, send }
  }

  it('has none', async () => {
    const { faults, send } = await open()
    faults.lostAnswer({ times: Number.POSITIVE_INFINITY })
    expect(await send()).toMatchObject({ kind: 'unanswered' })
  })

  it('is settled by the client’s own next send, if that is taken', async () => {
    const { faults, send } = await open()
    faults.lostAnswer()
    expect(await send()).toEqual({ kind: 'taken', left: [] })
  })

  it('may have been applied, whatever is said of the sends after it', async () => {
    const throttled = await open()
    throttled.faults.internalError({ committed: true })
    throttled.faults.throttle({ times: Number.POSITIVE_INFINITY })
    expect(await throttled.send()).toMatchObject({ kind: 'contended', isSettled: false })
    const gone = await open()
    expect(await gone.send('another')).toMatchObject({ kind: 'failed' })
    gone.faults.internalError()
    expect(await gone.send('another')).toMatchObject({
      kind: 'unanswered',
      error: { name: 'ResourceNotFoundException' },
    })
  })
})
