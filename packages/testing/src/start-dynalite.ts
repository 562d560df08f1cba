import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { DynaliteEngine } from './engine/dynalite-engine.js'
import type { Faults } from './fault/faults.js'
import { FaultInjector } from './fault/faults.js'
import type { Transport } from './transport/connection.js'
import { openConnection } from './transport/connection.js'

/** How dynalite is started. */
export interface StartOptions {
  /** Over a socket on loopback (`'http'`, the default) or without one, which is several times faster. */
  readonly transport?: Transport
  /** The port to listen on; any free one by default. */
  readonly port?: number
  /** A folder for the data; in memory by default. */
  readonly path?: string
  /** The clock, in milliseconds since 1970, that forgets client request tokens. */
  readonly now?: () => number
}

/** A running engine, clients for it, and what makes it fail on demand. */
export interface Dynamo {
  /** Where it listens; without a socket, a name that leads nowhere. */
  readonly endpoint: string
  readonly client: DynamoDBClient
  readonly documentClient: DynamoDBDocumentClient
  /** Faults by name, for tests of failure. */
  readonly faults: Faults
  /** Ends it. It also ends with the process, which it never keeps alive. */
  stop(): Promise<void>
}

/**
 * Starts dynalite with transactions in this process.
 *
 * @example
 * ```ts
 * const dynamo = await startDynalite({ transport: 'in-process' })
 * await dynamo.documentClient.send(new TransactWriteCommand({ TransactItems: [...] }))
 * await dynamo.stop()
 * ```
 */
export async function startDynalite(options: StartOptions = {}): Promise<Dynamo> {
  const { transport = 'http', port = 0, ...ofEngine } = options
  const engine = new DynaliteEngine(ofEngine)
  const faults = new FaultInjector()
  const respond = faults.around((request) => engine.handle(request))
  const connection = await openConnection(transport, respond, port)
  const { endpoint, client, documentClient } = connection
  const stop = async (): Promise<void> => {
    await connection.close()
    await engine.stop()
  }
  return { endpoint, client, documentClient, faults, stop }
}
