import { CliError } from '../cli-error.js'

const text = (error: unknown, property: string): string => {
  const value: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, property) : undefined
  return typeof value === 'string' ? value : ''
}

const firstLine = (message: string): string => message.split('\n', 1)[0]?.trim() ?? ''

const isMissing = (error: unknown): boolean =>
  ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'].includes(text(error, 'code'))

/** The package or the file that a module was looked for under. */
const missing = (error: unknown): string =>
  /Cannot find (?:package|module) '([^']+)'/.exec(text(error, 'message'))?.[1] ?? 'a module'

/** Where in a file of the user's it was thrown: the first line of the stack outside of Node and packages. */
function placeOf(error: unknown): string {
  const frame = text(error, 'stack')
    .split('\n')
    .find((line) => /^\s+at /.test(line) && !/node:|node_modules/.test(line))
  const place = frame && /\(?(?:file:\/\/)?([^\s()]+?)(?:\?[^:]*)?(:\d+:\d+)\)?$/.exec(frame)
  return place ? ` (${place[1]}${place[2]})` : ''
}

/** Why models could not be loaded, in one line with what to do about it. */
export function describeLoadError(error: unknown, file: string): CliError {
  const message = text(error, 'message') || String(error)
  if (text(error, 'code') === 'DECLARATION')
    return new CliError(`${file}: a declaration cannot work: ${message.replaceAll(/\s*\n\s*/g, ' ')}`, {
      cause: error,
    })
  if (isMissing(error))
    return new CliError(
      `${file} imports ${missing(error)}, which cannot be found: install it, or give the tsconfig.json whose paths lead to it with --tsconfig`,
      { cause: error },
    )
  if (text(error, 'name') === 'TransformError' || error instanceof SyntaxError)
    return new CliError(`${file} cannot be read: ${syntaxMessage(message)}`, { cause: error })
  return new CliError(
    `${file} throws when it is imported: ${firstLine(message)}${placeOf(error)}; models should need no services and no settings`,
    { cause: error },
  )
}

/** The compiler's heading says how many errors there are, and the next lines say them. */
function syntaxMessage(message: string): string {
  const lines = message.split('\n').map((line) => line.trim())
  return lines.find((line) => /:\d+:\d+: ERROR: /.test(line)) ?? firstLine(message)
}
