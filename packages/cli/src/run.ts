import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { CliError } from './cli-error.js'
import { commands } from './commands/commands.js'
import type { ExitCode, Io } from './io.js'

const { version }: { version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)

const EXAMPLES = `
Examples:
  $ latchkey generate --models src/models.ts --out src/generated
  $ latchkey describe accounts
  $ latchkey help generate

Exit codes: 0 done, 1 found a problem, 2 could not run.
`

/**
 * Runs a command line, and gives its exit code: 0 done, 1 found a problem, 2 could not run.
 *
 * @example
 * ```ts
 * const code = await run(['generate', '--check'], io)
 * ```
 */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  let code: ExitCode = 0
  const program = newProgram(io)
  for (const register of commands)
    register(program, {
      io,
      action:
        (run) =>
        async (...args) => {
          code = await run(...args)
        },
    })
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return code
  } catch (error) {
    // A help or a version is printed by the parser. One that was asked for is no failure.
    if (error instanceof CommanderError && /^commander\.(?:help|version)/.test(error.code))
      return error.exitCode === 0 ? 0 : 2
    sayError(error, argv, program, io)
    return 2
  }
}

/** Errors of the parser are thrown, and what it prints goes to `io`. Both settings go to commands that are added later. */
function newProgram(io: Io): Command {
  return new Command('latchkey')
    .description('What Latchkey models do to a DynamoDB table, and plain repositories for them.')
    .version(version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .configureHelp({
      helpWidth: Math.min(io.columns, 80),
      sortOptions: false,
      subcommandTerm: (command) => command.name(),
    })
    .configureOutput({
      writeOut: io.stdout,
      writeErr: io.stderr,
      // Errors are said where they arrive, those of the parser and others alike.
      outputError: () => {},
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .addHelpText('after', EXAMPLES)
    .exitOverride()
}

/** One line for a person, and where JSON was asked for an object for the machine. */
function sayError(error: unknown, argv: readonly string[], program: Command, io: Io): void {
  const command = program.commands.find((each) => each.name() === argv[0])
  const message = messageOf(error, command === undefined ? 'latchkey' : `latchkey ${command.name()}`)
  io.stderr(`latchkey: ${message}\n`)
  const isForMachines = argv.some(
    (argument, at) => argument === '--json' || (argument === 'json' && argv[at - 1] === '--format'),
  )
  if (isForMachines) io.stdout(`${JSON.stringify({ error: message })}\n`)
}

function messageOf(error: unknown, command: string): string {
  if (error instanceof CliError) return error.message
  if (error instanceof CommanderError) return inOneLine(error.message, command)
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** What the parser says, with its guess at what was meant, or where to look. */
function inOneLine(text: string, command: string): string {
  const [message = '', guess = `(See ${command} --help)`] = text.trim().split('\n')
  const remedy = guess.replace(
    /^\((.)(.*)\)$/,
    (_, first: string, rest: string) => first.toLowerCase() + rest,
  )
  return `${message.replace(/^error: /, '').replace(/\.$/, '')}: ${remedy}`
}
