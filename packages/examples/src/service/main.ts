import { connect } from '@latchkey/core'
import { createApp } from './app.js'
import { repositories } from './generated/index.js'
import { models } from './models.js'
import { openTable } from './open-table.js'
import { serveApp } from './serve-app.js'

/** How long those under way have when it stops: less than what most platforms wait before they kill. */
const GRACE_MS = 10_000

const table = await openTable(process.env['TABLE'])
const db = repositories(connect(models, { client: table.client, table: table.name }))
const app = createApp({ ...db, report: console.error })
const service = await serveApp(app, Number(process.env['PORT'] ?? 3000))

async function shutDown(): Promise<void> {
  console.log('Stopping')
  await service.stop(GRACE_MS)
  await table.close()
  console.log('Stopped')
}
// Once: who cannot wait sends the signal again, and it ends at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void shutDown())
console.log(`Listening on http://127.0.0.1:${service.port}`)
