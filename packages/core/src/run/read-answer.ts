import type { AttributeValue, StoredItem } from '../plan/attribute-value.js'
import type { Answer, Reason } from './store.js'

/** What an error says of a request. */
export type Refused = Exclude<Answer, { readonly kind: 'committed' }>

/** What the core reads of an error of the SDK, whatever class it has. */
interface ServiceError {
  readonly name: string
  readonly message: string
  readonly Item?: Record<string, AttributeValue>
  readonly CancellationReasons?: readonly (CancellationReason | null | undefined)[]
  readonly $metadata?: { readonly httpStatusCode?: number }
}

interface CancellationReason {
  readonly Code?: string
  readonly Message?: string
  readonly Item?: Record<string, AttributeValue>
}

const NONE = 'None'
const FAILED = 'ConditionalCheckFailed'

/** Reasons that go away by waiting. Source: the Amazon DynamoDB API Reference, TransactionCanceledException. */
const PASSING = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
  'RequestLimitExceeded',
  'TransactionInProgress',
])

/** Exceptions that say that nothing was applied, and that a later try may get through. */
const CONTENTION = new Set(['TransactionConflictException', 'ReplicatedWriteConflictException'])
const THROTTLES = new Set([
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'Throttling',
  'RequestLimitExceeded',
])

const isServiceError = (error: unknown): error is ServiceError =>
  error instanceof Error ||
  (typeof error === 'object' && error !== null && 'name' in error && 'message' in error)

/** The codes between the brackets of the message: what older SDKs and proxies leave of the reasons. */
const codesIn = (message: string): readonly string[] =>
  /\[([^\]]*)\]/
    .exec(message)?.[1]
    ?.split(',')
    .map((code) => code.trim()) ?? []

/** One reason for each write, by position: a missing or short list is filled up from the message. */
export function readReasons(error: ServiceError, count: number): readonly Reason[] {
  const codes = codesIn(error.message)
  return Array.from({ length: count }, (_, at) => {
    const given = error.CancellationReasons?.[at]
    const code = given?.Code ?? codes[at] ?? NONE
    const isFull = typeof given?.Code === 'string'
    return { code, message: given?.Message ?? '', item: isFull ? (given.Item ?? null) : undefined }
  })
}

function readCancellation(error: ServiceError, count: number): Refused {
  const reasons = readReasons(error, count)
  if (reasons.some(({ code }) => code === FAILED)) return { kind: 'refused', reasons, error }
  const passing = reasons.find(({ code }) => PASSING.has(code))
  const isOnlyPassing = reasons.every(({ code }) => code === NONE || PASSING.has(code))
  if (passing === undefined || !isOnlyPassing) return { kind: 'failed', error }
  return { kind: 'contended', reason: passing.code, isSettled: true, error }
}

/** Whether an error says nothing of whether the request was applied: none from the service, or one of its own failures. */
export function isUnanswered(error: unknown): boolean {
  if (!isServiceError(error)) return true
  const status = error.$metadata?.httpStatusCode
  if (status !== undefined) return status >= 500
  return !NEVER_SENT.has(String(Reflect.get(error, 'code')))
}

/** The connection was never there, so nothing went over it. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'])

/** What the error of one send means for a plan of so many writes. */
export function readAnswer(error: unknown, count: number): Refused {
  if (!isServiceError(error)) return { kind: 'unanswered', error }
  const { name } = error
  if (name === 'ConditionalCheckFailedException')
    return {
      kind: 'refused',
      reasons: [{ code: FAILED, message: error.message, item: readItem(error.Item) }],
      error,
    }
  if (name === 'TransactionCanceledException') return readCancellation(error, count)
  if (name === 'TransactionInProgressException')
    return { kind: 'contended', reason: name, isSettled: false, error }
  if (CONTENTION.has(name) || THROTTLES.has(name))
    return { kind: 'contended', reason: name, isSettled: true, error }
  return isUnanswered(error) ? { kind: 'unanswered', error } : { kind: 'failed', error }
}

const readItem = (item: Record<string, AttributeValue> | undefined): StoredItem | null => item ?? null
