import type { Scalar } from '../../define/constraints.js'
import type { AnyCounter } from '../../define/model.js'

/** A counter's scope, looked up by name so that hovers and errors print its names. */
export interface CounterScope<C extends AnyCounter> {
  readonly values: { readonly [N in C['scope'][number]]: Scalar }
}

/** Arguments of a method whose scope comes first, where the counter has one. */
export type CounterArguments<C extends AnyCounter, Rest extends readonly unknown[]> = [
  C['scope'][number],
] extends [never]
  ? Rest
  : [scope: CounterScope<C>['values'], ...rest: Rest]

/** A counter bound to a table and a client: a sum in as many items as it has shards, so that no single one is hot. */
export interface CounterRepository<C extends AnyCounter> {
  /**
   * Adds to the counter; 1 where nothing is said, and less than 0 subtracts.
   *
   * Atomic: one UpdateItem, `ADD`, of a shard that is drawn at random. Applied at least once when an answer is lost:
   * where a double count matters, count by items.
   *
   * @throws {InvalidInputError} when a value of the scope is missing, or `by` is no number.
   *
   * @example
   * ```ts
   * await db.visits.increment({ tenantId: 't1' }, 2)
   * ```
   */
  increment(...args: CounterArguments<C, [by?: number]>): Promise<void>

  /**
   * The sum of all shards, 0 where nothing was counted: 1 consistent BatchGetItem. Not atomic: an increment that
   * happens meanwhile may be in it or not.
   *
   * @throws {InvalidInputError} when a value of the scope is missing.
   *
   * @example
   * ```ts
   * const visits = await db.visits.read({ tenantId: 't1' })
   * ```
   */
  read(...args: CounterArguments<C, []>): Promise<number>

  /**
   * Back to 0: one TransactWriteItems that deletes all shards, a DeleteItem where there is one. What is added meanwhile
   * counts from there, or is gone with them.
   *
   * @throws {InvalidInputError} when a value of the scope is missing.
   *
   * @example
   * ```ts
   * await db.visits.reset({ tenantId: 't1' })
   * ```
   */
  reset(...args: CounterArguments<C, []>): Promise<void>
}
