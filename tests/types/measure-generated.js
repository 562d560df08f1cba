// What checking a service costs: on inferred repositories, and on generated ones. Run it after a build:
// `npm run measure:generated`, or `node tests/types/measure-generated.js 20` for another number of models.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serviceFiles } from './budget/generate-services.js'
import { root, runCompiler, versions, writeProject } from './compilers.js'
import { readErrors } from './expectations.js'

const command = join(root, '..', '..', 'packages', 'cli', 'dist', 'bin', 'latchkey.js')
const options = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: true }

/** What is checked together, by what it is. */
const programs = {
  models: ['models.ts'],
  inferred: ['inferred.ts'],
  generated: ['service.ts'],
  connected: ['service.ts', 'main.ts'],
}

/** Writes the service with this many models down, and generates its repositories. */
export function writeServices(size) {
  const folder = join(root, 'dist', 'services', String(size))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeProject(`dist/services/${size}/tsconfig.json`, ['models.ts'], options)
  for (const [name, text] of Object.entries(serviceFiles(size))) writeFileSync(join(folder, name), text)
  execFileSync(process.execPath, [command, 'generate', '--models', 'models.ts', '--out', 'generated'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (const [name, files] of Object.entries(programs)) writeProject(projectOf(name, size), files, options)
}

const projectOf = (name, size) => `dist/services/${size}/${name}.json`

/** What a compiler says of one of the programs. */
export async function measure(version, name, size) {
  const count = ['--extendedDiagnostics', ...(version === '7' ? ['--singleThreaded'] : [])]
  const output = await runCompiler(version, ['-p', projectOf(name, size), ...count])
  const [error] = readErrors(output)
  if (error !== undefined) throw new Error(`${name} with ${size} models does not compile: ${error.message}`)
  const read = (what) => Number(new RegExp(`${what}:\\s+([\\d.]+)`).exec(output)?.[1])
  return { instantiations: read('Instantiations'), check: read('Check time'), total: read('Total time') }
}

const TITLES = {
  models: 'the models alone',
  inferred: 'a service on inferred repositories',
  generated: 'the same service on generated ones',
  connected: 'that, with the file that connects',
}

async function print(size) {
  writeServices(size)
  console.log(`${size} models. Instantiations, and seconds of checking and in all, on this machine:`)
  for (const version of versions.filter((each) => ['5.4', '7'].includes(each))) {
    console.log(`\nTypeScript ${version}`)
    for (const name of Object.keys(programs)) {
      const { instantiations, check, total } = await measure(version, name, size)
      const seconds = `${check.toFixed(2)} s of ${total.toFixed(2)} s`
      console.log(
        `  ${TITLES[name].padEnd(36)} ${instantiations.toLocaleString('en').padStart(12)}   ${seconds}`,
      )
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await print(Number(process.argv[2] ?? 100))
