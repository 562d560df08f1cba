// The whole test run: vitest's tests and the type tests, summed up in one last line.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { startVitest } from 'vitest/node'
import { describeWalks } from './describe-walks.js'

/** Runs every vitest project from source. What fails outside a test counts as one failure more. */
async function runVitest() {
  const vitest = await startVitest('test', [], { watch: false })
  const modules = vitest.state.getTestModules()
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const count = (state) => tests.filter((test) => test.result().state === state).length
  const broken = modules.filter((module) => module.errors().length > 0)
  const strays = vitest.state.getUnhandledErrors()
  await vitest.close()
  const walks = describeWalks(tests)
  if (walks !== undefined) console.log(walks)
  return {
    passed: count('passed'),
    failed: count('failed') + broken.length + strays.length,
    skipped: count('skipped'),
  }
}

/** Runs the type tests in a process of their own, and reads their last line. */
function runTypeTests() {
  return new Promise((resolve, reject) => {
    const program = join(import.meta.dirname, 'types', 'run.js')
    const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (text) => {
      output += text
      process.stdout.write(text)
    })
    child.on('error', reject)
    child.on('close', (code) => {
      const [, passed = 0, failed = 0] = /^Types: (\d+) passed, (\d+) failed$/m.exec(output) ?? []
      const isBroken = code !== 0 && Number(failed) === 0
      resolve({ passed: Number(passed), failed: Number(failed) + (isBroken ? 1 : 0), skipped: 0 })
    })
  })
}

// One after the other: both use every core.
const outcomes = [await runVitest(), await runTypeTests()]
const sum = (key) => outcomes.reduce((total, outcome) => total + outcome[key], 0)
process.exitCode = outcomes.some(({ passed, failed }) => failed > 0 || passed === 0) ? 1 : 0
const skipped = sum('skipped') === 0 ? '' : `, ${sum('skipped')} skipped`
console.log(`${sum('passed')} passed, ${sum('failed')} failed${skipped}`)
