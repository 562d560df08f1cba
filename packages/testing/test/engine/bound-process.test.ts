import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startBound } from '../../src/engine/bound-process.js'

/** The number that a program writes into a file when it has started. */
async function written(file: string): Promise<number> {
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => '')
    if (text !== '') return Number(text)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a bound process runs until it is ended, and ending it again is no error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-'))
  const file = join(folder, 'pid')
  const program = `require('fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000)`
  const bound = startBound(process.execPath, ['-e', program])
  const pid = await written(file)
  expect(isAlive(pid)).toBe(true)
  await bound.end()
  expect(isAlive(pid)).toBe(false)
  await bound.end()
  await rm(folder, { recursive: true, force: true })
})
