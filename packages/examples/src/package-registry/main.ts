import { createTestTable } from '@latchkey/testing'
import { models } from './models.js'
import { showProgress } from './progress.js'
import { readPackages, sample } from './read-packages.js'
import { runPackageRegistry } from './run-package-registry.js'

const rows = await readPackages(sample)
const table = await createTestTable(models)
const setting = { client: table.dynamo.client, table: table.name, print: console.log }

const progress = showProgress(rows.length)
const { faults } = await runPackageRegistry(setting, rows, progress.update).finally(progress.stop)
await table.drop()

for (const fault of faults) console.error(`Wrong: ${fault}`)
if (faults.length > 0) process.exitCode = 1
