import { createTestTable } from '@latchkey/testing'
import { deliveries } from './deliveries.js'
import { models } from './models.js'
import { runOrders } from './run-orders.js'

const table = await createTestTable(models)
const setting = { client: table.dynamo.client, table: table.name, print: console.log }

const { faults } = await runOrders(setting, deliveries())
await table.drop()

for (const fault of faults) console.error(`Wrong: ${fault}`)
if (faults.length > 0) process.exitCode = 1
