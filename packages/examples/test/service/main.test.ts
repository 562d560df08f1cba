import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { createTestTable, startEngine } from '@latchkey/testing'
import { describe, expect, test } from 'vitest'
import { models } from '../../src/service/models.js'
import { examples, fromSource } from './from-source.js'

/** Starts the program in a process of its own. */
async function startService(env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, fromSource('src/service/main.ts'), {
    cwd: examples,
    env: { ...process.env, ...env, PORT: '0', NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit: Promise<unknown[]> = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const line = async (): Promise<string> => String((await lines.next()).value)
  const [url = ''] = /http:\S+/.exec(await line()) ?? []
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(`${url}${path}`, { method, headers, ...sent })
    const etag = response.headers.get('ETag') ?? ''
    const answer = (await response.json()) as Record<string, unknown>
    return { status: response.status, etag, body: answer }
  }
  return { child, exit, line, url, call }
}

describe('the program', () => {
  test('serves on a table that it is given, and finishes what is under way when it is told to stop', async () => {
    const dynamo = await startEngine({ transport: 'http' })
    const table = await createTestTable(models, { dynamo })
    const service = await startService({
      TABLE: table.name,
      AWS_ENDPOINT_URL_DYNAMODB: dynamo.endpoint,
      AWS_REGION: 'local',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    })
    const { call } = service
    const accounts = '/tenants/t1/accounts'
    try {
      const ada = { email: 'ada@x.io', username: 'ada' }
      const once = { 'Idempotency-Key': 'k1' }
      const created = await call('POST', accounts, ada, once)
      expect(created).toMatchObject({ status: 201, etag: '"1"', body: ada })
      expect(await call('POST', accounts, ada, once)).toEqual(created)
      expect(await call('POST', accounts, { ...ada, plan: 'pro' }, once)).toMatchObject({
        status: 422,
        body: { code: 'IDEMPOTENCY_KEY_REUSED' },
      })
      expect(await call('POST', accounts, ada, { 'Idempotency-Key': 'k2' })).toMatchObject({
        status: 409,
        body: { problems: [{ path: 'email' }, { path: 'username' }] },
      })
      expect((await call('GET', accounts)).body['items']).toEqual([created.body])
      expect(await call('GET', `${accounts}/nobody`)).toMatchObject({ status: 404 })
      const path = `${accounts}/${created.body['accountId']}`
      const old = { 'If-Match': '"7"' }
      expect(await call('PATCH', path, { plan: 'pro' }, old)).toMatchObject({
        status: 412,
        body: { code: 'VERSION' },
      })

      const gate = dynamo.hold({ operation: 'TransactWriteItems' })
      const underWay = call('POST', accounts, { email: 'bob@x.io' })
      await gate.waitFor(1)
      service.child.kill('SIGTERM')
      expect(await service.line()).toBe('Stopping')
      await expect(fetch(`${service.url}/health`)).rejects.toThrow('fetch failed')
      gate.open()
      expect(await underWay).toMatchObject({ status: 201, body: { email: 'bob@x.io' } })
      expect(await service.exit).toEqual([0, null])
      expect(await service.line()).toBe('Stopped')
      const stored = await table.stored()
      expect(stored.filter((item) => item['__edb_e__']?.S === 'account')).toHaveLength(2)
    } finally {
      service.child.kill('SIGKILL')
      await dynamo.stop()
    }
  }, 60_000)

  test('without a table has one in its own process', async () => {
    const { child, exit, call } = await startService()
    try {
      expect(await call('POST', '/tenants/t1/accounts', { email: 'ada@x.io' })).toMatchObject({ status: 201 })
      child.kill('SIGTERM')
      expect(await exit).toEqual([0, null])
    } finally {
      child.kill('SIGKILL')
    }
  }, 60_000)
})
