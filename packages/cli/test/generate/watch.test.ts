import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { run } from '../../src/index.js'

const here = import.meta.dirname
const temporary = join(here, '..', '..', 'dist', 'test')

/** Waits for what a watch does by itself. */
const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 30_000, interval: 50 })

test('a watch generates again whenever a source changes, says what it cannot read, and ends by the signal', async () => {
  await mkdir(temporary, { recursive: true })
  const folder = await mkdtemp(join(temporary, 'watch-'))
  await cp(join(here, 'shop'), folder, { recursive: true })
  const ending = new AbortController()
  const said = { stdout: '', stderr: '' }
  const ended = run(['generate', '--models', 'models.ts', '--out', 'generated', '--watch'], {
    stdout: (text) => {
      said.stdout += text
    },
    stderr: (text) => {
      said.stderr += text
    },
    isTerminal: false,
    columns: 80,
    env: {},
    cwd: folder,
    signal: ending.signal,
  })
  const path = join(folder, 'orders.ts')
  const text = await readFile(path, 'utf8')
  try {
    await eventually(() => expect(said.stderr).toContain('watching for changes'))
    expect(said.stdout).toBe('generated: 6 files, nothing changed.\n')

    await writeFile(path, text.replace('rank:', 'grade:').replace("'rank'", "'grade'"))
    await eventually(() => expect(said.stdout).toContain('1 written'))
    expect(await readFile(join(folder, 'generated', 'orders.ts'), 'utf8')).toContain('  grade?: string\n')

    // A folder that is called almost as what is written is a source all the same.
    const beside = join(folder, 'generated-by-hand')
    await mkdir(beside)
    await writeFile(join(beside, 'one.ts'), 'export const one = 1\n')
    await eventually(() => expect(said.stdout.split('nothing changed')).toHaveLength(3))

    await writeFile(path, `${text}}`)
    await eventually(() => expect(said.stderr).toMatch(/latchkey: models\.ts cannot be read: .*orders\.ts/))
    await writeFile(path, text)
    await eventually(async () =>
      expect(await readFile(join(folder, 'generated', 'orders.ts'), 'utf8')).toContain('  rank?: string\n'),
    )
  } finally {
    ending.abort()
    expect(await ended).toBe(0)
    await rm(folder, { recursive: true })
  }
})
