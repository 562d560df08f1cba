import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isReserved } from '../../src/generate/names/reserved.js'
import { runCli } from '../run-cli.js'

const here = import.meta.dirname
const root = join(here, '..', '..', '..', '..')
const temporary = join(here, '..', '..', 'dist', 'test')
const out = ['--models', 'models.ts', '--out', 'generated']
let folder: string

beforeAll(async () => {
  await mkdir(temporary, { recursive: true })
  folder = await mkdtemp(join(temporary, 'generate-'))
  await cp(join(here, 'shop'), folder, { recursive: true })
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { target: 'ES2022', module: 'NodeNext', customConditions: ['latchkey-source'] },
    }),
  )
})

afterAll(() => rm(folder, { recursive: true }))

const read = async (name: string) => readFile(join(folder, name), 'utf8')
const generate = (...more: readonly string[]) => runCli(folder, 'generate', ...out, ...more)

async function rewrite(name: string, change: (text: string) => string): Promise<void> {
  const text = await read(name)
  const changed = change(text)
  expect(changed).not.toBe(text)
  await writeFile(join(folder, name), changed)
}

// Where this fails, `npm run build` and `npm run regenerate --prefix packages/cli` bring them up to date: look at the difference.
test('what is kept in the repository is what the models give', async () => {
  const { code, stdout, stderr } = await generate('--check')
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'generated is up to date.\n', stderr: '' })
})

test("names that are in each other's way are said, and what is kept of them is what the models give", async () => {
  const odd = join(here, 'odd')
  const { code, stdout, stderr } = await runCli(odd, 'generate', ...out, '--check')
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'generated is up to date.\n' })
  expect(stderr.split('\n').filter((line) => line !== '')).toEqual([
    'note: dates: the name Date is taken, so its item is called DateItem',
    'note: first: other models have the entity user-account too, so its item is called First',
    'note: keys: the name OrderKey is taken, so its item is called OrderKeyItem',
    'note: repositories: the name Repositories is taken, so its item is called RepositoriesItem',
    'note: second: other models have the entity userAccount too, so its item is called Second',
    'note: orders: the name readOrder is taken, so the method of read is readOrderPointer',
    'note: orders: the name readOrder is taken, so the method of order is readOrderSequence',
  ])
})

test('every name that a generated file imports is one that no type of the models gets', async () => {
  const folders = [join(here, 'shop', 'generated'), join(here, 'odd', 'generated')]
  const names = await Promise.all(folders.map((each) => readdir(each)))
  const paths = names.flatMap((all, at) => all.map((name) => join(folders[at] ?? '', name)))
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
  const imported = texts.flatMap((text) =>
    [...text.matchAll(/import type \{([^}]*)\} from '@latchkey\/core'/g)].flatMap(
      ([, list = '']) => list.match(/\w+/g) ?? [],
    ),
  )
  expect(imported.length).toBeGreaterThan(100)
  expect([...new Set(imported)].filter((name) => !isReserved(name))).toEqual([])
})

test('it is formatted as formatters leave it', async () => {
  const config = join(folder, 'biome.json')
  const javascript = { quoteStyle: 'single', semicolons: 'asNeeded', trailingCommas: 'all' }
  const formatter = { indentStyle: 'space', indentWidth: 2, lineWidth: 100 }
  await writeFile(config, JSON.stringify({ root: true, formatter, javascript: { formatter: javascript } }))
  const biome = join(root, 'node_modules', '.bin', 'biome')
  const { stdout, stderr } = await promisify(execFile)(
    biome,
    ['check', '--error-on-warnings', '--config-path', config, join(folder, 'generated')],
    { cwd: folder },
  )
  expect(stdout + stderr).toContain('Checked 6 files')
})

