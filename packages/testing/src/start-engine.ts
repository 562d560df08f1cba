import type { Dynamo } from './dynamo.js'
import { openDynamo } from './dynamo.js'
import { DynoxideEngine } from './engine/dynoxide-engine.js'
import type { Engine } from './engine/engine.js'
import { startDynalite } from './start-dynalite.js'
import { TestingError } from './testing-error.js'
import type { Transport } from './transport/connection.js'

/** The engines that tests can run on. */
export type EngineName = 'dynalite' | 'dynoxide'

/** Which engine is started, and how requests reach it. */
export interface EngineOptions {
  /** The engine; by default the one that the environment variable `LATCHKEY_ENGINE` names, else dynalite. */
  readonly engine?: EngineName
  /** Without a socket by default. (dynoxide has one of its own behind it.) */
  readonly transport?: Transport
}

/** The environment variable that chooses the engine of a test run. */
const VARIABLE = 'LATCHKEY_ENGINE'

/**
 * Starts the engine that this test run is on, so that one set of tests can have a second opinion:
 * `LATCHKEY_ENGINE=dynoxide npx vitest run`.
 */
export async function startEngine(options: EngineOptions = {}): Promise<Dynamo> {
  const { engine = engineOfRun(), transport = 'in-process' } = options
  if (engine === 'dynalite') return startDynalite({ transport })
  return openDynamo(await DynoxideEngine.start(), transport, 0)
}

let shared: Promise<DynoxideEngine> | undefined

/**
 * An engine for one table with a name of its own: faults, gates and clients are the table's alone. A process of
 * dynoxide is shared by all tables of this process, and lives as long.
 */
export async function startTableEngine(): Promise<Dynamo> {
  if (engineOfRun() === 'dynalite') return startDynalite({ transport: 'in-process' })
  shared ??= DynoxideEngine.start()
  const engine = await shared
  const stop = async (): Promise<void> => undefined
  const handle: Engine['handle'] = (request) => engine.handle(request)
  return openDynamo({ name: engine.name, handle, stop, lag: () => engine.lag() }, 'in-process', 0)
}

/** The engine that this test run is on. */
export function engineOfRun(): EngineName {
  const name = process.env[VARIABLE] ?? 'dynalite'
  if (name === 'dynalite' || name === 'dynoxide') return name
  throw new TestingError(
    `${VARIABLE} is ${JSON.stringify(name)}, which is no engine: set it to dynalite or dynoxide.`,
  )
}
