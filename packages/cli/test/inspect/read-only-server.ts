import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a request asked for. */
export interface Asked {
  readonly operation: string
  readonly isConsistent: boolean
}

/** A service that forwards reads to an engine, refuses everything else, and remembers what it was asked. */
export interface ReadOnlyServer {
  readonly endpoint: string
  readonly asked: Asked[]
  readonly stop: () => Promise<void>
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

export async function startReadOnlyServer(engine: string): Promise<ReadOnlyServer> {
  const asked: Asked[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request)
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? ''
    asked.push({ operation, isConsistent: JSON.parse(body).ConsistentRead === true })
    if (operation !== 'GetItem') {
      response.writeHead(400).end('{"__type":"AccessDeniedException","message":"reads alone"}')
      return
    }
    const sent = Object.entries(request.headers).filter(([name]) => name !== 'connection')
    const headers = sent.map(([name, value]): [string, string] => [
      name,
      name === 'host' ? new URL(engine).host : String(value),
    ])
    const answered = await fetch(engine, { method: 'POST', headers, body })
    response
      .writeHead(answered.status, { 'content-type': 'application/x-amz-json-1.0' })
      .end(await answered.text())
  }
  const server: Server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
