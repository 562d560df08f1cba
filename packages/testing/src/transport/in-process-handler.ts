import { Buffer } from 'node:buffer'
import type { Answer, ServiceRequest } from '../engine/answer.js'
import { serializationError } from '../engine/service-error.js'
import { isObject } from '../engine/table-names.js'
import { requestId } from './request-id.js'

/** Answers one request, or breaks the connection by throwing. */
export type Respond = (request: ServiceRequest) => Promise<Answer>

/** The part of the SDK's request that is read. */
interface SentRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** The part of the SDK's response that is written. */
interface ReceivedResponse {
  readonly statusCode: number
  readonly headers: Record<string, string>
  readonly body: Uint8Array
}

/** A request handler of the SDK whose requests are answered in this process, without a socket. */
export interface InProcessHandler {
  handle(
    request: SentRequest,
    options?: { readonly abortSignal?: unknown },
  ): Promise<{ response: ReceivedResponse }>
  updateHttpClientConfig(key: string, value: unknown): void
  httpHandlerConfigs(): Record<string, never>
  destroy(): void
}

/** Makes a request handler that hands requests to `respond`. */
export function inProcessHandler(respond: Respond): InProcessHandler {
  return {
    async handle(request, options) {
      const signal = options?.abortSignal instanceof AbortSignal ? options.abortSignal : undefined
      if (signal?.aborted === true) throw aborted()
      const answer = await abortable(answerTo(request, respond), signal)
      return { response: responseOf(answer) }
    },
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
    destroy() {},
  }
}

async function answerTo(request: SentRequest, respond: Respond): Promise<Answer> {
  const [, operation = ''] = (request.headers['x-amz-target'] ?? '').split('.')
  const input = parse(request.body)
  if (!isObject(input)) return serializationError('The body is no JSON object').answer
  return respond({ operation, input })
}

const UTF8 = new TextDecoder()

function parse(body: unknown): unknown {
  try {
    return JSON.parse(body instanceof Uint8Array ? UTF8.decode(body) : String(body))
  } catch {
    return undefined
  }
}

function responseOf({ status, body }: Answer): ReceivedResponse {
  return {
    statusCode: status,
    headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-requestid': requestId() },
    body: Buffer.from(JSON.stringify(body)),
  }
}

/** Stops waiting when the caller aborts; what was sent goes on, as it would behind a socket. */
async function abortable<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  let stop = (): void => {}
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(aborted())
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, stopped])
  } finally {
    signal.removeEventListener('abort', stop)
    work.catch(() => undefined)
  }
}

function aborted(): DOMException {
  return new DOMException('Request aborted', 'AbortError')
}
