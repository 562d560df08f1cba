import type { IncomingMessage } from 'node:http'
import type { Answer, ServiceRequest } from '../engine/answer.js'
import { ServiceError, serializationError } from '../engine/service-error.js'
import { isObject } from '../engine/table-names.js'

const CORAL = 'com.amazon.coral.service#'

/** The request that an HTTP message carries, or the answer to one that carries none. */
export function readRequest(message: IncomingMessage, body: string): ServiceRequest | Answer {
  const operation = operationOf(message)
  if (operation === undefined) return refusal('UnknownOperationException', '')
  if (!isSigned(message)) {
    return refusal('MissingAuthenticationTokenException', 'Request is missing Authentication Token')
  }
  const input = parse(body)
  return isObject(input) ? { operation, input } : serializationError('The body is no JSON object').answer
}

function operationOf(message: IncomingMessage): string | undefined {
  const target = message.headers['x-amz-target']
  const [api, operation, ...rest] = typeof target === 'string' ? target.split('.') : []
  return api?.startsWith('DynamoDB_') === true && rest.length === 0 ? operation : undefined
}

/** Whether a request bears a signature. Which one is never looked at: any credentials will do. */
function isSigned(message: IncomingMessage): boolean {
  return (
    message.headers.authorization?.trim().startsWith('AWS4-') ??
    /[?&]X-Amz-Algorithm=/.test(message.url ?? '')
  )
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function refusal(name: string, message: string): Answer {
  return new ServiceError(CORAL + name, message).answer
}
