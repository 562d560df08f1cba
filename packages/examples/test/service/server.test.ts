import { connect } from '@latchkey/core'
import { createTestTable } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { createApp } from '../../src/service/app.js'
import { repositories } from '../../src/service/generated/index.js'
import { models } from '../../src/service/models.js'
import { serveApp } from '../../src/service/serve-app.js'

test('the service answers over HTTP, and a stop waits for what is under way', async () => {
  const table = await createTestTable(models)
  const db = repositories(connect(models, { client: table.dynamo.client, table: table.name }))
  const service = await serveApp(createApp({ ...db, report: console.error }), 0)
  const url = `http://127.0.0.1:${service.port}`
  const post = (name: string, key: string) =>
    fetch(`${url}/tenants/t1/accounts`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify({ email: `${name}@x.io`, username: name }),
    })
  const created = await post('ada', 'k1')
  expect(created.status).toBe(201)
  expect(await (await post('ada', 'k1')).json()).toEqual(await created.json())
  expect(await (await post('ada', 'k2')).json()).toMatchObject({
    status: 409,
    problems: [{ path: 'email' }, { path: 'username' }],
  })

  const gate = table.dynamo.hold({ operation: 'TransactWriteItems' })
  const underWay = post('bob', 'k3')
  await gate.waitFor(1)
  const stopped = service.stop()
  await expect(fetch(`${url}/health`)).rejects.toThrow()
  gate.open()
  expect((await underWay).status).toBe(201)
  await stopped
  await table.drop()
})
