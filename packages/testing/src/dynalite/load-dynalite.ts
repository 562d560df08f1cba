import { createRequire } from 'node:module'
import { dirname, sep } from 'node:path'
import type { ParseCondition } from '../condition/parse-condition.js'
import { linearParser } from '../condition/parse-condition.js'
import { withServiceErrors } from '../condition/syntax-error.js'
import { TestingError } from '../testing-error.js'
import type { DynaliteAction, DynaliteDb, DynaliteValidations, OperationChecks } from './dynalite-modules.js'
import { mendChecks, mendDynalite, mendValidations } from './mend-dynalite.js'

/** The release whose inside this package knows. */
const KNOWN_VERSION = '4.0.0'

/** The operations that stay dynalite's own. */
const ACTIONS = [
  'BatchGetItem',
  'CreateTable',
  'DeleteTable',
  'DescribeTable',
  'GetItem',
  'ListTables',
  'ListTagsOfResource',
  'Query',
  'Scan',
  'TagResource',
  'UntagResource',
  'UpdateTable',
] as const

/** The operations whose checks are dynalite's own. */
const CHECKED = [...ACTIONS, 'BatchWriteItem', 'DeleteItem', 'PutItem', 'UpdateItem'] as const

/** The parts of dynalite that this package stands on. */
export interface Dynalite {
  readonly db: DynaliteDb
  readonly validations: DynaliteValidations
  readonly actions: ReadonlyMap<string, DynaliteAction>
  readonly checks: ReadonlyMap<string, OperationChecks>
}

let loaded: Dynalite | undefined

/**
 * dynalite's modules, loaded once more for this package alone.
 *
 * Some of their functions are replaced by ones that do as the service does. The copy is private, so a dynalite that
 * somebody else uses in the same process stays as it was published.
 */
export function loadDynalite(): Dynalite {
  loaded ??= loadPrivateCopy()
  return loaded
}

function loadPrivateCopy(): Dynalite {
  const load = createRequire(import.meta.url)
  const { version }: { version: string } = load('dynalite/package.json')
  if (version !== KNOWN_VERSION) {
    throw new TestingError(
      `dynalite ${version} is installed, and @latchkey/testing knows the inside of ${KNOWN_VERSION} only: ` +
        `install dynalite ${KNOWN_VERSION} exactly.`,
    )
  }
  return withPrivateModules(load, () => {
    const db: DynaliteDb = load('dynalite/db')
    const validations: DynaliteValidations = load('dynalite/validations')
    const conditions: { parse: ParseCondition } = load('dynalite/db/conditionParser')
    conditions.parse = linearParser(withServiceErrors(conditions.parse))
    for (const name of ['updateParser', 'projectionParser']) {
      const parser: { parse: (text: string, options: object) => unknown } = load(`dynalite/db/${name}`)
      parser.parse = withServiceErrors(parser.parse)
    }
    const actions = loadEach<DynaliteAction>(load, 'actions', ACTIONS)
    const checks = mendChecks(loadEach<OperationChecks>(load, 'validations', CHECKED))
    checkShape(db, validations)
    mendDynalite(db)
    mendValidations(validations)
    return { db, validations, actions, checks }
  })
}

/** Fails loudly where a part is missing, or where a bundler or a test runner resolves dynalite's own modules wrongly. */
function checkShape(db: DynaliteDb, validations: DynaliteValidations): void {
  const parts: object = db
  const missing = [
    'create',
    'createKey',
    'createIndexKey',
    'validateKey',
    'validateUpdates',
    'queryTable',
  ].filter((name) => !(name in parts))
  if (missing.length > 0) {
    throw new TestingError(
      `dynalite ${KNOWN_VERSION} is installed, but ${missing.join(', ')} of its db module is missing: ` +
        'reinstall it, and exclude it from bundling.',
    )
  }
  if (validations.validateAttributeValue({ N: '1' }) !== undefined) {
    throw new TestingError(
      "dynalite's own modules are resolved as ES modules here, and do not work: start Node without the condition " +
        '`import` (in vitest, leave it out of `resolve.conditions` and `ssr.resolve.conditions`).',
    )
  }
}

function loadEach<T>(load: NodeJS.Require, folder: string, names: readonly string[]): ReadonlyMap<string, T> {
  const fileOf = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)
  return new Map(names.map((name): [string, T] => [name, load(`dynalite/${folder}/${fileOf(name)}`)]))
}

function withPrivateModules<T>(load: NodeJS.Require, run: () => T): T {
  const root = dirname(load.resolve('dynalite/package.json')) + sep
  const ours = (): string[] => Object.keys(load.cache).filter((file) => file.startsWith(root))
  const aside = ours().map((file) => [file, load.cache[file]] as const)
  for (const [file] of aside) delete load.cache[file]
  try {
    return run()
  } finally {
    for (const file of ours()) delete load.cache[file]
    for (const [file, module] of aside) load.cache[file] = module
  }
}
