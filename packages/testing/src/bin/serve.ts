import { DynaliteEngine } from '../engine/dynalite-engine.js'
import { listen } from '../transport/http-server.js'
import type { ServeOptions } from './serve-options.js'

/** A server for local development, and how to end it. */
export interface Served {
  readonly endpoint: string
  /** Stops listening, and closes the data. */
  end(): Promise<void>
}

/** Listens with dynalite, and keeps the process alive until it is ended. */
export async function serve({ host, port, path }: Extract<ServeOptions, { ask: 'serve' }>): Promise<Served> {
  const engine = new DynaliteEngine(path === undefined ? {} : { path })
  const server = await listen((request) => engine.handle(request), { host, port, keepsProcess: true })
  const end = async (): Promise<void> => {
    await server.stop()
    await engine.stop()
  }
  return { endpoint: server.endpoint, end }
}
