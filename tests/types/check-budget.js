// What the types cost: the compiler's instantiations, ours divided by ElectroDB's own for the same calls.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateOurs, generatePlain } from './budget/generate.js'
import { root, runCompiler, writeProject } from './compilers.js'
import { readErrors } from './expectations.js'

const { sizes, large, most } = JSON.parse(readFileSync(join(root, 'budget', 'budget.json'), 'utf8'))

const applications = {
  plain: (size) => generatePlain(size),
  same: (size) => generateOurs(size, 'same'),
  further: (size) => generateOurs(size, 'further'),
  numbered: (size) => generateOurs(size, 'numbered'),
  referring: (size) => generateOurs(size, 'referring'),
  together: (size) => generateOurs(size, 'together'),
}

const options = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: true }
const projectOf = (name, size) => `dist/budget/${name}-${size}.json`

/** Writes the applications down. */
export function writeApplications() {
  for (const [name, generate] of Object.entries(applications)) {
    for (const size of sizes[name] ?? sizes.same) {
      writeProject(projectOf(name, size), [`${name}-${size}.ts`], options)
      writeFileSync(join(root, 'dist', 'budget', `${name}-${size}.ts`), generate(size))
    }
  }
}

async function countInstantiations(version, name, size) {
  const count = ['--extendedDiagnostics', ...(version === '7' ? ['--singleThreaded'] : [])]
  const output = await runCompiler(version, ['-p', projectOf(name, size), ...count])
  const errors = readErrors(output)
  if (errors.length > 0) throw new Error(`${name}-${size} does not compile: ${errors[0].message}`)
  return Number(/Instantiations:\s+(\d+)/.exec(output)?.[1])
}

export async function checkBudget(version) {
  const results = []
  const measured = sizes.same.filter((size) => size < large.size || large.versions.includes(version))
  for (const size of measured) {
    const plain = await countInstantiations(version, 'plain', size)
    for (const name of ['same', 'further', 'numbered', 'referring', 'together'].filter((kind) =>
      sizes[kind].includes(size),
    )) {
      const ours = await countInstantiations(version, name, size)
      const ratio = ours / plain
      const limit = most[version][name]
      const text = `${size} models, ${name} calls: ${ours} instantiations, ElectroDB ${plain}, ${ratio.toFixed(2)} of at most ${limit}`
      results.push({ ok: ratio <= limit, text, note: text })
    }
  }
  return results
}
