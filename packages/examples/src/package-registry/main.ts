import { createTestTable } from '@latchkey/testing'
import { models } from './models.js'
import { showProgress } from './progress.js'
import { readPackages, sample } from './read-packages.js'
import { runPackageRegistry } from './run-package-registry.js'

const rows = await readPackages(sample)
const table = await createTestTable(models)
const setting = { client: table.dynamo.client, table: table.name, print: console.log }

const { faults } = await runPackageRegistry(setting, rows, showProgress(rows.length))
await table.drop()

for (const fault of faults) console.error(`Wrong: ${fault}`)
if (faults.length > 0) process.exitCode = 1
