import type { Answer, JsonObject } from './answer.js'

const SERVICE = 'com.amazonaws.dynamodb.v20120810#'

/** A refusal in the service's own words: what the caller of the SDK gets as an exception. */
export class ServiceError extends Error {
  readonly answer: Answer

  constructor(type: string, message: string, details: JsonObject = {}, status = 400) {
    super(message)
    this.name = 'ServiceError'
    this.answer = { status, body: { __type: type, message, ...details } }
  }
}

/** A request that breaks a rule of the API. */
export function validationError(message: string): ServiceError {
  return new ServiceError('com.amazon.coral.validate#ValidationException', message)
}

/** A request whose JSON has the wrong shape. */
export function serializationError(message: string): ServiceError {
  return new ServiceError('com.amazon.coral.service#SerializationException', message, { Message: message })
}

/** A condition that did not hold; `item` is added where the request asked for it. */
export function conditionFailed(item?: JsonObject): ServiceError {
  const message = 'The conditional request failed'
  const details = item === undefined ? {} : { Item: item }
  return new ServiceError(`${SERVICE}ConditionalCheckFailedException`, message, details)
}

/** Any other exception of the service, by its short name. */
export function serviceError(name: string, message: string, details: JsonObject = {}): ServiceError {
  return new ServiceError(SERVICE + name, message, details)
}

/** The answer to a request that met a fault in the engine itself: HTTP 500, as the service gives it. */
export function internalServerError(message: string): ServiceError {
  return new ServiceError('com.amazonaws.dynamodb.v20120810#InternalServerError', message, {}, 500)
}

/** What dynalite throws or passes to a callback for a request that it refuses. */
interface DynaliteRefusal {
  readonly statusCode: number
  readonly body: JsonObject
}

function isDynaliteRefusal(error: unknown): error is DynaliteRefusal {
  return typeof error === 'object' && error !== null && 'statusCode' in error && 'body' in error
}

/** The answer that an error stands for; whatever is not a refusal is an internal error, never an escape. */
export function answerOf(error: unknown): Answer {
  if (error instanceof ServiceError) return error.answer
  if (isDynaliteRefusal(error)) return { status: error.statusCode, body: error.body }
  const reason = error instanceof Error ? error.message : String(error)
  return internalServerError(`The engine failed on this request and wrote nothing: ${reason}`).answer
}
