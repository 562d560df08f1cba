// The fixtures: what has to compile, and what has to be refused, with a text that helps.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runCompiler } from './compilers.js'
import { compare, readErrors, readExpectations } from './expectations.js'

export async function checkFixtures(version) {
  const errors = readErrors(await runCompiler(version, ['-p', 'fixtures/tsconfig.json']))
  const files = readdirSync(join(root, 'fixtures'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `fixtures/${name}`)
  const known = new Set(files)
  const elsewhere = errors.filter(({ file }) => !known.has(file))
  return [
    ...files.flatMap((file) => checkFixture(file, errors)),
    ...elsewhere.map(({ file, line, message }) => ({ ok: false, text: `${file}:${line}: ${message}` })),
  ]
}

function checkFixture(file, errors) {
  const expectations = readExpectations(readFileSync(join(root, file), 'utf8'))
  const results = compare(
    file,
    expectations,
    errors.filter((error) => error.file === file),
  )
  return expectations.length === 0 && results.length === 0 ? [{ ok: true }] : results
}
