import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { CliError } from '../../src/cli-error.js'
import { loadModels } from '../../src/load/load-models.js'

const packageFolder = join(import.meta.dirname, '..', '..')
const projects = join(packageFolder, 'dist', 'test')
const folders: string[] = []

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

/** A project of its own, with these files, that sees the packages of this one. */
async function project(files: Readonly<Record<string, string>>): Promise<string> {
  await mkdir(projects, { recursive: true })
  const folder = await mkdtemp(join(projects, 'load-'))
  folders.push(folder)
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return folder
}

const users = (imported = '@latchkey/core') => `
import { constrain } from '${imported}'
import { Entity } from 'electrodb'

enum Plan { free = 'free' }
const User = new Entity({
  model: { entity: 'user', version: '1', service: 'shop' },
  attributes: { id: { type: 'string', required: true }, email: { type: 'string', default: Plan.free } },
  indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
})
export const users = constrain(User, { unique: { email: ['email'] } })
`

const json = (type: string) => JSON.stringify({ type })

const load = (cwd: string, models?: string) => loadModels(models === undefined ? {} : { models }, { cwd })

test.each([
  ['an ES module', { 'package.json': json('module'), 'src/models.ts': users() }],
  ['CommonJS', { 'package.json': json('commonjs'), 'models.ts': users() }],
  ['a .mts file', { 'package.json': json('commonjs'), 'src/models.mts': users() }],
  ['a .cts file', { 'package.json': json('module'), 'latchkey.models.cts': users() }],
])('models are loaded as they are: %s', async (_, files) => {
  const { models, form } = await load(await project(files))
  expect({ form, names: Object.keys(models) }).toEqual({ form: 'each', names: ['users'] })
})

test('path aliases of the nearest tsconfig lead to models', async () => {
  const folder = await project({
    'package.json': json('module'),
    'tsconfig.json': '{ "compilerOptions": { "paths": { "@lib/*": ["./src/lib/*"] } } }',
    'src/lib/users.ts': users(),
    'src/models.ts': `export { users } from '@lib/users'`,
  })
  const { models, tsconfig } = await load(folder)
  expect({ names: Object.keys(models), tsconfig }).toEqual({
    names: ['users'],
    tsconfig: join(folder, 'tsconfig.json'),
  })
})

test.each([
  ['models', `import { users as a } from './users'\nexport const models = { a }\nexport { a as b }`],
  ['default', `import { users as a } from './users'\nexport default { a }`],
])('an object of models is taken by its names: %s', async (form, text) => {
  const folder = await project({
    'package.json': json('module'),
    'models.ts': text,
    'users.ts': users(),
  })
  const loaded = await load(folder)
  expect({ form: loaded.form, names: Object.keys(loaded.models) }).toEqual({ form, names: ['a'] })
})

const declaredIn = (text: string) =>
  users()
    .replace(/import \{ (\w+) \} from ('[^']+')/g, 'const { $1 } = require($2)')
    .replace(/enum.*/, "const Plan = { free: 'free' }")
    .replace('export const users = ', 'const users = ') + text

test.each([
  ['each by itself', 'exports.users = users', 'each'],
  ['as the exports', 'module.exports = { users }', 'each'],
  ['in an object of the exports', 'module.exports = { models: { users: users } }', 'models'],
])('CommonJS that is written by hand exports them: %s', async (_, text, form) => {
  for (const [name, type] of [
    ['models.ts', 'commonjs'],
    ['models.cts', 'module'],
  ] as const) {
    const loaded = await load(await project({ 'package.json': json(type), [name]: declaredIn(text) }))
    expect({ form: loaded.form, names: Object.keys(loaded.models) }).toEqual({ form, names: ['users'] })
  }
})

test.each([
  ['no file', {}, /^no models found: .* name the file with --models$/],
  ['nothing in it', { 'models.ts': 'export const x = 1' }, /^models\.ts exports no models: export each/],
  [
    'an entity',
    { 'models.ts': 'export const models = { a: {}, b: {} }' },
    /: in `models`, a and b are no models: make/,
  ],
  [
    'one that is none',
    { 'models.ts': `${users()}\nexport default { users, other: 1 }`.replace('export const', 'const') },
    /^models\.ts exports no models: in `default`, other is no model: make models by constrain/,
  ],
  ['a syntax error', { 'models.ts': 'export const x = {' }, /^models\.ts cannot be read: .*models\.ts:1:18/],
  [
    'a package that is missing',
    { 'models.ts': `import 'nowhere'` },
    /^models\.ts imports nowhere, which cannot be found: install it/,
  ],
  [
    'code that throws',
    { 'models.ts': `\nthrow new TypeError('no TABLE is set')` },
    /^models\.ts throws when it is imported: no TABLE is set \(.*models\.ts:\d+:\d+\)/,
  ],
  [
    'a declaration that cannot work',
    { 'models.ts': users().replace("['email']", "['mail']") },
    /^models\.ts: a declaration cannot work: user: .*unique\.email.*mail/,
  ],
])('what cannot be loaded is an error in one line: %s', async (_, files, message) => {
  const folder = await project({ 'package.json': json('module'), ...files })
  const error: unknown = await load(folder).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(CliError)
  expect(String(Reflect.get(Object(error), 'message'))).toMatch(message)
  expect(String(Reflect.get(Object(error), 'message'))).not.toContain('\n')
})

test('a file that was named and is not there', async () => {
  await expect(load(await project({}), 'src/shop.ts')).rejects.toThrow(
    'there is no file src/shop.ts: say with --models which file exports your models',
  )
})

test('models of another copy of the core are refused', async () => {
  const folder = await project({ 'package.json': json('module'), 'models.ts': users('./copy/index.js') })
  await mkdir(join(folder, 'node_modules', '@latchkey'), { recursive: true })
  const core = join(packageFolder, 'node_modules', '@latchkey', 'core')
  await cp(join(core, 'src'), join(folder, 'copy'), { recursive: true })
  await symlink(core, join(folder, 'node_modules', '@latchkey', 'core'))
  await symlink(join(core, 'node_modules', '@noble'), join(folder, 'node_modules', '@noble'))
  await expect(load(folder)).rejects.toThrow(
    /^the models of models\.ts come from another copy of @latchkey\/core/,
  )
})
