import { createTestTable } from '@latchkey/testing'
import { models } from './models.js'
import { runSettings } from './run-settings.js'

const table = await createTestTable(models)
const { faults } = await runSettings({ client: table.dynamo.client, table: table.name, print: console.log })
await table.drop()

for (const fault of faults) console.error(`Wrong: ${fault}`)
if (faults.length > 0) process.exitCode = 1
