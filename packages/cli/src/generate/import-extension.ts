import { CliError } from '../cli-error.js'
import type { ImportExtension } from './print/imports.js'
import { readProject } from './types/read-project.js'

const EXTENSIONS: readonly ImportExtension[] = ['js', 'ts', 'none']

/** What imports end with: as it was said, or `.ts` where the project imports so, and `.js` otherwise. */
export function importExtension(named: string | undefined, tsconfig: string | undefined): ImportExtension {
  if (named === undefined) return readProject(tsconfig).importsTypeScript ? 'ts' : 'js'
  const extension = EXTENSIONS.find((each) => each === named)
  if (extension !== undefined) return extension
  throw new CliError(`--import-extension is ${named}: it has to be one of ${EXTENSIONS.join(', ')}`)
}
