import type { DynamoDBClient, DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import { CliError } from '../cli-error.js'
import type { Io } from '../io.js'
import type { ConnectOptions } from './connect-options.js'
import { describeAwsError } from './describe-aws-error.js'
import { endpointOf, hasCredentials, isLoopback } from './endpoint.js'

/** The service's client and its commands. */
export type Sdk = typeof import('@aws-sdk/client-dynamodb')

/** A connection to the service. */
export interface Connection {
  readonly client: DynamoDBClient
  readonly sdk: Sdk
}

async function loadSdk(): Promise<Sdk> {
  try {
    return await import('@aws-sdk/client-dynamodb')
  } catch (error) {
    throw new CliError('@aws-sdk/client-dynamodb is needed to connect: install it beside @latchkey/cli', {
      cause: error,
    })
  }
}

/**
 * Credentials, region and endpoint as the SDK finds them. An engine on this machine takes any credentials: where none are
 * configured it gets made-up ones, which go nowhere else.
 */
function configOf(options: ConnectOptions, io: Pick<Io, 'env'>): DynamoDBClientConfig {
  const { region, profile } = options
  const endpoint = endpointOf(options, io)
  const isMadeUp = isLoopback(endpoint) && !hasCredentials(options, io)
  return {
    ...(endpoint !== undefined && { endpoint }),
    ...(profile !== undefined && { profile }),
    ...(region !== undefined && { region }),
    ...(isMadeUp && {
      credentials: { accessKeyId: 'latchkey', secretAccessKey: 'latchkey' },
      region: region ?? io.env['AWS_REGION'] ?? 'us-east-1',
    }),
    maxAttempts: 3,
    // Without the last of them the SDK warns of a request that takes longer, and waits on.
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
  }
}

/** Connects, runs, and closes. Errors of the service and on the way to it are told in one line, with a remedy. */
export async function withConnection<T>(
  options: ConnectOptions & { readonly table: string },
  io: Pick<Io, 'env'>,
  run: (connection: Connection) => Promise<T>,
): Promise<T> {
  const config = configOf(options, io)
  const sdk = await loadSdk()
  const client = new sdk.DynamoDBClient(config)
  try {
    return await run({ client, sdk })
  } catch (error) {
    throw describeAwsError(error, { table: options.table, endpoint: endpointOf(options, io) })
  } finally {
    client.destroy()
  }
}
