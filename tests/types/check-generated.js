// What `latchkey generate` writes, compiled as projects compile: it is the same types as those that are inferred.
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, runCompiler, writeProject } from './compilers.js'
import { isOurs, readErrors } from './expectations.js'
import { measure, writeServices } from './measure-generated.js'

const source = join(root, '..', '..', 'packages', 'cli', 'test', 'generate')
const projects = {
  shop: ['models.ts', 'same.ts', 'generated/index.ts'],
  odd: ['models.ts', 'generated/index.ts'],
}

const strictest = {
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
}

/** How projects compile: strict alone, or with all that there is; with what they import looked into, or not. */
const ways = {
  strict: { skipLibCheck: true },
  'strict-with-libraries': { skipLibCheck: false },
  strictest: { ...strictest, skipLibCheck: true },
  'strictest-with-libraries': { ...strictest, skipLibCheck: false },
  bundled: { skipLibCheck: true, module: 'ESNext', moduleResolution: 'Bundler' },
}

/** How many models a service has whose cost is measured, and what part of the inferred one's instantiations it may take. */
const size = 20
const most = 0.1

/** Lays the projects out beside the packages that they import. */
export function writeGenerated() {
  for (const project of Object.keys(projects)) {
    const folder = join(root, 'dist', 'generated', project)
    rmSync(folder, { recursive: true, force: true })
    cpSync(join(source, project), folder, { recursive: true })
  }
  writeServices(size)
}

export async function checkGenerated(version) {
  const results = []
  for (const [project, files] of Object.entries(projects)) {
    for (const [way, options] of Object.entries(ways)) {
      const path = writeProject(`dist/generated/${project}/${way}-${version}.json`, files, options)
      results.push(judge(`${project}, ${way}`, await runCompiler(version, ['-p', path])))
    }
  }
  return [...results, await compareCost(version)]
}

async function compareCost(version) {
  const inferred = await measure(version, 'inferred', size)
  const generated = await measure(version, 'generated', size)
  const part = generated.instantiations / inferred.instantiations
  const text = `${size} models: ${generated.instantiations} instantiations on generated repositories, ${inferred.instantiations} on inferred ones, ${part.toFixed(2)} of at most ${most}`
  return { ok: part <= most, text, note: text }
}

function judge(title, output) {
  const errors = readErrors(output).filter(isOurs)
  const text = errors.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('\n')
  return errors.length === 0 ? { ok: true } : { ok: false, text: `${title} does not compile\n${text}` }
}
