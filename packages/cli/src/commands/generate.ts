import { addModelsOptions, type ModelsOptions } from './models-options.js'
import type { Register } from './shell.js'

interface GenerateOptions extends ModelsOptions {
  readonly out: string
  readonly check: boolean
  readonly watch: boolean
}

const EXAMPLES = `
Examples:
  $ latchkey generate --models src/models.ts --out src/generated
  $ latchkey generate --check   # in CI: exits 1 where a file is stale
  $ latchkey generate --watch
`

/** `latchkey generate` */
export const registerGenerate: Register = (program, { action }) => {
  addModelsOptions(
    program.command('generate').description('Writes plain TypeScript repositories for the models.'),
  )
    .option('--out <folder>', 'where to write them', 'src/generated')
    .addHelpText('after', EXAMPLES)
    .action(action(async (_options: GenerateOptions) => 0))
}
