import type { Command } from 'commander'

/** Where the models are: the options of every command that reads them. */
export interface ModelsOptions {
  readonly models?: string
  readonly tsconfig?: string
}

/** Adds the options that say where the models are. */
export function addModelsOptions(command: Command): Command {
  return command
    .option(
      '--models <file>',
      'the file that exports the models (default: latchkey.models.ts, src/models.ts or models.ts)',
    )
    .option('--tsconfig <file>', 'the tsconfig.json for it (default: the nearest one)')
}
