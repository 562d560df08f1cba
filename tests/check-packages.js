// Packs the packages as they would be published, and checks what is in the tarballs.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'latchkey-packages-'))
const run = (command, args, { cwd = root, stdout = 'inherit' } = {}) =>
  execFileSync(command, args, { cwd, stdio: ['ignore', stdout, 'inherit'] })
const pack = (name) =>
  run('npx', ['-y', packageManager, 'pack', '--pack-destination', folder], {
    cwd: join(root, 'packages', name),
    stdout: 'ignore',
  })

try {
  for (const name of ['core', 'testing', 'cli']) pack(name)
  for (const tarball of readdirSync(folder).map((name) => join(folder, name))) {
    run('npx', ['publint', 'run', tarball, '--strict'])
    run('npx', ['attw', tarball, '--profile', 'esm-only'])
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
