import { type ChildProcess, execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
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

/** Models that do something when they are imported, in a folder of their own. */
async function modelsThat(
  code: string,
): Promise<{ readonly file: string; readonly remove: () => Promise<void> }> {
  const temporary = join(import.meta.dirname, '..', 'dist', 'test')
  await mkdir(temporary, { recursive: true })
  const folder = await mkdtemp(join(temporary, 'binary-'))
  const file = join(folder, 'models.ts')
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(
    file,
    `${code}\nexport { models } from '${join(import.meta.dirname, 'readme', 'models.ts')}'\n`,
  )
  return { file, remove: () => rm(folder, { recursive: true }) }
}

test("what models print, and what they leave open, is in nobody's way", async () => {
  const { file, remove } = await modelsThat(`console.log('hello'); setInterval(() => {}, 1_000)`)
  const { code, stdout, stderr } = await latchkey('describe', '--json', '--models', file)
  await remove()
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'hello\n' })
  expect(Object.keys(JSON.parse(stdout).models)).toEqual(Object.keys(models))
})

test.each(['process.exit(3)', 'await new Promise(() => {})'])(
  'models that end the process, or never come to an end, are said: %s',
  async (ending) => {
    const { file, remove } = await modelsThat(ending)
    const { code, stdout, stderr } = await latchkey('describe', '--models', file)
    await remove()
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(
      /^latchkey: importing the models ends the process, or never comes to an end: [^\n]+\n$/m,
    )
  },
)

test('a service that takes requests and never answers is given up', { timeout: 60_000 }, async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  const address = silent.address()
  const endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const { code, stderr } = await latchkey('table', '--diff', '--table', 'shop', '--endpoint', endpoint)
  silent.close()
  expect(code).toBe(2)
  expect(stderr).toMatch(/^latchkey: http:\/\/127\.0\.0\.1:\d+ cannot be reached \(\w+\): is it running/)
})
