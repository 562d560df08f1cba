import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { listen } from './http-server.js'
import type { Respond } from './in-process-handler.js'
import { inProcessHandler } from './in-process-handler.js'
import { shortenRetryPauses } from './quick-retries.js'

/** How requests reach the engine: over a socket on loopback, or without one. */
export type Transport = 'http' | 'in-process'

/** Clients whose requests reach an engine, and how to take them down. */
export interface Connection {
  readonly endpoint: string
  readonly client: DynamoDBClient
  readonly documentClient: DynamoDBDocumentClient
  close(): Promise<void>
}

/** What the SDK asks for and nobody looks at. */
const IDENTITY = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'latchkey', secretAccessKey: 'latchkey' },
  accountIdEndpointMode: 'disabled',
} as const

/** Connects clients to what answers their requests. */
export async function openConnection(
  transport: Transport,
  respond: Respond,
  port: number,
): Promise<Connection> {
  if (transport === 'in-process') {
    const endpoint = 'http://in-process.invalid'
    const config = { ...IDENTITY, ...UNREAD, endpoint, requestHandler: inProcessHandler(respond) }
    return connect(endpoint, config, async () => undefined)
  }
  const server = await listen(respond, { host: '127.0.0.1', port, keepsProcess: false })
  return connect(server.endpoint, { ...IDENTITY, endpoint: server.endpoint }, () => server.stop())
}

/** What costs time to make, and nobody reads without a socket: signatures, and what the SDK knows of its host. */
const UNREAD: Pick<DynamoDBClientConfig, 'signer' | 'defaultUserAgentProvider'> = {
  signer: { sign: async (request) => request },
  defaultUserAgentProvider: async () => [['latchkey-testing']],
}

async function connect(
  endpoint: string,
  config: DynamoDBClientConfig,
  stop: () => Promise<void>,
): Promise<Connection> {
  const client = new DynamoDBClient(config)
  await shortenRetryPauses(client)
  const documentClient = DynamoDBDocumentClient.from(client)
  const close = async (): Promise<void> => {
    client.destroy()
    await stop()
  }
  return { endpoint, client, documentClient, close }
}
