// Projects that export what they infer: the declaration files that they emit have to be whole, and so have ours.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, runCompiler } from './compilers.js'
import { isOurs, readErrors } from './expectations.js'

const consumers = ['inferred', 'isolated']

export async function checkConsumers(version) {
  const results = []
  for (const consumer of consumers) results.push(await checkConsumer(version, consumer))
  return results
}

async function checkConsumer(version, consumer) {
  const out = `dist/consumers/${version}/${consumer}`
  rmSync(join(root, out), { recursive: true, force: true })
  const isolated = consumer === 'isolated' && version !== '5.4' ? ['--isolatedDeclarations'] : []
  const emit = ['-p', `consumers/${consumer}/tsconfig.json`, '--outDir', out, '--emitDeclarationOnly', ...isolated]
  const emitted = readErrors(await runCompiler(version, emit))
  // The emitted file alone, as another package of the consumer's would read it.
  const strict = ['--strict', '--noEmit', '--module', 'NodeNext', '--target', 'ES2022', '--types', 'node']
  const read = readErrors(await runCompiler(version, [...strict, `${out}/shop.d.ts`]))
  const errors = [...emitted, ...read].filter(isOurs)
  const text = errors.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('\n')
  return errors.length === 0 ? { ok: true } : { ok: false, text: `consumer ${consumer}\n${text}` }
}
