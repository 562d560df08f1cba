import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DeleteItemCommand } from '@aws-sdk/client-dynamodb'
import { inspectDatabase } from '@latchkey/core'
import { startDynalite, testDatabase } from '@latchkey/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from '../../src/index.js'
import { documentedCommands, matchesLines } from './documented-commands.js'
import { models } from './models.js'

const here = import.meta.dirname
const readme = await readFile(join(here, '..', '..', 'README.md'), 'utf8')
// What generate writes is not to be written here.
const commands = documentedCommands(readme).filter(({ argv: [name] }) => name !== 'generate')

let endpoint = ''
let stop = async (): Promise<void> => undefined

// The table that the README looks at: two accounts, of which one has lost its guard.
beforeAll(async () => {
  const dynamo = await startDynalite()
  endpoint = dynamo.endpoint ?? ''
  stop = () => dynamo.stop()
  const db = await testDatabase(models, { dynamo, table: 'shop' })
  const { client, guardKeyOf } = inspectDatabase(db)
  await db.accounts.create({ accountId: '1', email: 'Ada@lovelace.io' })
  await db.accounts.create({ accountId: '2', email: 'bob@lovelace.io' })
  const Key = { ...guardKeyOf('accounts', 'email', { email: 'bob@lovelace.io' }) }
  await client.send(new DeleteItemCommand({ TableName: 'shop', Key }))
})
afterAll(() => stop())

/** What a command prints on a terminal: both outputs, as they come. */
async function printed(argv: readonly string[]): Promise<readonly string[]> {
  let text = ''
  const write = (more: string): void => {
    text += more
  }
  const env = { AWS_ENDPOINT_URL: endpoint, HOME: here }
  await run(argv, { stdout: write, stderr: write, isTerminal: false, columns: 80, env, cwd: here })
  return text.trimEnd().split('\n')
}

test('the README shows every command that looks', () => {
  const shown = commands.map(({ argv: [name] }) => name)
  expect([...new Set(shown)]).toEqual(expect.arrayContaining(['describe', 'explain', 'table', 'inspect']))
})

test.each(commands.map(({ argv, output }) => [argv.join(' '), argv, output] as const))(
  '$ latchkey %s',
  async (_, argv, output) => {
    const found = await printed(argv)
    expect(matchesLines(output, found) ? output : found).toEqual(output)
  },
)

test('its models are those that are run', async () => {
  const source = await readFile(join(here, 'models.ts'), 'utf8')
  const [, declared = ''] = /(const accounts = constrain[\s\S]*)$/.exec(source) ?? []
  expect(readme).toContain(declared.trimEnd())
})
