import { Option } from 'commander'
import { describeMermaid } from '../describe/describe-mermaid.js'
import { describeText } from '../describe/describe-text.js'
import { describeLoaded } from '../load/describe-loaded.js'
import { shownPath } from '../load/find-models.js'
import { loadModels } from '../load/load-models.js'
import { screenOf } from '../text/screen.js'
import { addModelsOptions, type ModelsOptions } from './models-options.js'
import type { Register } from './shell.js'

interface DescribeOptions extends ModelsOptions {
  readonly json?: boolean
  readonly mermaid?: boolean
}

const EXAMPLES = `
Examples:
  $ latchkey describe
  $ latchkey describe accounts orders
  $ latchkey describe --json | jq '.models.accounts.constraints'
  $ latchkey describe --mermaid > docs/models.mmd
`

/** `latchkey describe` */
export const registerDescribe: Register = (program, { io, action }) => {
  addModelsOptions(
    program
      .command('describe')
      .description('Show the models: keys, constraints, and what each operation reads and writes.')
      .argument('[models...]', 'the models to show (default: all of them)'),
  )
    .option('--json', 'print the descriptions as JSON')
    .addOption(new Option('--mermaid', 'print an entity relationship diagram in Mermaid').conflicts('json'))
    .addHelpText('after', EXAMPLES)
    .action(
      action(async (names: readonly string[], options: DescribeOptions) => {
        const loaded = await loadModels(options, io)
        const models = describeLoaded(loaded, names)
        if (options.json === true) io.stdout(`${JSON.stringify({ models }, null, 2)}\n`)
        else if (options.mermaid === true) io.stdout(describeMermaid(models))
        else {
          const texts = Object.entries(models).map(([name, each]) => describeText(name, each, screenOf(io)))
          io.stdout(`Models of ${shownPath(io.cwd, loaded.file)}\n\n${texts.join('\n')}`)
        }
        return 0
      }),
    )
}
