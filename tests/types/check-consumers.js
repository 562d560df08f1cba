// Projects that export what they infer: the declaration files that they emit have to be whole, and so have ours.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, runCompiler, writeProject } from './compilers.js'
import { isOurs, readErrors } from './expectations.js'

const consumers = ['inferred', 'isolated']

export async function checkConsumers(version) {
  const results = []
  for (const consumer of consumers) results.push(await emit(version, consumer))
  return [...results, await read(version)]
}

const outOf = (version, consumer) => `dist/consumers/${version}/${consumer}`

async function emit(version, consumer) {
  const out = outOf(version, consumer)
  rmSync(join(root, out), { recursive: true, force: true })
  const isolated = consumer === 'isolated' && version !== '5.4' ? ['--isolatedDeclarations'] : []
  const options = [
    '-p',
    `consumers/${consumer}/tsconfig.json`,
    '--outDir',
    out,
    '--emitDeclarationOnly',
    ...isolated,
  ]
  return judge(`consumers/${consumer} cannot emit`, await runCompiler(version, options))
}

/** The emitted files as another package of the consumer's would read them, every declaration file checked, ours too. */
async function read(version) {
  const files = consumers.map((consumer) => `${consumer}/shop.d.ts`)
  const project = writeProject(`dist/consumers/${version}/tsconfig.json`, files, { skipLibCheck: false })
  return judge('what consumers emit is not whole', await runCompiler(version, ['-p', project]))
}

function judge(title, output) {
  const errors = readErrors(output).filter(isOurs)
  const text = errors.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('\n')
  return errors.length === 0 ? { ok: true } : { ok: false, text: `${title}\n${text}` }
}
