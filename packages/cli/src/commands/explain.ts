import type { AnyLatchkeyError } from '@latchkey/core'
import { InvalidArgumentError, Option } from 'commander'
import { CliError } from '../cli-error.js'
import { tableName } from '../connect/table-name.js'
import { type Explanation, explain } from '../explain/explain.js'
import { explainCli, explainJson, explainRequest, type Printed } from '../explain/explain-formats.js'
import { explainText } from '../explain/explain-text.js'
import { readOperation, type WriteOptions } from '../explain/operation.js'
import type { Io } from '../io.js'
import { describeLoaded } from '../load/describe-loaded.js'
import { loadModels } from '../load/load-models.js'
import type { Core } from '../load/open-module.js'
import { screenOf } from '../text/screen.js'
import { hangText } from '../text/wrap-text.js'
import { addModelsOptions, type ModelsOptions } from './models-options.js'
import type { Register } from './shell.js'

const FORMATS = ['text', 'request', 'cli', 'json'] as const
type Format = (typeof FORMATS)[number]

interface ExplainOptions extends ModelsOptions, WriteOptions {
  readonly table?: string
  readonly format: Format
  readonly json?: boolean
}

const EXAMPLES = `
Operations: create, put, upsert, update and delete of a model; update of a
singleton; increment and reset of a counter. Nothing is connected to. An
operation that reads the item first needs it as --current.

Examples:
  $ latchkey explain accounts.create --item '{"accountId":"1","email":"a@b.c"}'
  $ latchkey explain accounts.update --key '{"accountId":"1"}' \\
      --set '{"email":"a@b.c"}' --current '{"accountId":"1","email":"old@b.c"}'
  $ latchkey explain settings.update --set '{"signupEnabled":true}'
  $ latchkey explain visits.increment --scope '{"tenantId":"t1"}' --by 2
  $ latchkey explain accounts.delete --key '{"accountId":"1"}' --current null
  $ latchkey explain orders.create --item "$(cat order.json)" --format cli
`

function readFormat(text: string): Format {
  const format = FORMATS.find((known) => known === text)
  if (format !== undefined) return format
  throw new InvalidArgumentError(`It is one of ${FORMATS.join(', ')}.`)
}

const PRINTERS: Readonly<Record<Exclude<Format, 'text'>, (explanation: Explanation) => Printed>> = {
  request: explainRequest,
  cli: explainCli,
  json: explainJson,
}

function print(explanation: Explanation, format: Format, io: Io): void {
  const { output, notes } =
    format === 'text'
      ? { output: explainText(explanation, screenOf(io)), notes: [] }
      : PRINTERS[format](explanation)
  io.stdout(output)
  for (const note of notes) io.stderr(`# ${note}\n`)
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''

/** What it comes to; where the library refuses the write, that is printed, and there is nothing more to explain. */
async function explained(
  operation: string,
  run: () => Promise<Explanation>,
  { isLatchkeyError }: Core,
  { format, io }: { readonly format: Format; readonly io: Io },
): Promise<Explanation | undefined> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof CliError) throw error
    if (!isLatchkeyError(error))
      throw new CliError(`${operation} throws, likely in a function of the model: ${firstLine(error)}`, {
        cause: error,
      })
    const message = withoutPlace(error)
    if (error.code === 'INVALID_INPUT' || error.code === 'DECLARATION')
      throw new CliError(`${operation}: ${message}`, { cause: error })
    const refusal = `Nothing is sent, since it is refused: ${message}`
    if (format === 'text') io.stdout(`${operation}\n\n${hangText('', refusal, screenOf(io).width)}\n`)
    else if (format === 'json')
      io.stdout(`${JSON.stringify({ operation, refused: { code: error.code, message } }, null, 2)}\n`)
    else io.stderr(`# ${operation}: ${refusal}\n`)
    return undefined
  }
}

/** An error says which model and method it is of, by the entity's name. Here they are typed, and said already. */
function withoutPlace({ model, operation, message }: AnyLatchkeyError): string {
  const place = `${model}.${operation}: `
  return message.startsWith(place) ? message.slice(place.length) : message
}

/** `latchkey explain` */
export const registerExplain: Register = (program, { io, action }) => {
  addModelsOptions(
    program
      .command('explain')
      .description('Show the request of a write, each of its writes in a sentence.')
      .argument('<operation>', 'what to explain, such as accounts.update')
      .option('--key <json>', 'the key attributes of the item')
      .option('--item <json>', 'the item of create, put and upsert')
      .option('--on-insert <json>', 'what upsert stores where there is no item')
      .option('--set <json>', 'the attributes to set')
      .option('--remove <names>', 'the attributes to remove, with commas between')
      .option('--add <json>', 'numbers to add, members to add to sets')
      .option('--subtract <json>', 'numbers to subtract')
      .option('--append <json>', 'members to append to lists')
      .option('--delete <json>', 'members to delete from sets')
      .option('--scope <json>', 'the scope of a counter')
      .option('--by <number>', 'how much a counter counts (default: 1)')
      .option(
        '--current <json>',
        'the item as it is in the table, as get prints it or in DynamoDB JSON; null for none',
      )
      .option('--if-version <number>', 'only if the item has this version')
      .option('--table <name>', 'the table (default: that of the entities)'),
  )
    .option('--format <format>', `one of ${FORMATS.join(', ')}`, readFormat, 'text')
    .addOption(new Option('--json', 'the same as --format json').conflicts('format'))
    .addHelpText('after', EXAMPLES)
    .action(
      action(async (text: string, options: ExplainOptions) => {
        const loaded = await loadModels(options, io)
        const { format: named, json, table, models: _models, tsconfig: _tsconfig, ...write } = options
        const format = json === true ? 'json' : named
        const operation = readOperation(text, write, describeLoaded(loaded, []))
        const name = tableName(table, loaded.models) ?? 'TABLE'
        const run = (): Promise<Explanation> => explain(operation, loaded, name)
        const explanation = await explained(text, run, loaded.core, { format, io })
        if (explanation === undefined) return 1
        print(explanation, format, io)
        return 0
      }),
    )
}
