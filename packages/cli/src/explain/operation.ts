import type { Description } from '@latchkey/core'
import { CliError } from '../cli-error.js'
import { listWords } from '../text/list-words.js'
import { type JsonObject, parseJson, parseJsonObject } from './parse-json.js'

/** The options of `explain` that say what is written, as they were typed. */
export interface WriteOptions {
  readonly key?: string
  readonly item?: string
  readonly onInsert?: string
  readonly set?: string
  readonly remove?: string
  readonly add?: string
  readonly subtract?: string
  readonly append?: string
  readonly delete?: string
  readonly scope?: string
  readonly by?: string
  readonly current?: string
  readonly ifVersion?: string
}

type OptionName = keyof WriteOptions

const VERBS = ['set', 'remove', 'add', 'subtract', 'append', 'delete'] as const
const UPDATE: readonly OptionName[] = [...VERBS, 'current', 'ifVersion']

/** What each operation takes, by the kind of what it is on. */
const TAKEN: Readonly<Record<Description['kind'], Readonly<Record<string, readonly OptionName[]>>>> = {
  model: {
    create: ['item'],
    put: ['item', 'current'],
    upsert: ['item', 'onInsert', 'current'],
    update: ['key', ...UPDATE],
    delete: ['key', 'current', 'ifVersion'],
  },
  singleton: { update: UPDATE },
  counter: { increment: ['scope', 'by'], reset: ['scope'] },
}

/** The options that an operation cannot be without. */
const NEEDED: readonly OptionName[] = ['item']

/** What cannot be explained, and why. */
const UNPLANNED: Readonly<Record<string, string>> = {
  modify:
    'decides on the item by a function, which cannot be typed here: explain the update that the function would ask for',
  createMany: 'is a create for each row: explain create',
  putMany: 'is a put for each row: explain put',
  deleteMany: 'is a delete for each key: explain delete',
}

/** An operation to explain, with its arguments. */
export interface Operation {
  readonly model: string
  readonly method: string
  readonly item: JsonObject | undefined
  readonly onInsert: JsonObject | undefined
  readonly key: JsonObject | undefined
  readonly verbs: JsonObject
  readonly scope: JsonObject
  readonly by: number | undefined
  readonly version: number | undefined
  /** The item as it is in the table; null where there is none, undefined where nobody says. */
  readonly current: JsonObject | null | undefined
}

/** `--if-version` for `ifVersion` */
const spell = (name: string): string =>
  `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

function readTarget(
  text: string,
  models: Readonly<Record<string, Description>>,
): { readonly model: string; readonly method: string; readonly taken: readonly OptionName[] } {
  const dot = text.lastIndexOf('.')
  const model = text.slice(0, Math.max(dot, 0))
  const method = text.slice(dot + 1)
  const description = Object.hasOwn(models, model) ? models[model] : undefined
  if (description === undefined)
    throw new CliError(
      `${dot > 0 ? `there is no model ${model}` : `${text} is no operation of a model: write it as ${Object.keys(models)[0]}.update`}; the models are ${listWords(Object.keys(models))}`,
    )
  const methods = TAKEN[description.kind]
  const taken = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (taken !== undefined) return { model, method, taken }
  const why = UNPLANNED[method]
  throw new CliError(
    why === undefined
      ? `${model} has no write ${method}: it has ${listWords(Object.keys(methods))}`
      : `${text} ${why}`,
  )
}

function checkOptions(text: string, options: WriteOptions, taken: readonly OptionName[]): void {
  const given = (Object.keys(options) as OptionName[]).filter((name) => options[name] !== undefined)
  const extra = given.find((name) => !taken.includes(name))
  if (extra !== undefined)
    throw new CliError(
      `${spell(extra)} is nothing that ${text} takes: it takes ${listWords(taken.map(spell))}`,
    )
  const missing = NEEDED.find((name) => taken.includes(name) && !given.includes(name))
  if (missing !== undefined) throw new CliError(`${text} needs ${spell(missing)} '{...}'`)
  const isChange = taken.includes('set') && !VERBS.some((verb) => given.includes(verb))
  if (isChange) throw new CliError(`${text} needs a change: one of ${listWords(VERBS.map(spell), 'or')}`)
}

/** `--remove a,b`, or a JSON list. */
const readRemove = (text: string): unknown =>
  text.trimStart().startsWith('[') ? parseJson('--remove', text) : text.split(',').map((name) => name.trim())

function readVerbs(options: WriteOptions): JsonObject {
  const entries = VERBS.flatMap((verb) => {
    const text = options[verb]
    if (text === undefined) return []
    return [[verb, verb === 'remove' ? readRemove(text) : parseJsonObject(spell(verb), text)] as const]
  })
  return Object.fromEntries(entries)
}

function readNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  if (text.trim() !== '' && Number.isFinite(number)) return number
  throw new CliError(`${option} has to be a number`)
}

function readCurrent(text: string | undefined): JsonObject | null | undefined {
  if (text === undefined) return undefined
  return text.trim() === 'null' ? null : parseJsonObject('--current', text)
}

/** Reads `accounts.update` and its options. */
export function readOperation(
  text: string,
  options: WriteOptions,
  models: Readonly<Record<string, Description>>,
): Operation {
  const { model, method, taken } = readTarget(text, models)
  checkOptions(text, options, taken)
  const object = (name: 'item' | 'onInsert' | 'key' | 'scope'): JsonObject | undefined => {
    const given = options[name]
    return given === undefined ? undefined : parseJsonObject(spell(name), given)
  }
  return {
    model,
    method,
    item: object('item'),
    onInsert: object('onInsert'),
    key: object('key'),
    verbs: readVerbs(options),
    scope: object('scope') ?? {},
    by: readNumber('--by', options.by),
    version: readNumber('--if-version', options.ifVersion),
    current: readCurrent(options.current),
  }
}
