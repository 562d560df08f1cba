import type { AnyModel, UniqueName } from '../define/model.js'
import type {
  ConditionViolation,
  ExistsViolation,
  NotFoundViolation,
  UniqueViolation,
  VersionViolation,
} from './violation.js'

/** A violation of a model's unique constraints, with their names; `never` where there are none. */
export type UniqueViolationOf<M extends AnyModel> = [UniqueName<M>] extends [never]
  ? never
  : UniqueViolation<UniqueName<M>>

/** Every violation that a write of a model can meet. */
export type ViolationOf<M extends AnyModel> =
  | NotFoundViolation
  | ExistsViolation
  | VersionViolation
  | UniqueViolationOf<M>
  | ConditionViolation