test('the order of models, attributes, constraints and literals changes nothing', async () => {
  await rewrite('models.ts', (text) =>
    text.replace('accounts, orders, flags, visits, total', 'total, visits, flags, orders, accounts'),
  )
  await rewrite('accounts.ts', (text) =>
    text
      .replace(/( {4}username: .*\n)( {4}plan: .*\n)/, '$2$1')
      .replace("['pro', 'free']", "['free', 'pro']")
      .replace(/( {4}email: \{ attributes.*\n)( {4}handle: .*\n)/, '$2$1')
      .replace('Date | Map<string, Uint8Array>', 'Map<string, Uint8Array> | Date'),
  )
  expect(await generate('--check')).toMatchObject({ code: 0, stdout: 'generated is up to date.\n' })
})

test('a check says what is stale, missing and left over, and writes nothing', async () => {
  await rewrite('generated/orders.ts', (text) => text.replace('orderId: string', 'orderId: number'))
  await rm(join(folder, 'generated', 'visits.ts'))
  await writeFile(
    join(folder, 'generated', 'gone.ts'),
    `${(await read('generated/total.ts')).split('\n')[0]}\n`,
  )
  const lines = ['generated is stale: run latchkey generate.', '  visits.ts is missing']
  lines.push('  orders.ts is not what the models give', '  gone.ts is of no model', '')
  expect(await generate('--check')).toMatchObject({ code: 1, stdout: lines.join('\n') })
  expect(await generate('--check', '--json')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('"missing":["visits.ts"],"stale":["orders.ts"],"leftover":["gone.ts"]'),
  })
  expect(await readdir(join(folder, 'generated'))).toContain('gone.ts')
})

test('a file that is foreign stays, and one that is in the way is an error', async () => {
  await writeFile(join(folder, 'generated', 'mine.ts'), 'export {}\n')
  expect(await generate()).toMatchObject({ code: 0, stdout: 'generated: 6 files, 2 written, 1 deleted.\n' })
  expect(await generate()).toMatchObject({ code: 0, stdout: 'generated: 6 files, nothing changed.\n' })
  expect((await readdir(join(folder, 'generated'))).toSorted()).toEqual([
    'accounts.ts',
    'flags.ts',
    'index.ts',
    'mine.ts',
    'orders.ts',
    'total.ts',
    'visits.ts',
  ])
  await writeFile(join(folder, 'generated', 'total.ts'), 'export {}\n')
  expect(await generate()).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /^latchkey: total\.ts in .*generated was not generated by latchkey: move it away/,
    ),
  })
  await rm(join(folder, 'generated', 'total.ts'))
  await generate()
})

test('line ends that Git changed are no difference', async () => {
  await rewrite('generated/orders.ts', (text) => text.replaceAll('\n', '\r\n'))
  expect(await generate('--check')).toMatchObject({ code: 0 })
})

test("a mark that an editor puts in front of a file makes it stale, and nobody else's", async () => {
  await rewrite('generated/orders.ts', (text) => `\uFEFF${text}`)
  expect(await generate('--check')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('orders.ts is not'),
  })
  expect(await generate()).toMatchObject({ code: 0, stdout: expect.stringContaining('1 written') })
})

test('a folder that cannot be written is an error in one line', async () => {
  const { code, stderr } = await runCli(folder, 'generate', '--models', 'models.ts', '--out', '/dev/null/x')
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringMatching(/^latchkey: \/dev\/null\/x cannot be /),
  })
  const long = join(folder, 'x'.repeat(300))
  const named = await runCli(folder, 'generate', '--models', 'models.ts', '--out', long)
  expect(named).toMatchObject({ code: 2, stdout: '' })
  expect(named.stderr).toMatch(/^latchkey: .*x cannot be \w+.*--out\n$/)
})

test('imports end as they are asked to', async () => {
  const into = (extension: string, ...more: string[]) =>
    runCli(folder, 'generate', '--models', 'models.ts', '--out', `as-${extension}`, ...more)
  await into('none', '--import-extension', 'none')
  expect(await read('as-none/orders.ts')).toContain(`from '../money'\n`)
  expect(await read('as-none/index.ts')).toContain(`export * from './orders'\n`)
  await rewrite('tsconfig.json', (text) =>
    text.replace('{"target"', '{"allowImportingTsExtensions":true,"target"'),
  )
  await into('ts')
  expect(await read('as-ts/orders.ts')).toContain(`from '../money.ts'\n`)
  expect(await into('cjs', '--import-extension', 'cjs')).toMatchObject({
    code: 2,
    stderr: 'latchkey: --import-extension is cjs: it has to be one of js, ts, none\n',
  })
})

test('--check and --watch do not go together', async () => {
  expect(await generate('--check', '--watch')).toMatchObject({
    code: 2,
    stderr: 'latchkey: --check and --watch do not go together: check once, or watch\n',
  })
})
