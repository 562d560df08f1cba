import { Buffer } from 'node:buffer'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import { crc32 } from 'node:zlib'
import type { Answer } from '../engine/answer.js'
import { TestingError } from '../testing-error.js'
import type { Respond } from './in-process-handler.js'
import { readRequest } from './protocol.js'
import { readBody } from './read-body.js'
import { requestId } from './request-id.js'

/** A server that listens, and how to end it. */
export interface HttpServer {
  readonly endpoint: string
  stop(): Promise<void>
}

/** Where to listen. */
export interface ListenOptions {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  /** Whether the listening socket keeps the process alive. */
  readonly keepsProcess: boolean
}

/** How long an idle connection stays: longer than a client keeps one, which would else meet it as it closes. */
const IDLE_MS = 10 * 60 * 1000

/** Listens for requests over HTTP, and hands them to `respond`. */
export async function listen(respond: Respond, options: ListenOptions): Promise<HttpServer> {
  const server = createServer((message, response) => {
    void serve(respond, message, response)
  })
  server.keepAliveTimeout = IDLE_MS
  if (!options.keepsProcess) {
    server.unref()
    server.on('connection', (socket) => socket.unref())
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  return { endpoint: endpointOf(server, options.host), stop: () => stop(server) }
}

function endpointOf(server: Server, host: string): string {
  const address = server.address()
  if (address === null || typeof address === 'string') {
    throw new TestingError(
      `The server on ${host} has no port: give a host name or an IP address to listen on.`,
    )
  }
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`
}

async function stop(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  server.closeAllConnections()
  await closed
}

async function serve(respond: Respond, message: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const body = await readBody(message)
    if (body === undefined) return send(response, 413, '')
    response.setHeader('x-amzn-RequestId', requestId())
    if (message.headers.origin !== undefined) allowOrigin(message, response)
    if (message.method === 'OPTIONS') return send(response, 200, '')
    if (message.method === 'GET') return send(response, 200, 'healthy: dynamodb.us-east-1.amazonaws.com ')
    if (!isJson(message)) return send(response, 404, '<UnknownOperationException/>\n')
    const request = readRequest(message, body)
    sendAnswer(message, response, 'status' in request ? request : await respond(request))
  } catch {
    message.socket.destroy()
  }
}

function isJson(message: IncomingMessage): boolean {
  const [type = ''] = (message.headers['content-type'] ?? '').split(';')
  return message.method === 'POST' && /^application\/(x-amz-json-1\.0|json)$/.test(type.trim())
}

function allowOrigin(message: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Access-Control-Allow-Origin', '*')
  response.setHeader('Access-Control-Max-Age', 172_800)
  const headers = message.headers['access-control-request-headers']
  const method = message.headers['access-control-request-method']
  if (headers !== undefined) response.setHeader('Access-Control-Allow-Headers', headers)
  if (method !== undefined) response.setHeader('Access-Control-Allow-Methods', method)
}

function sendAnswer(message: IncomingMessage, response: ServerResponse, { status, body }: Answer): void {
  response.setHeader('Content-Type', message.headers['content-type'] ?? 'application/x-amz-json-1.0')
  send(response, status, JSON.stringify(body))
}

function send(response: ServerResponse, status: number, text: string): void {
  response.statusCode = status
  response.setHeader('x-amz-crc32', crc32(text))
  response.setHeader('Content-Length', Buffer.byteLength(text))
  response.end(text)
}
