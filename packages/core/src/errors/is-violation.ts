import type { Ruled } from '../define/model.js'
import {
  type ConstraintName,
  type ConstraintViolationError,
  matches,
  type Violated,
} from './constraint-violation-error.js'
import type { Violation, ViolationCode } from './violation.js'
import type { ViolationOf } from './violation-of.js'

/**
 * Whether an error is a refused write of this model or singleton with such a violation, and with this constraint where one is named.
 * The constraint names of the model are checked. It looks at names and codes, so another copy of the package is no harm.
 *
 * @example
 * ```ts
 * if (isViolation(error, accounts, 'UNIQUE', 'email')) console.log(error.find('UNIQUE', 'email').fields)
 * ```
 */
export function isViolation<M extends Ruled, C extends ViolationCode>(
  error: unknown,
  model: M,
  code: C,
  constraint?: ConstraintName<ViolationOf<M>, C>,
): error is Violated<ViolationOf<M>, Extract<ViolationOf<M>, { readonly code: C }>> {
  if (!isRefusal(error)) return false
  const name = model.schema.model.entity
  return error.violations.some(
    (violation) => violation.model === name && matches(violation, code, constraint),
  )
}

function isRefusal(error: unknown): error is ConstraintViolationError<Violation> {
  if (!(error instanceof Error) || error.name !== 'ConstraintViolationError') return false
  return 'violations' in error && Array.isArray(error.violations)
}
