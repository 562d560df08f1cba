import { createTestTable } from '@latchkey/testing'
import { models } from './models.js'
import { runAccounts } from './run-accounts.js'

// In production: a DynamoDBClient of your own, and the name of your table.
const { name, dynamo, drop } = await createTestTable(models)
await runAccounts({ client: dynamo.client, table: name, print: console.log })
await drop()
