import { CliError } from '../cli-error.js'
import { addConnectOptions, CONNECT_HELP, type ConnectOptions } from '../connect/connect-options.js'
import { keysFor } from '../connect/keys-for.js'
import { withConnection } from '../connect/open-client.js'
import { requiredTableName } from '../connect/table-name.js'
import { toCliJson } from '../explain/attribute-json.js'
import type { Report } from '../inspect/check.js'
import { inspectTarget } from '../inspect/inspect-target.js'
import { inspectText } from '../inspect/inspect-text.js'
import { readTerms } from '../inspect/read-terms.js'
import type { Io } from '../io.js'
import { describeCoreError } from '../load/core-error.js'
import { describeLoaded } from '../load/describe-loaded.js'
import { loadModels } from '../load/load-models.js'
import { screenOf } from '../text/screen.js'
import { addModelsOptions, type ModelsOptions } from './models-options.js'
import type { Register } from './shell.js'

interface InspectOptions extends ModelsOptions, ConnectOptions {
  readonly constraint?: string
  readonly json?: boolean
}

const EXAMPLES = `
Reads consistently, item by item, and writes nothing. What is stored is shown as
it is, hidden attributes as well.

Examples:
  $ latchkey inspect accounts email=ada@lovelace.io --table shop
  $ latchkey inspect accounts accountId=1 --table shop
  $ latchkey inspect accounts tenantId=t1 username=ada --json
  $ latchkey inspect settings --endpoint http://localhost:8000 --table shop
`

async function inspected(
  [model, terms]: readonly [string, readonly string[]],
  options: InspectOptions,
  io: Io,
): Promise<Report> {
  const loaded = await loadModels(options, io)
  const { models, core } = loaded
  const description = describeLoaded(loaded, [model])[model]
  if (description === undefined || description.kind === 'counter')
    throw new CliError(
      `${model} is a counter, which has no items of a model: read it with db.${model}.read()`,
    )
  const target = readTerms(model, description, terms, options.constraint)
  const table = requiredTableName(options.table, models)
  return withConnection({ ...options, table }, io, async ({ client, sdk }) => {
    try {
      const inspection = core.inspectDatabase(core.connect(models, { client, table, ...keysFor(models) }))
      return await inspectTarget({
        model,
        target,
        description,
        inspection,
        asked: terms.join(' '),
        now: Date.now(),
        get: async (Key) =>
          (
            await client.send(
              new sdk.GetItemCommand({ TableName: table, Key: { ...Key }, ConsistentRead: true }),
            )
          ).Item,
      })
    } catch (error) {
      throw describeCoreError(error, core)
    }
  })
}

/** `latchkey inspect` */
export const registerInspect: Register = (program, { io, action }) => {
  addConnectOptions(
    addModelsOptions(
      program
        .command('inspect')
        .description('Show an item, or whose a value is, with the guards and pointers beside it.')
        .argument('<model>', 'the model')
        .argument('[name=value...]', 'its key, or the values of a unique constraint with its scope'),
    ).option('--constraint <name>', 'the unique constraint, where several are of the same attributes'),
  )
    .option('--json', 'print everything that was found as JSON, items in DynamoDB JSON')
    .addHelpText('after', EXAMPLES + CONNECT_HELP)
    .action(
      action(async (model: string, terms: readonly string[], options: InspectOptions) => {
        const report = await inspected([model, terms], options, io)
        io.stdout(options.json === true ? `${toCliJson(report)}\n` : inspectText(report, screenOf(io)))
        return report.problems === 0 ? 0 : 1
      }),
    )
}
