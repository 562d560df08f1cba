import type { JsonObject } from '../engine/answer.js'
import { answerOf, ServiceError, serviceError } from '../engine/service-error.js'

/** Why one action of a cancelled transaction was refused, or `{ Code: 'None' }`. */
export interface CancellationReason extends JsonObject {
  readonly Code: string
  readonly Message?: string
}

/** The reason of an action that was not refused. */
export const NO_REASON: CancellationReason = { Code: 'None' }

/** The exception of a cancelled transaction, with its reasons in the order of the actions. */
export function transactionCancelled(reasons: readonly CancellationReason[]): ServiceError {
  const codes = reasons.map(({ Code }) => Code).join(', ')
  const Message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`
  const { status, body } = serviceError('TransactionCanceledException', Message).answer
  return new ServiceError(
    String(body['__type']),
    Message,
    { Message, message: undefined, CancellationReasons: reasons },
    status,
  )
}

/** Reasons that are all `None` but the one at `position`. */
export function reasonAt(position: number, count: number, reason: CancellationReason): CancellationReason[] {
  return Array.from({ length: count }, (_, index) => (index === position ? reason : NO_REASON))
}

/** The reason for what refused one action; faults of the engine are thrown on. */
export function reasonOf(error: unknown): CancellationReason {
  const { status, body } = answerOf(error)
  if (status >= 500) throw error
  const { message } = body
  if (String(body['__type']).endsWith('ConditionalCheckFailedException')) {
    const item = body['Item'] === undefined ? {} : { Item: body['Item'] }
    return { Code: 'ConditionalCheckFailed', ...item, Message: String(message) }
  }
  return { Code: 'ValidationError', Message: String(message) }
}
