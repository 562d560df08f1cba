import { describeViolations } from './describe-violations.js'
import { type ErrorContext, LatchkeyError, nameError } from './latchkey-error.js'
import { arrangeViolations, type Violation } from './violation.js'

/** The constraint names that violations with this code can have. */
export type ConstraintName<V extends Violation, C> = Extract<
  V,
  { readonly code: C; readonly constraint: string }
>['constraint']

/** An error that is known to hold a certain violation: `find` gives it. */
export interface Violated<V extends Violation, F extends Violation> extends ConstraintViolationError<V> {
  find(code: F['code'], constraint?: ConstraintName<F, F['code']>): F
  find<C extends V['code']>(
    code: C,
    constraint?: ConstraintName<V, C>,
  ): Extract<V, { readonly code: C }> | undefined
}

/**
 * A write was refused, and nothing of it was applied. `violations` has every reason; `code` is that of the first in the
 * fixed order `NOT_FOUND`, `EXISTS`, `VERSION`, `UNIQUE`, `STALE_POINTER`,
 * `REFERENCE`, `CONDITION`.
 *
 * @example
 * ```ts
 * try {
 *   await db.accounts.create({ accountId: 'a2', email: 'ada@lovelace.io' })
 * } catch (error) {
 *   if (isViolation(error, accounts, 'UNIQUE', 'email')) return 'this e-mail is taken'
 *   throw error
 * }
 * ```
 */
export class ConstraintViolationError<V extends Violation = Violation> extends LatchkeyError<V['code']> {
  /** All of them, in the fixed order. */
  readonly violations: readonly [V, ...V[]]

  constructor(violations: readonly [V, ...V[]], context: ErrorContext = {}) {
    const arranged = arrangeViolations(violations)
    super({
      ...context,
      model: context.model ?? arranged[0].model,
      code: arranged[0].code,
      message: describeViolations(arranged),
    })
    this.violations = arranged
  }

  /** Whether a violation has this code, and this constraint where one is named. `find` then gives it. */
  has<C extends V['code']>(
    code: C,
    constraint?: ConstraintName<V, C>,
  ): this is Violated<V, Extract<V, { readonly code: C }>> {
    return this.find(code, constraint) !== undefined
  }

  /** The first violation with this code, and with this constraint where one is named. */
  find<C extends V['code']>(
    code: C,
    constraint?: ConstraintName<V, C>,
  ): Extract<V, { readonly code: C }> | undefined {
    return this.violations.find((violation): violation is Extract<V, { readonly code: C }> =>
      matches(violation, code, constraint),
    )
  }

  static {
    nameError(ConstraintViolationError, 'ConstraintViolationError')
  }
}

/** Whether a violation has this code, and this constraint where one is named. */
export function matches(violation: Violation, code: string, constraint: string | undefined): boolean {
  if (violation.code !== code) return false
  return constraint === undefined || ('constraint' in violation && violation.constraint === constraint)
}
