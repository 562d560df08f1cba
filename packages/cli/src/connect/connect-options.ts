import type { Command } from 'commander'

/** How a table is reached: the options of every command that connects. */
export interface ConnectOptions {
  readonly table?: string
  readonly endpoint?: string
  readonly region?: string
  readonly profile?: string
}

/** Adds the options that say how a table is reached. */
export function addConnectOptions(command: Command): Command {
  return command
    .option('--table <name>', 'the table (default: that of the entities)')
    .option('--endpoint <url>', 'the service, such as http://localhost:8000')
    .option('--region <region>', 'the AWS region (default: as the SDK finds it)')
    .option('--profile <name>', 'the AWS profile (default: as the SDK finds it)')
}

/** What every help of a command that connects ends with. */
export const CONNECT_HELP = `
AWS credentials, region and endpoint are found as the SDK finds them. Where
there are no credentials at all and the endpoint is on this machine, made-up
ones do.
`
