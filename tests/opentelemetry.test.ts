import { openTelemetry } from '@latchkey/core/opentelemetry'
import { testDatabase, testTable } from '@latchkey/testing'
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { users } from './models.js'

const exporter = new InMemorySpanExporter()
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
provider.register()
const tracer = trace.getTracer('test')

beforeEach(() => exporter.reset())
afterAll(() => provider.shutdown())

const spans = () =>
  exporter.getFinishedSpans().map(({ name, kind, attributes, status, events }) => ({
    name,
    kind,
    attributes,
    status,
    events: events.map((event) => [
      event.name,
      event.attributes?.['latchkey.command'] ?? event.attributes?.['latchkey.reason'],
    ]),
  }))

describe('the OpenTelemetry observer', () => {
  test('makes a span of a call, with its constraints, requests and capacity', async () => {
    const db = await testDatabase({ users }, { observe: openTelemetry() })
    await db.users.create({ id: 'a', email: 'ada@lovelace.io' })
    expect(spans()).toEqual([
      {
        name: 'create user',
        kind: SpanKind.CLIENT,
        attributes: {
          'db.system.name': 'aws.dynamodb',
          'db.operation.name': 'create',
          'db.collection.name': testTable(db).name,
          'latchkey.model': 'user',
          'latchkey.requests': 1,
          'latchkey.retries': 0,
          'latchkey.capacity': 4,
          'latchkey.constraints': ['claim of email'],
        },
        status: { code: SpanStatusCode.UNSET },
        events: [['request', 'TransactWriteItems']],
      },
    ])
  })

  test('says what a refused call was refused for, in names', async () => {
    const db = await testDatabase({ users }, { observe: openTelemetry() })
    await db.users.create({ id: 'a', email: 'secret@x.org' })
    exporter.reset()
    await db.users.create({ id: 'b', email: 'secret@x.org' }).result()
    const [span] = spans()
    expect(span).toMatchObject({
      attributes: { 'error.type': 'UNIQUE', 'latchkey.violations': ['UNIQUE email'], 'latchkey.requests': 2 },
      status: { code: SpanStatusCode.ERROR },
    })
    expect(JSON.stringify(spans())).not.toContain('secret')
  })

  test('keeps the text of an error that is not ours to itself', async () => {
    const db = await testDatabase({ users }, { observe: openTelemetry() })
    const failing = db.$transaction(() => {
      throw new RangeError('secret')
    })
    await expect(failing).rejects.toThrow('secret')
    expect(spans()).toMatchObject([
      {
        name: '$transaction',
        attributes: { 'error.type': 'RangeError' },
        status: { code: SpanStatusCode.ERROR, message: 'RangeError' },
      },
    ])
    expect(spans()[0]?.attributes).not.toHaveProperty('latchkey.model')
  })

  test('counts retries', async () => {
    const db = await testDatabase({ users }, { observe: openTelemetry() })
    testTable(db).dynamo.faults.conflict({ times: 2 })
    await db.users.create({ id: 'a', email: 'a@x.org' })
    const [span] = spans()
    expect(span).toMatchObject({ attributes: { 'latchkey.retries': 2, 'latchkey.requests': 3 } })
    expect(span?.events.filter(([name]) => name === 'retry')).toEqual([
      ['retry', 'TransactionConflict'],
      ['retry', 'TransactionConflict'],
    ])
  })

  test('stands between the span of the caller and what is made while the call runs', async () => {
    const observe = [openTelemetry(), { onRequest: () => tracer.startSpan('inner').end() }]
    const db = await testDatabase({ users }, { observe })
    await tracer.startActiveSpan('handler', async (span) => {
      await Promise.all([db.users.get({ id: 'a' }), db.users.get({ id: 'b' })])
      span.end()
    })
    const all = exporter.getFinishedSpans()
    const id = (name: string) =>
      all.filter((span) => span.name === name).map((span) => span.spanContext().spanId)
    const parents = (name: string) =>
      all.filter((span) => span.name === name).map((span) => span.parentSpanContext?.spanId)
    expect(parents('get user')).toEqual([...id('handler'), ...id('handler')])
    expect(parents('inner').sort()).toEqual(id('get user').sort())
  })

  test('takes a tracer and attributes', async () => {
    const own = new InMemorySpanExporter()
    const other = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(own)] })
    const attributes = ({ operation }: { operation: string }) => ({
      'app.call': operation,
      'latchkey.model': 'of the caller',
    })
    const observe = openTelemetry({ tracer: other.getTracer('own'), attributes })
    const db = await testDatabase({ users }, { observe })
    await db.users.get({ id: 'a' })
    expect(own.getFinishedSpans().map((span) => span.attributes)).toMatchObject([
      { 'app.call': 'get', 'latchkey.model': 'user' },
    ])
    expect(exporter.getFinishedSpans()).toEqual([])
  })
})
