// Checks the public types against every compiler that they are promised for. Run it after a build.
import { checkBudget, writeApplications } from './check-budget.js'
import { checkConsumers } from './check-consumers.js'
import { checkFixtures } from './check-fixtures.js'
import { checkGenerated, writeGenerated } from './check-generated.js'
import { checkHovers, hoverVersions } from './check-hovers.js'
import { runAll, versions } from './compilers.js'

writeApplications()
writeGenerated()
const checks = versions.flatMap((version) => [
  { version, name: 'fixtures', check: () => checkFixtures(version) },
  { version, name: 'declarations', check: () => checkConsumers(version) },
  ...(hoverVersions.includes(version)
    ? [{ version, name: 'hovers', check: async () => checkHovers(version) }]
    : []),
  { version, name: 'generated', check: () => checkGenerated(version) },
  { version, name: 'budget', check: () => checkBudget(version) },
])

const outcomes = await runAll(
  checks.map(({ version, name, check }) => async () => {
    const results = await check()
    const failed = results.filter(({ ok }) => !ok)
    console.log(
      `TypeScript ${version}, ${name}: ${results.length - failed.length} passed, ${failed.length} failed`,
    )
    for (const { note } of results) if (note !== undefined) console.log(`  ${note}`)
    for (const { text } of failed) console.log(text.replace(/^/gm, '  '))
    return { passed: results.length - failed.length, failed: failed.length }
  }),
)

const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0)
console.log(`Types: ${sum('passed')} passed, ${sum('failed')} failed`)
if (sum('failed') > 0) process.exitCode = 1
