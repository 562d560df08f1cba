import { InvalidArgumentError, Option } from 'commander'
import { CliError } from '../cli-error.js'
import { addConnectOptions, CONNECT_HELP, type ConnectOptions } from '../connect/connect-options.js'
import { withConnection } from '../connect/open-client.js'
import { requiredTableName, tableName } from '../connect/table-name.js'
import type { ExitCode, Io } from '../io.js'
import { loadModels } from '../load/load-models.js'
import { type Difference, diffTable, isFault } from '../table/diff-table.js'
import { printCdk } from '../table/print-cdk.js'
import { printCloudFormation } from '../table/print-cloudformation.js'
import { printJson, printSdk } from '../table/print-sdk.js'
import { printTerraform } from '../table/print-terraform.js'
import { readTable } from '../table/read-table.js'
import { NO_NAME, type TableSpec, tableSpec } from '../table/table-spec.js'
import { alignColumns } from '../text/align-columns.js'
import { screenOf } from '../text/screen.js'
import { addModelsOptions, type ModelsOptions } from './models-options.js'
import type { Register } from './shell.js'

const FORMATS = ['sdk', 'cloudformation', 'cdk', 'terraform'] as const
type Format = (typeof FORMATS)[number]

const STREAMS = {
  'new-and-old-images': 'NEW_AND_OLD_IMAGES',
  'new-image': 'NEW_IMAGE',
  'old-image': 'OLD_IMAGE',
  'keys-only': 'KEYS_ONLY',
} as const
type Stream = (typeof STREAMS)[keyof typeof STREAMS]

interface TableOptions extends ModelsOptions, ConnectOptions {
  readonly format: Format
  readonly stream?: Stream
  readonly deletionProtection?: boolean
  readonly pointInTimeRecovery?: boolean
  readonly diff?: boolean
  readonly json?: boolean
}

const EXAMPLES = `
Examples:
  $ latchkey table --table shop > table.json
  $ latchkey table --format terraform --stream new-and-old-images
  $ latchkey table --format cdk --deletion-protection --point-in-time-recovery
  $ latchkey table --diff --table shop   # exits 1 where something is missing
  $ latchkey table --diff --table shop --endpoint http://localhost:8000
`

function readFormat(text: string): Format {
  const format = FORMATS.find((known) => known === text)
  if (format !== undefined) return format
  throw new InvalidArgumentError(`It is one of ${FORMATS.join(', ')}.`)
}

function readStream(text: string): Stream {
  const found = Object.entries(STREAMS).find(([name]) => name === text)
  if (found !== undefined) return found[1]
  throw new InvalidArgumentError(`It is one of ${Object.keys(STREAMS).join(', ')}.`)
}

function print(spec: TableSpec, { format, json }: TableOptions, io: Io): void {
  if (json === true) {
    io.stdout(printJson(spec))
    return
  }
  const printed =
    format === 'sdk'
      ? printSdk(spec)
      : {
          output: { cloudformation: printCloudFormation, cdk: printCdk, terraform: printTerraform }[format](
            spec,
          ),
          notes: [],
        }
  io.stdout(printed.output)
  for (const note of printed.notes) io.stderr(`# ${note}\n`)
  if (spec.name === undefined && printed.output.includes(NO_NAME))
    io.stderr(`# ${NO_NAME} stands for the name of the table: say it with --table\n`)
}

function diffText(table: string, differences: readonly Difference[], io: Io): string {
  const rows = differences.map(({ kind, what, message }) => [kind, `${what}: ${message}`])
  const { width, heading } = screenOf(io)
  const head = differences.some(isFault)
    ? `${table} is not what the models need.`
    : `${table} has all that the models need.`
  return `${[heading(head), ...alignColumns(rows, { width, indent: 2 })].join('\n')}\n`
}

async function diff(
  spec: TableSpec,
  options: TableOptions & { readonly table: string },
  io: Io,
): Promise<ExitCode> {
  const { table } = options
  const live = await withConnection(options, io, (connection) => readTable(connection, table, spec.wishes))
  const differences = diffTable(spec, live)
  io.stdout(
    options.json === true
      ? `${JSON.stringify({ table, differences }, null, 2)}\n`
      : diffText(table, differences, io),
  )
  return differences.some(isFault) ? 1 : 0
}

/** What is printed comes from the models alone. */
function refuseConnecting({ endpoint, region, profile }: TableOptions): void {
  const [given] = Object.entries({ endpoint, region, profile }).filter(([, value]) => value !== undefined)
  if (given !== undefined) throw new CliError(`--${given[0]} says where a table is: it goes with --diff`)
}

/** `latchkey table` */
export const registerTable: Register = (program, { io, action }) => {
  addConnectOptions(
    addModelsOptions(
      program.command('table').description('Print the table that the models need, or compare it to one.'),
    )
      .addOption(
        new Option('--format <format>', `one of ${FORMATS.join(', ')}`)
          .argParser(readFormat)
          .default('sdk')
          .conflicts(['json', 'diff']),
      )
      .option('--stream <view>', `a stream: ${Object.keys(STREAMS).join(', ')}`, readStream)
      .option('--deletion-protection', 'a table that cannot be deleted by mistake')
      .option('--point-in-time-recovery', 'a table that can be restored')
      .option('--diff', 'compare it to the table as it is, and exit 1 where something is missing')
      .option('--json', 'print the inputs of all requests, or the differences, as JSON'),
  )
    .addHelpText('after', EXAMPLES + CONNECT_HELP)
    .action(
      action(async (options: TableOptions) => {
        const loaded = await loadModels(options, io)
        const { models } = loaded
        if (options.diff !== true) {
          refuseConnecting(options)
          print(tableSpec(loaded, tableName(options.table, models), options), options, io)
          return 0
        }
        const table = requiredTableName(options.table, models)
        return diff(tableSpec(loaded, table, options), { ...options, table }, io)
      }),
    )
}
