import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'

/** A service that listens. */
export interface Service {
  readonly port: number
  /** Takes no more requests, and is over when those under way are answered. */
  stop(): Promise<void>
}

/** Listens on loopback; port 0 takes a free one. */
export async function serveApp(app: Hono, port: number): Promise<Service> {
  const server = createAdaptorServer({ fetch: app.fetch })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      // Idle connections are closed by it as well; one that is kept alive is closed after its answer.
      server.close()
      await once(server, 'close')
    },
  }
}
