import type { AnyModel, RulesOf } from '../../define/model.js'
import type { LookupOptions, ReadOptions } from './options.js'
import type { Scope, Scoped } from './scope.js'

/** Marks what only `reserve` makes. There is no such property at run time. */
export declare const block: unique symbol

/**
 * Numbers that were taken out of a sequence at once, for creates that come: `reserve` makes it, `create` takes from it,
 * in this process alone. Numbers that are not used are lost.
 */
export interface Reservation {
  /** The first number. */
  readonly first: number
  /** The last number. */
  readonly last: number
  /** How many numbers are left. */
  readonly remaining: number
  readonly [block]: true
}

/**
 * Hands out consecutive numbers, one for each item that is created. Nobody sets them, and nobody gets one twice.
 *
 * - Gapless, the default: a create reads the sequence with 1 consistent GetItem, and writes the number with the item:
 *   one TransactWriteItems of Put item and Put sequence `value = :read`. A create that fails takes no number. Creates of
 *   one scope go one after another: within a process they queue, so that 50 at once get 50 consecutive numbers without
 *   a conflict, and between processes they retry with jitter.
 * - `gapless: false`: one UpdateItem takes the number beforehand. Creates do not wait for each other, and a create that
 *   fails afterwards, or an answer that is lost, leaves a gap.
 *
 * A number stays with its item. A delete does not give it back.
 */
export interface Sequence<M extends AnyModel, N extends keyof RulesOf<M>['sequences']> {
  /**
   * The last number that was handed out, or null before the first: 1 GetItem, eventually consistent unless asked
   * otherwise. The next one may be taken by the time that it arrives.
   *
   * @throws {InvalidInputError} when a value of the scope is missing or of the wrong type.
   *
   * @example
   * ```ts
   * const last = await db.orders.sequences.invoice.read({ tenantId: 't1' }, { consistent: true })
   * ```
   */
  read(...args: Scoped<M, RulesOf<M>['sequences'][N], ReadOptions>): Promise<number | null>

  /**
   * Takes `count` numbers at once, for a bulk load: its creates then neither read nor write the sequence. Where there is
   * no scope, it is `{}`.
   *
   * Atomic: one UpdateItem, whatever the count. What is not used stays a gap, also in a gapless sequence, and so does
   * what was taken by a request whose answer was lost.
   *
   * @throws {InvalidInputError} when a value of the scope is missing or of the wrong type, or `count` is no whole number
   *   from 1 to a million.
   * @throws {ContentionError} @throws {OutcomeUnknownError}
   *
   * @example
   * ```ts
   * const block = await db.orders.sequences.invoice.reserve({ tenantId: 't1' }, rows.length)
   * for (const row of rows) await db.orders.create(row, { reserved: { invoice: block } })
   * ```
   */
  reserve(
    scope: Scope<M, RulesOf<M>['sequences'][N]>['values'],
    count: number,
    options?: LookupOptions,
  ): Promise<Reservation>
}

/** Each sequence of a model, under its name. */
export type Sequences<M extends AnyModel> = { readonly [N in keyof RulesOf<M>['sequences']]: Sequence<M, N> }
