import type { Dynamo } from './dynamo.js'
import { openDynamo } from './dynamo.js'
import { DynaliteEngine } from './engine/dynalite-engine.js'
import type { Transport } from './transport/connection.js'

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
  return openDynamo(new DynaliteEngine(ofEngine), transport, port)
}
