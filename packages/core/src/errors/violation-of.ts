import type { RejectingPointer, Ruled, RulesOf } from '../define/model.js'
import type {
  ConditionViolation,
  ExistsViolation,
  NotFoundViolation,
  ReferenceViolation,
  StalePointerViolation,
  UniqueViolation,
  VersionViolation,
} from './violation.js'

/** A violation of a model's unique constraints, with their names; `never` where there are none. */
export type UniqueViolationOf<M extends Ruled> = [keyof RulesOf<M>['unique']] extends [never]
  ? never
  : UniqueViolation<keyof RulesOf<M>['unique'] & string>

/** A violation of a model's pointers that refuse what comes late, with their names; `never` where there are none. */
export type StalePointerViolationOf<M extends Ruled> = [RejectingPointer<M>] extends [never]
  ? never
  : StalePointerViolation<RejectingPointer<M>>

/** A violation of a model's references, with their names; `never` where there are none. */
export type ReferenceViolationOf<M extends Ruled> = [keyof RulesOf<M>['references']] extends [never]
  ? never
  : ReferenceViolation<keyof RulesOf<M>['references'] & string>

/** Every violation that a write of a model can meet. */
export type ViolationOf<M extends Ruled> =
  | NotFoundViolation
  | ExistsViolation
  | VersionViolation
  | UniqueViolationOf<M>
  | StalePointerViolationOf<M>
  | ReferenceViolationOf<M>
  | ConditionViolation
