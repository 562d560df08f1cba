import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The folder of the examples. */
export const examples: string = join(import.meta.dirname, '../..')

const { resolve } = createRequire(join(examples, '../cli/package.json'))

/** The arguments with which Node runs a program of this repository from its source: no build comes first. */
export const fromSource = (program: string): string[] => [
  '--conditions=latchkey-source',
  '--no-warnings',
  '--import',
  pathToFileURL(resolve('tsx')).href,
  join(examples, program),
]
