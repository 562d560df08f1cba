import { existsSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { CliError } from '../cli-error.js'

const STEMS = ['latchkey.models', 'src/models', 'models']
const EXTENSIONS = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs']

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true

/** A path as a person writes it: relative to where the command runs, with slashes. */
export const shownPath = (cwd: string, path: string): string =>
  (relative(cwd, path) || '.').replaceAll('\\', '/')

/** The file with the models: the one that was named, or the first of the usual ones that exists. */
export function findModels(named: string | undefined, cwd: string): string {
  if (named !== undefined) {
    const path = resolve(cwd, named)
    if (isFile(path)) return path
    throw new CliError(
      `there is no file ${shownPath(cwd, path)}: say with --models which file exports your models`,
    )
  }
  const found = STEMS.flatMap((stem) =>
    EXTENSIONS.map((extension) => join(cwd, `${stem}.${extension}`)),
  ).find(isFile)
  if (found !== undefined) return found
  throw new CliError(
    'no models found: there is no latchkey.models.ts, src/models.ts or models.ts here; name the file with --models',
  )
}

/** The tsconfig.json that was named, or the nearest one above the models; undefined where there is none. */
export function findTsconfig(named: string | undefined, models: string, cwd: string): string | undefined {
  if (named !== undefined) {
    const path = resolve(cwd, named)
    if (isFile(path)) return path
    throw new CliError(
      `there is no file ${shownPath(cwd, path)}: --tsconfig takes the path of a tsconfig.json`,
    )
  }
  for (let folder = dirname(models); ; folder = dirname(folder)) {
    const path = join(folder, 'tsconfig.json')
    if (existsSync(path)) return path
    if (folder === dirname(folder)) return undefined
  }
}
