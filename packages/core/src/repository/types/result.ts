import type { AnyModel, AnySingleton, RulesOf } from '../../define/model.js'
import type { AbortedError } from '../../errors/aborted-error.js'
import type { ConstraintViolationError } from '../../errors/constraint-violation-error.js'
import type { ContentionError } from '../../errors/contention-error.js'
import type { IdempotencyKeyReusedError } from '../../errors/idempotency-key-reused-error.js'
import type { InvalidInputError } from '../../errors/invalid-input-error.js'
import type { OutcomeUnknownError } from '../../errors/outcome-unknown-error.js'
import type { PlanTooLargeError } from '../../errors/plan-too-large-error.js'
import type {
  ConditionViolation,
  ExistsViolation,
  NotFoundViolation,
  VersionViolation,
} from '../../errors/violation.js'
import type {
  ReferenceViolationOf,
  StalePointerViolationOf,
  UniqueViolationOf,
} from '../../errors/violation-of.js'

/** What can go wrong with every write, beside a refusal. */
export type WriteFailure = ContentionError | OutcomeUnknownError | InvalidInputError | PlanTooLargeError

/** Why a create or an upsert fails. `code` narrows it. */
export type CreateError<M extends AnyModel> =
  | ConstraintViolationError<
      ExistsViolation | UniqueViolationOf<M> | StalePointerViolationOf<M> | ReferenceViolationOf<M>
    >
  | WriteFailure
  | IdempotencyKeyReusedError

/** Why a put fails. `code` narrows it. */
export type PutError<M extends AnyModel> =
  | ConstraintViolationError<
      | ExistsViolation
      | UniqueViolationOf<M>
      | StalePointerViolationOf<M>
      | ReferenceViolationOf<M>
      | ConditionViolation
    >
  | WriteFailure
  | IdempotencyKeyReusedError

/** Why an update or a modify fails. `code` narrows it. */
export type UpdateError<M extends AnyModel> =
  | ConstraintViolationError<
      | NotFoundViolation
      | VersionViolation
      | UniqueViolationOf<M>
      | StalePointerViolationOf<M>
      | ReferenceViolationOf<M>
      | ConditionViolation
    >
  | WriteFailure
  | IdempotencyKeyReusedError

/** Why a delete fails. `code` narrows it. */
export type DeleteError =
  | ConstraintViolationError<NotFoundViolation | VersionViolation | ConditionViolation>
  | WriteFailure
  | IdempotencyKeyReusedError

/** Why an update or a modify of a singleton fails. `code` narrows it. */
export type SingletonError<M extends AnySingleton> =
  | ConstraintViolationError<
      ([RulesOf<M>['version']] extends [never] ? never : VersionViolation) | ConditionViolation
    >
  | WriteFailure
  | IdempotencyKeyReusedError

/** A write that was applied. */
export interface Success<T> {
  readonly ok: true
  readonly data: T
}

/** A write that was not. */
export interface Failure<E> {
  readonly ok: false
  readonly error: E
}

/** What became of a write: `ok` tells which. */
export type Result<T, E> = Success<T> | Failure<E>

/**
 * What became of one of many. Where all are one request, `A` is true: then each was applied, or there are no results.
 * What others throw for one of them, such as denied access or an abort under way, is its error too.
 */
export type ManyResult<T, E, A> = A extends true ? Success<T> : Result<T, E | AbortedError>

/** A write under way: a promise of what it gives back, that can also give its error as a value. */
export interface Write<T, E> extends Promise<T> {
  /**
   * Waits for the write and gives every error of this library as a value, the constraint names of the model in its type.
   * What others throw, such as denied access, a lost network or an abort, still rejects.
   *
   * @example
   * ```ts
   * const created = await db.accounts.create({ accountId: 'a1', email: 'ada@lovelace.io' }).result()
   * if (!created.ok && created.error.code === 'UNIQUE') console.log(created.error.violations[0])
   * ```
   */
  result(): Promise<Result<T, E>>
}
