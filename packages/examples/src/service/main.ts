import { connect } from '@latchkey/core'
import { createTestTable } from '@latchkey/testing'
import { createApp } from './app.js'
import { repositories } from './generated/index.js'
import { models } from './models.js'
import { serveApp } from './serve-app.js'

// A table in the process, to try the service out: a real one gives its client and its name here.
const table = await createTestTable(models)
const db = repositories(connect(models, { client: table.dynamo.client, table: table.name }))

const app = createApp({ ...db, report: console.error })
const service = await serveApp(app, Number(process.env['PORT'] ?? 3000))
console.log(`Listening on http://127.0.0.1:${service.port}`)

async function shutDown(): Promise<void> {
  await service.stop()
  await table.drop()
  console.log('Stopped')
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void shutDown())
