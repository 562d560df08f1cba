import type { Declared } from '@latchkey/core'
import { listWords } from '../text/list-words.js'

/** How a file exports its models: as one object, or each by itself. */
export type ExportForm = 'models' | 'default' | 'each'

/** Models by the names of their repositories, and how they are exported. */
export interface ExportedModels {
  readonly form: ExportForm
  readonly models: Readonly<Record<string, Declared>>
}

/** An object with more members than this that are no models is something else altogether. */
const MOST_NAMED = 10

const KINDS: readonly unknown[] = ['model', 'singleton', 'counter']

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Whether this was made by `constrain`, `singleton` or `counter`, of whatever copy of the core. */
const isDeclared = (value: unknown): value is Declared =>
  isObject(value) &&
  Object.isFrozen(value) &&
  KINDS.includes(Reflect.get(value, 'kind')) &&
  (Reflect.has(value, 'schema') || Array.isArray(Reflect.get(value, 'scope')))

/** Models by name, where an object holds nothing else. */
function modelsOf(value: unknown): Readonly<Record<string, Declared>> | undefined {
  if (!isObject(value) || isDeclared(value)) return undefined
  const entries = Object.entries(value)
  const declared = entries.filter((entry): entry is [string, Declared] => isDeclared(entry[1]))
  return entries.length > 0 && declared.length === entries.length ? Object.fromEntries(declared) : undefined
}

/**
 * The models that a module exports: those of an object `models`, or of the default export, or every model that it
 * exports by itself, under the name of the export. Undefined where there are none.
 */
export function exportedModels(module: object): ExportedModels | undefined {
  for (const [form, name] of [
    ['models', 'models'],
    ['default', 'default'],
  ] as const) {
    const models = modelsOf(Reflect.get(module, name))
    if (models !== undefined) return { form, models }
  }
  const each = Object.entries(module).filter(
    (entry): entry is [string, Declared] => entry[0] !== 'default' && isDeclared(entry[1]),
  )
  return each.length === 0 ? undefined : { form: 'each', models: Object.fromEntries(each) }
}

/** What to do where a module exports no models: most often an object of them holds something else as well. */
export function whyNoModels(module: object): string {
  for (const name of ['models', 'default']) {
    const value: unknown = Reflect.get(module, name)
    if (!isObject(value) || isDeclared(value)) continue
    const others = Object.keys(value).filter((member) => !isDeclared(Reflect.get(value, member)))
    if (others.length > 0 && others.length <= MOST_NAMED)
      return `in \`${name}\`, ${listWords(others)} ${others.length === 1 ? 'is no model' : 'are no models'}: make models by constrain, singleton or counter, and leave everything else out`
  }
  return 'export each of them, or an object of them as `models` or as the default'
}
