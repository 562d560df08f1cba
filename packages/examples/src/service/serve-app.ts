import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'

/** A service that listens. */
export interface Service {
  readonly port: number
  /** Takes no more requests, and is over when those under way are answered; what takes longer than `graceMs` is cut off. */
  stop(graceMs: number): Promise<void>
}

/** Listens on loopback; port 0 takes a free one. */
export async function serveApp(app: Hono, port: number): Promise<Service> {
  const answer = getRequestListener(app.fetch)
  const underWay = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    underWay.add(response)
    response.once('close', () => underWay.delete(response))
    void answer(request, response)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop: async (graceMs) => {
      const deadline = setTimeout(() => server.closeAllConnections(), graceMs)
      server.close()
      // Else their connections would stay open for the next request, and the server with them.
      for (const response of underWay) response.shouldKeepAlive = false
      await once(server, 'close')
      clearTimeout(deadline)
    },
  }
}
