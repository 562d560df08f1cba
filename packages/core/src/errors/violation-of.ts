import type { AnyModel, RulesOf } from '../define/model.js'
import type {
  ConditionViolation,
  ExistsViolation,
  NotFoundViolation,
  UniqueViolation,
  VersionViolation,
} from './violation.js'

/** A violation of a model's unique constraints, with their names; `never` where there are none. */
export type UniqueViolationOf<M extends AnyModel> = [keyof RulesOf<M>['unique']] extends [never]
  ? never
  : UniqueViolation<keyof RulesOf<M>['unique'] & string>

/** Every violation that a write of a model can meet. */
export type ViolationOf<M extends AnyModel> =
  | NotFoundViolation
  | ExistsViolation
  | VersionViolation
  | UniqueViolationOf<M>
  | ConditionViolation
