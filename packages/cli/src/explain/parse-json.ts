import { CliError } from '../cli-error.js'

const SPACE = /[ \t\n\r]*/y
const STRING = /"(?:[^"\\\r\n]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/** Where a text stops being JSON: the parser of the runtime says so on some versions alone. */
function faultIn(text: string): number {
  let at = 0
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    at += found?.length ?? 0
    return found !== undefined && found !== ''
  }
  const sign = (expected: string): boolean => {
    take(SPACE)
    if (text[at] !== expected) return false
    at += 1
    return true
  }
  const members = (end: string, member: () => boolean): boolean => {
    if (sign(end)) return true
    do if (!member()) return false
    while (sign(','))
    return sign(end)
  }
  const value = (): boolean => {
    if (sign('{'))
      return members('}', () => {
        take(SPACE)
        return take(STRING) && sign(':') && value()
      })
    if (sign('[')) return members(']', value)
    return take(STRING) || take(SCALAR)
  }
  value()
  take(SPACE)
  return at
}

/** The JSON of an option. Throws one that names the option and where it goes wrong. */
export function parseJson(option: string, text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    const at = faultIn(text)
    const found = at >= text.length ? 'it ends too early' : `${JSON.stringify(text[at])} cannot stand there`
    throw new CliError(`${option} is no JSON: at character ${at + 1}, ${found}`, { cause: error })
  }
}

export type JsonObject = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** As `parseJson`, for options that take an object. */
export function parseJsonObject(option: string, text: string): JsonObject {
  const value = parseJson(option, text)
  if (isObject(value)) return value
  throw new CliError(`${option} has to be a JSON object, such as '{"name":"value"}'`)
}
