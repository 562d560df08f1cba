import { Agent, request } from 'node:http'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DynaliteEngine } from '../../src/engine/dynalite-engine.js'
import { type Dynamo, startDynalite } from '../../src/index.js'
import { TestingError } from '../../src/testing-error.js'
import { type Ask, askable, makeTables } from '../ask.js'
import { key, put, update } from '../transaction/put-and-check.js'
import { malformed, VALID } from './malformed.js'

/** How many requests are generated; more by `LATCHKEY_RUNS`. */
const RUNS = Number(process.env['LATCHKEY_RUNS'] ?? 3000)

describe('nothing escapes', () => {
  let ask: Ask
  let engine: DynaliteEngine

  beforeEach(async () => {
    ;({ ask, engine } = await askable())
  })

  const contents = async (): Promise<string> => {
    const scans = await Promise.all([
      ask('Scan', { TableName: 'shop' }),
      ask('Scan', { TableName: 'shop', IndexName: 'gsi1' }),
      ask('Scan', { TableName: 'plain' }),
    ])
    return JSON.stringify(scans.map(({ body }) => body['Items']))
  }

  test('the requests that malformed ones are made from pass every check', async () => {
    for (const [operation, input] of VALID) {
      await ask('PutItem', { TableName: 'shop', Item: { ...key('a'), m: { M: {} }, q: { L: [] } } })
      const { status, body } = await ask(operation, structuredClone(input))
      if (status !== 200)
        expect([operation, body['__type']]).toEqual([
          operation,
          expect.stringMatching(/ConditionalCheckFailed|TransactionCanceled/),
        ])
    }
  })

  test(`a malformed request of any shape is answered, frees its locks, and writes all or nothing`, {
    timeout: 120_000,
  }, async () => {
    let before = await contents()
    await fc.assert(
      fc.asyncProperty(malformed, async ({ operation, input }) => {
        const { status, body } = await ask(operation, input)
        expect(engine.storage.locks.size).toBe(0)
        const after = await contents()
        if (status !== 200) {
          expect([status, body]).toEqual([400, expect.objectContaining({ __type: expect.any(String) })])
          expect(after).toBe(before)
        }
        before = after
      }),
      { numRuns: RUNS },
    )
    expect((await ask('PutItem', { TableName: 'shop', Item: key('still-works') })).status).toBe(200)
  })

  describe('a write that fails in the middle', () => {
    const failing = async (operation: string, input: Record<string, unknown>): Promise<void> => {
      const before = await contents()
      const { db } = engine.storage.store
      const batch = db.batch
      db.batch = () => Promise.reject(new TestingError('the disk is full'))
      const answer = await ask(operation, input)
      db.batch = batch
      expect(answer.status).toBe(500)
      expect(answer.body['__type']).toMatch(/#InternalServerError$/)
      expect(engine.storage.locks.size).toBe(0)
      expect(await contents()).toBe(before)
      expect((await ask(operation, input)).status).toBe(200)
      expect(await contents()).not.toBe(before)
    }
    const indexed = (pk: string) => ({ ...key(pk), gsi1pk: { S: 'g' }, gsi1sk: { S: pk } })

    beforeEach(() => ask('PutItem', { TableName: 'shop', Item: indexed('a') }))

    test('of a transaction leaves nothing, and its token unused', () =>
      failing('TransactWriteItems', {
        ClientRequestToken: 'token',
        TransactItems: [put(indexed('b')), update(key('a'), 'SET gsi1sk = :x', { ':x': { S: 'x' } })],
      }))

    test('of a single write leaves neither the item nor its index entries', () =>
      failing('PutItem', { TableName: 'shop', Item: indexed('b') }))

    test('of a read answers, too', async () => {
      const { db } = engine.storage.store
      const get = db.get
      const gone = new TestingError('the disk is gone')
      db.get = (_key, callback) => {
        if (callback === undefined) return Promise.reject(gone)
        setImmediate(callback, gone, undefined)
        return Promise.resolve(undefined)
      }
      const answers = await Promise.all([
        ask('GetItem', { TableName: 'shop', Key: key('a') }),
        ask('PutItem', { TableName: 'shop', Item: key('a') }),
        ask('TransactGetItems', { TransactItems: [{ Get: { TableName: 'shop', Key: key('a') } }] }),
      ])
      db.get = get
      expect(answers.map(({ status }) => status)).toEqual([500, 500, 500])
      expect(engine.storage.locks.size).toBe(0)
    })
  })
})

describe('nothing escapes over HTTP', () => {
  let dynamo: Dynamo
  const agent = new Agent({ keepAlive: true })

  beforeAll(async () => {
    dynamo = await startDynalite()
    await makeTables(dynamo.client)
  })

  afterAll(async () => {
    agent.destroy()
    await dynamo.stop()
  })

  const post = (body: Uint8Array | string, headers: Record<string, string>, method = 'POST') =>
    new Promise<number>((resolve, reject) => {
      const sent = request(dynamo.endpoint, { method, agent, headers }, (response) => {
        response.resume()
        response.once('end', () => resolve(response.statusCode ?? 0))
      })
      sent.once('error', reject)
      sent.end(method === 'GET' ? undefined : body)
    })

  const signed = {
    authorization: 'AWS4-HMAC-SHA256 Credential=a, SignedHeaders=b, Signature=c',
    'content-type': 'application/x-amz-json-1.0',
  }
  const target = fc.constantFrom(
    'DynamoDB_20120810.PutItem',
    'DynamoDB_20120810.TransactWriteItems',
    'DynamoDB_20120810.Nothing',
    'DynamoDB_20120810.',
    'DynamoDB_20120810.constructor',
    'PutItem',
    '',
  )

  test('bodies and headers of any kind are answered', { timeout: 60_000 }, async () => {
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.json(),
      fc.constantFrom('', '{', 'null', '[]', '"x"', '{"TableName":"shop"}'),
    )
    await fc.assert(
      fc.asyncProperty(target, body, fc.boolean(), async (name, content, isSigned) => {
        const headers = { ...(isSigned ? signed : { 'content-type': 'text/plain' }), 'x-amz-target': name }
        expect(await post(content, headers)).toBeGreaterThanOrEqual(400)
      }),
      { numRuns: Math.min(RUNS, 1000) },
    )
    expect(await post('', {}, 'GET')).toBe(200)
    expect(await post('', { origin: 'http://example.com' }, 'OPTIONS')).toBe(200)
    expect(await post('{}', { ...signed, 'x-amz-target': 'DynamoDB_20120810.ListTables' })).toBe(200)
  })
})
