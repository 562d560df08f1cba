import type { AnyModel, RulesOf } from '../../define/model.js'
import type { LookupOptions } from './options.js'
import type { Types } from './values.js'

/** Finds the one item that has certain unique values, through its guard: strongly consistent, without an index. */
export interface Lookup<M extends AnyModel, N extends keyof RulesOf<M>['unique']> {
  /**
   * The item that has these values, or null. Values are normalised as the constraint says.
   *
   * Reads the guard, then its owner: 2 consistent GetItem requests, 1 where nobody has the values. When the owner
   * turns out to have moved on meanwhile, both are read again by one TransactGetItems.
   *
   * @throws {InvalidInputError} when a value is missing or of the wrong type.
   *
   * @example
   * ```ts
   * const ada = await db.accounts.by.email({ email: 'ada@lovelace.io' })
   * ```
   */
  (values: Types<M>['unique'][N], options?: LookupOptions): Promise<Types<M>['item'] | null>

  /**
   * The key attributes of the item that has these values, or null: 1 consistent GetItem request, of the guard alone.
   *
   * @throws {InvalidInputError} when a value is missing or of the wrong type.
   *
   * @example
   * ```ts
   * const key = await db.accounts.by.email.key({ email: 'ada@lovelace.io' })
   * ```
   */
  key(values: Types<M>['unique'][N], options?: LookupOptions): Promise<Types<M>['key'] | null>
}

/** A lookup for each unique constraint. */
export type Lookups<M extends AnyModel> = { readonly [N in keyof RulesOf<M>['unique']]: Lookup<M, N> }
