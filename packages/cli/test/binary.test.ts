import { type ChildProcess, execFile } from 'node:child_process'
import { join } from 'node:path'
import { startDynalite, testDatabase } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { models } from './readme/models.js'

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs the program in a process of its own, from its source. */
function start(argv: readonly string[], done: (ended: Ended) => void): ChildProcess {
  const program = join(import.meta.dirname, '..', 'src', 'bin', 'latchkey.ts')
  const options = ['--conditions=latchkey-source', '--no-warnings', '--import', import.meta.resolve('tsx')]
  const { AWS_CA_BUNDLE: _, ...env } = process.env
  const home = join(import.meta.dirname, 'readme')
  const child: ChildProcess = execFile(
    process.execPath,
    [...options, program, ...argv],
    { cwd: home, env: { ...env, HOME: home } },
    (_error, stdout, stderr) => done({ code: child.exitCode ?? -1, stdout, stderr }),
  )
  return child
}

const latchkey = (...argv: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    start(argv, resolve)
  })

/** As `latchkey`, with nobody there to read what it prints. */
const unread = (...argv: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    start(argv, resolve).stdout?.destroy()
  })

test('describe, explain and table print to the standard output', async () => {
  const [described, explained, table] = await Promise.all([
    latchkey('describe', 'accounts'),
    latchkey('explain', 'accounts.delete', '--key', '{"accountId":"1"}', '--current', 'null'),
    latchkey('table', '--format', 'terraform', '--table', 'shop'),
  ])
  expect(described).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('unique email') })
  expect(explained).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('Nothing is sent') })
  expect(table).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('"shop"') })
})

test('a reader that has read enough is no error', async () => {
  const { code, stderr } = await unread('describe', '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})

test('inspect and table --diff connect, and their exit codes say what they found', async () => {
  const dynamo = await startDynalite()
  const db = await testDatabase(models, { dynamo, table: 'shop' })
  await db.accounts.create({ accountId: '1', email: 'ada@x' })
  const connect = ['--table', 'shop', '--endpoint', dynamo.endpoint ?? '']
  const [inspected, diff, unreachable] = await Promise.all([
    latchkey('inspect', 'accounts', 'email=ada@x', ...connect),
    latchkey('table', '--diff', ...connect),
    latchkey('inspect', 'accounts', 'email=x', '--table', 'shop', '--endpoint', 'http://127.0.0.1:9'),
  ])
  await dynamo.stop()
  expect(inspected).toMatchObject({ code: 0, stdout: expect.stringContaining('No problem was found.') })
  expect(diff).toMatchObject({ code: 1, stdout: expect.stringContaining('missing  TTL: on expiresAt') })
  expect(unreachable).toEqual({
    code: 2,
    stdout: '',
    stderr:
      'latchkey: http://127.0.0.1:9 cannot be reached (ECONNREFUSED): is it running, and is --endpoint or the region right?\n',
  })
})
