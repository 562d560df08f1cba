import { parseArgs } from 'node:util'
import { TestingError } from '../testing-error.js'

/** What the command line asks for. */
export type ServeOptions =
  | { readonly ask: 'help' | 'version' }
  | { readonly ask: 'serve'; readonly host: string; readonly port: number; readonly path: string | undefined }

/** What `latchkey-dynalite --help` prints. */
export const USAGE: string = `Usage: latchkey-dynalite [--port <port>] [--host <address>] [--path <folder>]

dynalite with DynamoDB transactions, for local development.

  -p, --port <port>     The port to listen on; 8000 by default, 0 for any free one
      --host <address>  The address to listen on; 127.0.0.1 by default
      --path <folder>   Where to keep the data; in memory by default
  -h, --help            Print this, and end
  -v, --version         Print the version, and end`

/** Reads the arguments of `latchkey-dynalite`. */
export function readServeOptions(args: readonly string[]): ServeOptions {
  const { values } = parse(args)
  if (values.help === true) return { ask: 'help' }
  if (values.version === true) return { ask: 'version' }
  return {
    ask: 'serve',
    host: values.host ?? '127.0.0.1',
    port: readPort(values.port ?? '8000'),
    path: values.path,
  }
}

interface Parsed {
  readonly values: { host?: string; port?: string; path?: string; help?: boolean; version?: boolean }
}

function parse(args: readonly string[]): Parsed {
  try {
    return parseArgs({
      args: [...args],
      options: {
        host: { type: 'string' },
        port: { type: 'string', short: 'p' },
        path: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    })
  } catch (error) {
    throw new TestingError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`, {
      cause: error,
    })
  }
}

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new TestingError(
    `--port ${JSON.stringify(text)} is no port: give a number from 0 to 65535.\n\n${USAGE}`,
  )
}
