import { resolve } from 'node:path'
import { CliError } from '../cli-error.js'
import { generate } from '../generate/generate.js'
import { importExtension } from '../generate/import-extension.js'
import { compareOutput, type Difference } from '../generate/output/compare-output.js'
import { writeOutput } from '../generate/output/write-output.js'
import type { ParsedFiles } from '../generate/types/open-types.js'
import { watchSources } from '../generate/watch-sources.js'
import type { ExitCode, Io } from '../io.js'
import { findModels, shownPath } from '../load/find-models.js'
import { loadModels } from '../load/load-models.js'
import { addModelsOptions, type ModelsOptions } from './models-options.js'
import type { Register } from './shell.js'

interface GenerateOptions extends ModelsOptions {
  readonly out: string
  readonly importExtension?: string
  readonly check?: boolean
  readonly watch?: boolean
  readonly json?: boolean
}

const EXAMPLES = `
Examples:
  $ latchkey generate --models src/models.ts --out src/generated
  $ latchkey generate --check   # in CI: exits 1 where a file is stale
  $ latchkey generate --watch   # again whenever a source file changes

The files are never edited by hand: they are overwritten, and those of models
that are gone are deleted. Other files in the folder are left alone.
`

/** `latchkey generate`. */
export const registerGenerate: Register = (program, { io, action }) => {
  addModelsOptions(
    program.command('generate').description('Write plain TypeScript repositories for the models.'),
  )
    .option('--out <folder>', 'where to write them', 'src/generated')
    .option(
      '--import-extension <ext>',
      'what imports end with: js, ts or none (default: as the tsconfig says)',
    )
    .option('--check', 'write nothing; exit 1 where a file is not what the models give')
    .option('--watch', 'write again whenever a source file changes')
    .option('--json', 'print which files changed as JSON')
    .addHelpText('after', EXAMPLES)
    .action(action((options: GenerateOptions) => run(options, io)))
}

async function run(options: GenerateOptions, io: Io): Promise<ExitCode> {
  if (options.check && options.watch)
    throw new CliError('--check and --watch do not go together: check once, or watch')
  if (!options.watch) return once(options, io, new Map())
  const parsed: ParsedFiles = new Map()
  const file = findModels(options.models, io.cwd)
  return watchSources({
    file,
    except: resolve(io.cwd, options.out),
    io,
    run: () => once(options, io, parsed),
  })
}

/** Generates once, and says what that changed. */
async function once(options: GenerateOptions, io: Io, parsed: ParsedFiles): Promise<ExitCode> {
  const loaded = await loadModels(options, io)
  const folder = resolve(io.cwd, options.out)
  const extension = importExtension(options.importExtension, loaded.tsconfig)
  const { files, notes } = generate(loaded, { folder, extension, parsed })
  for (const note of notes) io.stderr(`note: ${note}\n`)
  const difference = await (options.check ? compareOutput : writeOutput)(files, folder)
  const shown = shownPath(io.cwd, folder)
  if (options.json)
    io.stdout(`${JSON.stringify({ folder: shown, files: [...files.keys()].toSorted(), ...difference })}\n`)
  else
    io.stdout(
      options.check ? describeCheck(difference, shown) : describeWritten(difference, files.size, shown),
    )
  return options.check && changed(difference) > 0 ? 1 : 0
}

const changed = ({ missing, stale, leftover }: Difference): number =>
  missing.length + stale.length + leftover.length

const count = (amount: number, what: string): string => `${amount} ${what}${amount === 1 ? '' : 's'}`

function describeCheck(difference: Difference, folder: string): string {
  if (changed(difference) === 0) return `${folder} is up to date.\n`
  const lines = [
    ...difference.missing.map((name) => `  ${name} is missing`),
    ...difference.stale.map((name) => `  ${name} is not what the models give`),
    ...difference.leftover.map((name) => `  ${name} is of no model`),
  ]
  return `${folder} is stale: run latchkey generate.\n${lines.join('\n')}\n`
}

function describeWritten(difference: Difference, total: number, folder: string): string {
  const { missing, stale, leftover } = difference
  const parts = [
    ...(missing.length + stale.length === 0 ? [] : [`${missing.length + stale.length} written`]),
    ...(leftover.length === 0 ? [] : [`${leftover.length} deleted`]),
  ]
  return `${folder}: ${count(total, 'file')}, ${parts.length === 0 ? 'nothing changed' : parts.join(', ')}.\n`
}
