import { request } from 'node:http'
import { connect } from '@latchkey/core'
import { createTestTable } from '@latchkey/testing'
import type { Hono } from 'hono'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../src/service/app.js'
import { repositories } from '../../src/service/generated/index.js'
import { models } from '../../src/service/models.js'
import { type Service, serveApp } from '../../src/service/serve-app.js'

let table: Awaited<ReturnType<typeof createTestTable>>
let app: Hono
let service: Service
let reported: unknown[]

beforeEach(async () => {
  table = await createTestTable(models)
  reported = []
  const db = repositories(connect(models, { client: table.dynamo.client, table: table.name }))
  app = createApp({ ...db, report: (error) => reported.push(error) })
  service = await serveApp(app, 0)
})
afterEach(() => table.drop())

const urlOf = (path: string): string => `http://127.0.0.1:${service.port}${path}`
const GRACE_MS = 60_000

test('what a caller who has gone asked for is given up, and is no fault', async () => {
  const gate = table.dynamo.hold({ operation: 'GetItem' })
  const caller = new AbortController()
  const asked = fetch(urlOf('/tenants/t1/accounts/a1'), { signal: caller.signal })
  await gate.waitFor(1)
  caller.abort()
  await expect(asked).rejects.toThrow('aborted')
  // The read is held all the time: without the signal the request would be under way until the end of the test.
  await service.stop(GRACE_MS)
  gate.open()
  expect(reported).toEqual([])
})

test('a caller who has gone is no fault wherever it runs, with an error for a reason as well', async () => {
  const gate = table.dynamo.hold({ operation: 'GetItem' })
  const caller = new AbortController()
  const asked = app.request('/tenants/t1/accounts/a1', { signal: caller.signal })
  await gate.waitFor(1)
  caller.abort()
  expect((await asked).status).toBe(500)
  expect(reported).toEqual([])
  gate.open()
  await service.stop(GRACE_MS)
})

test('what is under way when it stops is answered, and its connection is not kept', async () => {
  const gate = table.dynamo.hold({ operation: 'TransactWriteItems' })
  const underWay = fetch(urlOf('/tenants/t1/accounts'), { method: 'POST', body: '{"email":"ada@x.io"}' })
  await gate.waitFor(1)
  const stopped = service.stop(GRACE_MS)
  await expect(fetch(urlOf('/health'))).rejects.toThrow('fetch failed')
  gate.open()
  const { status, headers } = await underWay
  expect([status, headers.get('Connection')]).toEqual([201, 'close'])
  await stopped
})

test('what takes too long when it stops is cut off', async () => {
  // Half a body, of which the rest never comes. The server says `continue` when the request has reached it.
  const caller = request(urlOf('/tenants/t1/accounts'), {
    method: 'POST',
    headers: { Expect: '100-continue' },
  })
  const cut = new Promise((resolve) => caller.once('error', resolve))
  await new Promise((resolve) => caller.once('continue', resolve).flushHeaders())
  caller.write('{"email":')
  await service.stop(50)
  expect(await cut).toMatchObject({ code: 'ECONNRESET' })
})
