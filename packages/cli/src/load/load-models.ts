import { readFileSync } from 'node:fs'
import type { Declared } from '@latchkey/core'
import { CliError } from '../cli-error.js'
import type { ModelsOptions } from '../commands/models-options.js'
import type { Io } from '../io.js'
import { type ExportForm, exportedModels, whyNoModels } from './exported-models.js'
import { findModels, findTsconfig, shownPath } from './find-models.js'
import { describeLoadError } from './load-error.js'
import { type Core, type OpenedModule, openModule } from './open-module.js'

/** Models as a file exports them, with the copy of the core that they were declared with. */
export interface LoadedModels {
  /** The file, as an absolute path. */
  readonly file: string
  /** Its tsconfig.json, as an absolute path. */
  readonly tsconfig: string | undefined
  readonly form: ExportForm
  /** By the names of their repositories, in the order of their names. */
  readonly models: Readonly<Record<string, Declared>>
  readonly core: Core
}

/**
 * Imports the models that the options name.
 *
 * @throws CliError when there is no such file, it cannot be imported, or there are no models in it
 */
export async function loadModels(options: ModelsOptions, io: Pick<Io, 'cwd'>): Promise<LoadedModels> {
  const file = findModels(options.models, io.cwd)
  const tsconfig = findTsconfig(options.tsconfig, file, io.cwd)
  const shown = shownPath(io.cwd, file)
  const module = await open(file, tsconfig, shown)
  const exports = exportsOf(module.exports, file)
  const exported = exportedModels(exports)
  if (exported === undefined) throw new CliError(`${shown} exports no models: ${whyNoModels(exports)}`)
  const names = Object.keys(exported.models).sort()
  const models = Object.fromEntries(
    names.flatMap((name) => {
      const model = exported.models[name]
      return model === undefined ? [] : [[name, model]]
    }),
  )
  return { file, tsconfig, form: exported.form, models, core: await coreOf(module, models, shown) }
}

async function open(file: string, tsconfig: string | undefined, shown: string): Promise<OpenedModule> {
  try {
    return await openModule(file, tsconfig)
  } catch (error) {
    throw describeLoadError(error, shown)
  }
}

/** CommonJS comes as a default export, which holds what its file exports. */
function exportsOf(exports: object, file: string): object {
  const inner: unknown = Reflect.get(exports, 'default')
  if (typeof inner !== 'object' || inner === null) return exports
  return Reflect.has(inner, '__esModule') || isCommonJs(file) ? inner : exports
}

/** Whether a file is written as CommonJS: it says `module.exports` or `exports`, and has no `import` and no `export`. */
function isCommonJs(file: string): boolean {
  const text = readFileSync(file, 'utf8')
  return /\bexports\b/.test(text) && !/^\s*(?:import|export)\b(?!\s*(?:\(|=|\w+ = require))/m.test(text)
}

const isCore = (copy: object): copy is Core => typeof Reflect.get(copy, 'describeModel') === 'function'

/** The copy of the core that declared all of the models: another one does not know them. */
async function coreOf(
  module: OpenedModule,
  models: Readonly<Record<string, Declared>>,
  shown: string,
): Promise<Core> {
  let isFound = false
  for await (const copy of module.copiesOf('@latchkey/core')) {
    isFound = true
    if (isCore(copy) && knows(copy, models)) return copy
  }
  throw new CliError(
    isFound
      ? `the models of ${shown} come from another copy of @latchkey/core than the one that it imports, or from an older one: install one version of it, and use it either as ES module or as CommonJS`
      : `${shown} cannot import @latchkey/core: install it where your models are`,
  )
}

function knows(core: Core, models: Readonly<Record<string, Declared>>): boolean {
  try {
    for (const model of Object.values(models)) core.describeModel(model)
    return true
  } catch {
    return false
  }
}
