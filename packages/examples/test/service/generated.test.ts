import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { examples, fromSource } from './from-source.js'

test('the generated repositories are those of the models', async () => {
  const argv = fromSource('../cli/src/bin/latchkey.ts')
  const files = ['--models', 'src/service/models.ts', '--out', 'src/service/generated']
  const checked = promisify(execFile)(process.execPath, [...argv, 'generate', '--check', ...files], {
    cwd: examples,
  })
  expect((await checked).stdout).toContain('up to date')
}, 60_000)
