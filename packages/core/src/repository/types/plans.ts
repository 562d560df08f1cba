import type { AnyModel } from '../../define/model.js'
import type { PlanOptions } from './options.js'
import type { Plan } from './plan.js'
import type { Changes, Types } from './values.js'

/** Compiles writes and sends nothing. Pure: what a write would have to read is an argument. */
export interface Plans<M extends AnyModel> {
  /**
   * The request of a create.
   *
   * @throws {InvalidInputError} @throws {PlanTooLargeError}
   *
   * @example
   * ```ts
   * console.log(String(db.accounts.plan.create({ accountId: 'a1', email: 'ada@lovelace.io' })))
   * ```
   */
  create(item: Types<M>['input']): Plan
  /**
   * The request of an update of this item, which has to be as it was returned.
   *
   * @throws {InvalidInputError} @throws {PlanTooLargeError}
   */
  update(current: Types<M>['item'], changes: Changes<M>, options?: PlanOptions<M>): Plan
  /**
   * The request of a delete of this item, which has to be as it was returned.
   *
   * @throws {InvalidInputError} @throws {PlanTooLargeError}
   */
  delete(current: Types<M>['item'], options?: PlanOptions<M>): Plan
}
