import { createTestTable, type Dynamo, startDynalite } from '@latchkey/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { documentedCode, typeErrors, writeProgram } from './documented-code.js'

const HEADER = "import { accounts } from './accounts.js'\nimport { db } from './db.js'\n"
let dynamo: Dynamo

beforeAll(async () => {
  dynamo = await startDynalite()
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', dynamo.endpoint)
  vi.stubEnv('AWS_REGION', 'local')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'none')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'none')
})

afterAll(async () => {
  vi.unstubAllEnvs()
  await dynamo.stop()
})

/** A handler of stream records, as a file of a program may export it. */
type Handle = (event: { readonly Records: readonly object[] }) => void

/** Runs each file of a program, in order, shows what is stored then to its handlers, and gives what it printed. */
async function run(folder: URL, names: Iterable<string>): Promise<unknown[][]> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const handlers: Handle[] = []
  const { accounts } = await import(new URL('accounts.ts', folder).href)
  const table = await createTestTable({ accounts }, { dynamo, name: 'shop' })
  for (const name of names) {
    const { handle } = await import(new URL(name, folder).href)
    handlers.push(...(handle === undefined ? [] : [handle]))
  }
  const Records = (await table.stored()).map((NewImage) => ({ dynamodb: { NewImage } }))
  for (const handle of handlers) handle({ Records })
  await table.drop()
  const printed = log.mock.calls
  log.mockRestore()
  return printed
}

const TAKEN = 'account.create: email and username are already taken'

/** What the comments of the README say that it prints. */
const PRINTED = [
  'INV-000001',
  '3 4 0',
  '1 1',
  '7 3',
  '3 of 3',
  'bob',
  'REFERENCE',
  'grace@example.com INV-000001',
  'grace@example.com bob@example.com',
  'bob@example.com t5',
  'true',
  'IDEMPOTENCY_KEY_REUSED',
  ' bob@example.com', // by the handler of stream records: nothing before, and Bob after
]

test.each([
  ['README.md', 'root', [TAKEN, ...PRINTED]],
  ['packages/core/README.md', 'core', [TAKEN, 'INV-000001', 'true', '1']],
])(
  'the code in %s compiles, and does what it says',
  async (path, name, expected) => {
    const folder = new URL(`../../dist/readme/${name}/`, import.meta.url)
    const files = await documentedCode(path, HEADER)
    await writeProgram(folder, files)
    expect(typeErrors(folder)).toBe('')
    const printed = (await run(folder, files.keys())).map((values) => values.join(' '))
    expect(printed).toEqual(expect.arrayContaining(expected))
  },
  60_000,
)
