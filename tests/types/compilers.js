// The compilers that the types are checked with, and how to run them.
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(fileURLToPath(import.meta.url))
export const versions = ['5.4', '5.9', '6', '7']

/** Runs one of the compilers here, and gives what it printed. It fails alone where the compiler did not start. */
export function runCompiler(version, options) {
  const compiler = join(root, 'node_modules', `typescript-${version}`, 'bin', 'tsc')
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [compiler, '--pretty', 'false', ...options], { cwd: root })
    let output = ''
    child.stdout.on('data', (text) => (output += text))
    child.stderr.on('data', (text) => (output += text))
    child.on('error', reject)
    child.on('close', () => resolve(output))
  })
}

/** Writes a project of its own for files that are made here, and gives the path of its configuration. */
export function writeProject(path, files, options = {}) {
  const compilerOptions = {
    ...{ target: 'ES2022', module: 'NodeNext', strict: true, noEmit: true, types: ['node'] },
    ...options,
  }
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ compilerOptions, files }, null, 2))
  return path
}

/** Runs jobs, a few at a time, and gives their results in order. */
export async function runAll(jobs, width = 2) {
  const results = []
  let next = 0
  const work = async () => {
    while (next < jobs.length) {
      const at = next++
      results[at] = await jobs[at]()
    }
  }
  await Promise.all(Array.from({ length: width }, work))
  return results
}
