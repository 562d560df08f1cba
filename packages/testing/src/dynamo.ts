import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Engine } from './engine/engine.js'
import { ConnectionBroken } from './fault/connection-broken.js'
import type { Faults } from './fault/faults.js'
import { FaultInjector } from './fault/faults.js'
import type { RequestMatch } from './fault/request-match.js'
import type { Gate } from './gate/gate.js'
import { Gates } from './gate/gates.js'
import type { Lag, LagOptions } from './lag/index-lag.js'
import type { Transport } from './transport/connection.js'
import { openConnection } from './transport/connection.js'
import type { Respond } from './transport/in-process-handler.js'

/** A running engine, clients for it, and what makes it fail, wait or lag on demand. */
export interface Dynamo {
  /** Where it listens; without a socket, a name that leads nowhere. */
  readonly endpoint: string
  readonly client: DynamoDBClient
  readonly documentClient: DynamoDBDocumentClient
  readonly transport: Transport
  /** Which engine answers: `dynalite` or `dynoxide`. */
  readonly engine: string
  /** Faults by name, for tests of failure. */
  readonly faults: Faults
  /**
   * Holds requests until the test releases them, in an order that it chooses.
   *
   * @example
   * ```ts
   * const gate = dynamo.hold({ operation: 'TransactWriteItems' })
   * const both = Promise.allSettled([db.accounts.create(ada), db.accounts.create(bob)])
   * const [first, second] = await gate.waitFor(2)
   * await gate.release(second)
   * await gate.release(first)
   * ```
   */
  hold(match?: RequestMatch): Gate
  /**
   * Makes global indexes as stale as the service's can be: rows that are written are missing, and old values still
   * resolve. Reads of the table itself stay exact. Only dynalite can do it.
   */
  lag(options?: LagOptions): Lag
  /** Ends it. It also ends with the process, which it never keeps alive. */
  stop(): Promise<void>
}

/** Puts an engine behind faults and gates, and connects clients. */
export async function openDynamo(engine: Engine, transport: Transport, port: number): Promise<Dynamo> {
  const faults = new FaultInjector()
  const gates = new Gates()
  let isStopped = false
  const reach: Respond = async (request) => {
    if (isStopped) throw new ConnectionBroken()
    return engine.handle(request)
  }
  const respond = gates.around(faults.around(reach))
  const connection = await openConnection(transport, respond, port)
  const { endpoint, client, documentClient } = connection
  const stop = async (): Promise<void> => {
    gates.openAll()
    await connection.close()
    isStopped = true
    await engine.stop()
  }
  return {
    endpoint,
    client,
    documentClient,
    transport,
    engine: engine.name,
    faults,
    hold: (match = {}) => gates.hold(match),
    lag: (options = {}) => engine.lag(options),
    stop,
  }
}
