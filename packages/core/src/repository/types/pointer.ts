import type { ItemAttribute } from 'electrodb'
import type { AnyModel, FollowedBy, RulesOf } from '../../define/model.js'
import type { LookupOptions, ReadOptions } from './options.js'
import type { Scoped } from './scope.js'
import type { Types } from './values.js'

/** Where a pointer is: the value that it has reached, and the key of the item that it got it from. */
export interface Pointed<V, K> {
  readonly value: V
  readonly key: K
}

/** What a pointer holds, looked up by name so that hovers print the value. `O` is what was declared. */
export interface PointedBy<M extends AnyModel, O> {
  readonly now: Pointed<
    ItemAttribute<M['schema']['attributes'][FollowedBy<O> & keyof M['schema']['attributes']]>,
    Types<M>['key']
  >
}

/**
 * Knows for each scope the greatest value that an attribute has had, or the least, and whose it was.
 *
 * It advances in the request that stores the value: one Put of the pointer, `attribute_not_exists(pk) OR value < :new`,
 * beside the item. It never goes back, whatever the order of arrival, and the same event again changes nothing; of two
 * items with one value it keeps the first. A delete leaves it where it is, and so does an item that moves on: it then
 * points at what was, `follow` gives null, and the next greater value advances it.
 *
 * With `stale: 'skip'` a value that comes late is stored without the pointer, by one more request. With `'reject'` it
 * is refused: `STALE_POINTER`. With `advance: 'after'` the item is written without the pointer, which one conditional
 * write moves after the commit. That write is safe to lose and to repeat, and the promise is weaker: where the process
 * dies in between, the pointer lags behind until a later value comes or `rebuild` raises it, possibly for ever.
 */
export interface Pointer<M extends AnyModel, N extends keyof RulesOf<M>['pointers']> {
  /**
   * The value that was reached and the key of the item that had it, or null where there was none: 1 GetItem, eventually
   * consistent unless asked otherwise. The item may have changed since, or be gone.
   *
   * @throws {InvalidInputError} when a value of the scope is missing or of the wrong type.
   *
   * @example
   * ```ts
   * const last = await db.orders.pointers.last.read({ tenantId: 't1' }, { consistent: true })
   * console.log(last?.value, last?.key.orderId)
   * ```
   */
  read(
    ...args: Scoped<M, RulesOf<M>['pointers'][N], ReadOptions>
  ): Promise<PointedBy<M, RulesOf<M>['pointers'][N]>['now'] | null>

  /**
   * The item that the pointer points at, or null where there is none, it is gone, or its scope or its value is another
   * by now: 2 consistent GetItem requests, 1 where there is no pointer.
   *
   * @throws {InvalidInputError} when a value of the scope is missing or of the wrong type.
   *
   * @example
   * ```ts
   * const order = await db.orders.pointers.last.follow({ tenantId: 't1' })
   * ```
   */
  follow(...args: Scoped<M, RulesOf<M>['pointers'][N], LookupOptions>): Promise<Types<M>['item'] | null>

  /**
   * Raises the pointer to the items of its scope that are stored: for data that is older than the declaration, or where
   * an advance was lost. Never lowers it, so writers may go on meanwhile.
   *
   * Not atomic with what it reads: all items of the scope, through an index where one has it and by a scan where none
   * does, then 1 conditional write and 1 consistent GetItem.
   *
   * @returns where the pointer is now, or null where there is nothing to point at.
   * @throws {InvalidInputError} when a value of the scope is missing or of the wrong type.
   * @throws {ContentionError} @throws {OutcomeUnknownError}
   *
   * @example
   * ```ts
   * await db.orders.pointers.last.rebuild({ tenantId: 't1' })
   * ```
   */
  rebuild(
    ...args: Scoped<M, RulesOf<M>['pointers'][N], LookupOptions>
  ): Promise<PointedBy<M, RulesOf<M>['pointers'][N]>['now'] | null>
}

/** Each pointer of a model, under its name. */
export type Pointers<M extends AnyModel> = { readonly [N in keyof RulesOf<M>['pointers']]: Pointer<M, N> }
