import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { runCli } from '../run-cli.js'

const temporary = join(import.meta.dirname, '..', '..', 'dist', 'test')
const folders: string[] = []

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

const models = (type: string, declared = '') => `
import { constrain } from '@latchkey/core'
import { CustomAttributeType, Entity } from 'electrodb'
${declared}
export const things = constrain(
  new Entity({
    model: { entity: 'thing', version: '1', service: 'shop' },
    attributes: { id: { type: 'string', required: true }, held: { type: ${type} } },
    indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
  }),
  {},
)
`

/** Generates for models whose attribute `held` has this type. */
async function generate(text: string, others: Readonly<Record<string, string>> = {}) {
  await mkdir(temporary, { recursive: true })
  const folder = await mkdtemp(join(temporary, 'types-'))
  folders.push(folder)
  const compilerOptions = {
    target: 'ES2022',
    module: 'NodeNext',
    customConditions: ['latchkey-source'],
    paths: { '@kinds': ['./src/kinds.ts'] },
  }
  const files = {
    'tsconfig.json': JSON.stringify({ compilerOptions }),
    ...(text !== '' && { 'src/models.ts': text }),
    'src/kinds.ts': `
export enum Level { Low = 'low', High = 'high' }
export class Point { constructor(readonly x: number) {} }
export type Tree = { readonly leaves: Tree[] }
export type Pair<A, B = A> = readonly [A, B]
export type Id<T extends string> = string & { readonly __id: T }
export { Hidden as Seen } from './inner.js'
`,
    'src/inner.ts': 'export interface Hidden { readonly a: 1 }',
    ...others,
  }
  await mkdir(join(folder, 'src'))
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  const ran = await runCli(folder, 'generate')
  const written = ran.code === 0 ? await readFile(join(folder, 'src', 'generated', 'things.ts'), 'utf8') : ''
  const type = /export interface Thing \{[^}]*?held\?: ([\s\S]*?)\n(?: {2}\w|\})/.exec(written)?.[1]
  const imports = written.split('\n').filter((line) => /^import type .* from '(?!@latchkey)/.test(line))
  return { ...ran, written, type, imports }
}

const custom = (type: string) => `CustomAttributeType<${type}>('any')`
const kinds = `import { type Id, Level, Point, type Pair, type Seen, type Tree } from '@kinds'`

test.each([
  ['an enum', 'Level', 'Level', ["import type { Level } from '../kinds.js'"]],
  ['a member of an enum', 'Level.Low', 'Level.Low', ["import type { Level } from '../kinds.js'"]],
  ['a class', 'Point', 'Point', ["import type { Point } from '../kinds.js'"]],
  ['a type that contains itself', 'Tree', 'Tree', ["import type { Tree } from '../kinds.js'"]],
  ['type arguments', 'Pair<string, Date>', 'Pair<string, Date>', ["import type { Pair } from '../kinds.js'"]],
  ['a branded text', "Id<'a'>", "Id<'a'>", ["import type { Id } from '../kinds.js'"]],
  ['what is exported again', 'Seen', 'Hidden', ["import type { Hidden } from '../inner.js'"]],
  ['a map of the language', 'Map<string, Set<Date>>', 'Map<string, Set<Date>>', []],
  ['a tuple', '[a: string, b?: number]', '[a: string, b?: number]', []],
  ['a record', 'Record<string, { n: 1 }>', 'Record<string, { n: 1 }>', []],
  ['an index', '{ [name: string]: { a: 1 } }', '{ [name: string]: { a: 1 } }', []],
  ['a function', '(a: string) => number', '(a: string) => number', []],
  ['literals', "2 | 10 | 'b' | 'a' | true | null", "'a' | 'b' | 2 | 10 | true | null", []],
])('custom types are imported, or spelt out: %s', async (_, type, expected, imports) => {
  const generated = await generate(models(custom(type), kinds))
  expect({ stderr: generated.stderr, type: generated.type, imports: generated.imports }).toEqual({
    stderr: '',
    type: expected,
    imports,
  })
})

test('a type of a package is imported from the package', async () => {
  const imported = "import type { Command } from 'commander'"
  const { type, imports } = await generate(models(custom('Command'), imported))
  expect({ type, imports }).toEqual({ type: 'Command', imports: [imported] })
})

test('what no file exports is spelt out', async () => {
  const declared = "interface Inner { b: Date } type Outer = { readonly a: Inner[]; c?: 'x' }"
  const { type } = await generate(models(custom('Outer'), declared))
  expect(type).toBe("{ readonly a: { b: Date }[]; c?: 'x' }")
})

test.each([
  [
    'a class that nothing exports',
    models(custom('Point'), 'class Point { x = 1 }'),
    'latchkey: the type of things.held is Point, which cannot be imported: export it from the file that declares it\n',
  ],
  [
    'a type that contains itself and nothing exports',
    models(custom('Tree'), 'interface Tree { leaves: Tree[] }'),
    /^latchkey: the type of things\.held\.leaves contains itself and has no name that can be imported: export it/,
  ],
  [
    'models whose type says nothing',
    models("'string'").replace('things =', 'things: any ='),
    /^latchkey: the type of things cannot be read: it is .*any.*; check the models with tsc/,
  ],
  [
    'models that do not compile',
    models("'string'").replace('things =', 'things: Things ='),
    /^latchkey: the types? of .*cannot be read: .*src\/models\.ts:5:22: Cannot find name 'Things'.*; check the models with tsc/,
  ],
])('what cannot be written down is an error that says what to do: %s', async (_, text, stderr) => {
  const generated = await generate(text)
  expect(generated).toMatchObject({ code: 2, stdout: '' })
  expect(generated.stderr).toMatch(stderr)
  expect(generated.stderr.trim()).not.toContain('\n')
})

test('comments of attributes come along, with what is declared and the tag that editors act on', async () => {
  const text = models("'number', readOnly: true").replace(
    'held:',
    `
     /**
      * Ends *\\/ here.
      * @deprecated use {@link id}
      * @internal
      */
     held:`,
  )
  const { written } = await generate(text)
  expect(written).toContain(`
  /**
   * Ends *\\/ here.
   * Read-only once it is stored.
   * @deprecated use {@link id}
   */
  held?: number
`)
})

test('no verb takes what is read-only', async () => {
  const { written } = await generate(models("'number', readOnly: true"))
  expect(written).toContain('interface ThingChanges')
  expect(written).not.toMatch(/readonly (?:set|add|subtract)\?:|undefined/)
})

test('JavaScript models are read as their comments say', async () => {
  const text = models("/** @type {const} */ (['a', 'b'])").replace('CustomAttributeType, ', '')
  const { code, type, stderr } = await generate('', { 'src/models.js': text })
  expect({ code, type, stderr }).toEqual({ code: 0, type: "'a' | 'b'", stderr: '' })
})
