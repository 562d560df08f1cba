import type { OperationChecks, Store } from '../dynalite/dynalite-modules.js'
import type { Dynalite } from '../dynalite/load-dynalite.js'
import type { JsonObject } from './answer.js'
import { answerOf, ServiceError, serializationError } from './service-error.js'

/** What a failed condition may give back: the service's own order of values. */
export const RETURN_ON_FAILURE = { type: 'String', enum: ['ALL_OLD', 'NONE'] } as const

/**
 * The checked form of a request, with its expressions parsed.
 *
 * @throws a refusal; a body that dynalite's checks fall over is refused as one of the wrong shape
 */
export function checkRequest(
  { validations }: Dynalite,
  store: Store,
  { types, custom }: OperationChecks,
  input: JsonObject,
): JsonObject {
  return checking(() => {
    const request = validations.checkTypes(input, types)
    validations.checkValidations(request, types, custom, store)
    return request
  })
}

/** Runs checks; where they fall over, the request is to blame, and is refused as one of the wrong shape. */
export function checking<T>(check: () => T): T {
  try {
    return check()
  } catch (error) {
    if (error instanceof ServiceError || answerOf(error).status < 500) throw error
    throw serializationError('The request has a member whose shape is not the one of its type')
  }
}
