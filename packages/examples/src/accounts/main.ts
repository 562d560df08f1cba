import { createTestTable } from '@latchkey/testing'
import { models } from './models.js'
import { runAccounts } from './run-accounts.js'

// In production: a DynamoDBClient of your own, and the name of your table.
const table = await createTestTable(models)
await runAccounts({ client: table.dynamo.client, table: table.name, print: console.log })
await table.drop()
