import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const examples = join(import.meta.dirname, '../..')

test('the generated repositories are those of the models', async () => {
  const command = ['../cli/dist/bin/latchkey.js', 'generate', '--check']
  const files = ['--models', 'src/service/models.ts', '--out', 'src/service/generated']
  const { stdout } = await promisify(execFile)(process.execPath, [...command, ...files], { cwd: examples })
  expect(stdout).toContain('up to date')
}, 60_000)
