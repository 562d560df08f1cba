import type { Entity } from 'electrodb'
import type { AnySingleton, RulesOf } from '../../define/model.js'
import type { PlanOptions, ReadOptions, RequestOptions, Returns } from './options.js'
import type { Answer, ExactAnswer } from './repository.js'
import type { SingletonError, Write } from './result.js'
import type { Changes, Shown, Types } from './values.js'

/** The names of attributes that an item cannot be without, and that ElectroDB fills in with one and the same value. */
export type FilledName<A> = {
  [N in keyof A]: A[N] extends { readonly required: true; readonly default: infer T }
    ? T extends (...args: never) => unknown
      ? never
      : N
    : never
}[keyof A]

/** The names of attributes that a singleton always has. */
export type CertainName<M extends AnySingleton> = keyof M['defaults'] | FilledName<M['schema']['attributes']>

/** What a singleton gives back, looked up by name so that hovers and errors print the attributes. */
export interface Complete<M extends AnySingleton> {
  /** Stored values over defaults. What has no default can be absent, as everything is before the first write. */
  readonly record: Shown<
    {
      [P in keyof Types<M>['item'] & CertainName<M>]-?: Exclude<Types<M>['item'][P], undefined>
    } & { [P in keyof Types<M>['item'] as P extends CertainName<M> ? never : P]?: Types<M>['item'][P] },
    never
  >['all']
}

/** The record of a singleton: stored values over defaults. */
export type RecordOf<M extends AnySingleton> = Complete<M>['record']

/** What a write gives back for `returns`: the record as it is now, or nothing. */
export type ReturnedRecord<M extends AnySingleton, W> = W extends 'none' ? undefined : Complete<M>['record']

/** Options of an update of a singleton that is not sent by itself: in a transaction. */
export interface SingletonPlanOptions<M extends AnySingleton> extends PlanOptions<M> {
  /** The stored version; another one is a `VERSION` violation. Only for singletons that declare a version. */
  readonly version?: [RulesOf<M>['version']] extends [never] ? never : number
}

/** Options of an update of a singleton. */
export interface SingletonWriteOptions<M extends AnySingleton, W extends Returns = Returns>
  extends RequestOptions,
    SingletonPlanOptions<M> {
  /** `'item'` by default. */
  readonly returns?: W
  /** What a repeat of this request is known by, as with writes of a model: it applies nothing, and gives the record as it is. */
  readonly idempotencyKey?: string
}

/** Options of a modify of a singleton. */
export interface SingletonModifyOptions<M extends AnySingleton, W extends Returns = Returns>
  extends RequestOptions,
    PlanOptions<M> {
  /** `'item'` by default. */
  readonly returns?: W
  /** What a repeat of this request is known by, as with writes of a model: it applies nothing, and gives the record as it is. */
  readonly idempotencyKey?: string
}

/** How long a cache serves what it has read. */
export interface CacheOptions {
  /** Milliseconds that a value counts as fresh. */
  readonly ttlMs: number
  /** Milliseconds after that in which it is still served, while a new one is read; 0 by default. */
  readonly staleWhileRevalidateMs?: number
}

/** A record that is kept in memory for a while. */
export interface CachedSingleton<M extends AnySingleton> {
  /**
   * The record: from memory while it is fresh, or else by 1 consistent GetItem. However many ask at once, one read is
   * under way. Where it fails, the last good value is served; where there is none, the error is thrown.
   * What this repository writes is seen at once.
   *
   * @example
   * ```ts
   * const { signupEnabled } = await live.get()
   * ```
   */
  get(): Promise<Complete<M>['record']>
  /** Forgets what was read: the next `get` reads anew. */
  clear(): void
}

/**
 * A singleton bound to a table and a client. Nothing takes a key: there is one record. While nothing is stored, its
 * defaults hold, so that neither reading nor writing fails for absence.
 */
export interface SingletonRepository<M extends AnySingleton> {
  /**
   * The record, stored values over defaults: 1 GetItem, eventually consistent unless asked otherwise. Never null, and
   * no error where nothing is stored: an absent record means the defaults. With `supersedes`, 1 GetItem of the older
   * record more, until the first write to this one.
   *
   * @example
   * ```ts
   * const { signupEnabled } = await db.flags.get()
   * ```
   */
  get(options?: ReadOptions): Promise<Complete<M>['record']>

  /**
   * Changes what is named and nothing else, and stores the record where there is none. Two who change different
   * attributes at once never lose each other's change.
   *
   * Atomic: one UpdateItem without `attribute_exists(pk)`, the version plus 1. No read. Arithmetic on a number with a
   * default begins at the default, and a removed attribute is back at its default. `where` sees what is stored, so an
   * attribute that was never written is absent there. With `supersedes`,
   * the first write reads both records and then stores the whole mapped one, by one TransactWriteItems that checks that
   * the older one is as read; the change follows.
   *
   * Arithmetic that is not fenced by `version` is applied at least once when an answer is lost; exactly once with an
   * `idempotencyKey`, which makes it a TransactWriteItems.
   *
   * @returns the record as it is now, stored values over defaults.
   * @throws {ConstraintViolationError} `VERSION`, `CONDITION`: all that apply.
   * @throws {InvalidInputError} @throws {ContentionError} @throws {OutcomeUnknownError} @throws {PlanTooLargeError}
   * @throws {IdempotencyKeyReusedError} when `idempotencyKey` was used with other input.
   *
   * @example
   * ```ts
   * await db.flags.update({ set: { signupEnabled: true } })
   * await db.flags.update({ set: { theme: 'dark' } }, { version: 3 })
   * ```
   */
  update<W extends Returns = 'item'>(
    changes: Changes<M>,
    options?: SingletonWriteOptions<M, W>,
  ): Write<ReturnedRecord<M, W>, SingletonError<M>>

  /**
   * Reads the record, asks what to change, and changes exactly the record that was read: on a conflict it reads and
   * asks again. `null` changes nothing.
   *
   * Atomic as `update`. 1 consistent GetItem, then one UpdateItem, for each try; fenced on everything that was read,
   * and where nothing is stored on its absence.
   *
   * @returns the record as it is now, or as it was read where nothing was to change.
   * @throws {ConstraintViolationError} `CONDITION`.
   * @throws {InvalidInputError} @throws {ContentionError} @throws {OutcomeUnknownError} @throws {PlanTooLargeError}
   * @throws {IdempotencyKeyReusedError} when `idempotencyKey` was used with other input.
   *
   * @example
   * ```ts
   * await db.flags.modify((flags) => (flags.signupEnabled ? null : { set: { signupEnabled: true } }))
   * ```
   */
  modify<R extends Answer<M>, W extends Returns = 'item'>(
    change: (current: Complete<M>['record']) => R & ExactAnswer<M, R>,
    options?: SingletonModifyOptions<M, W>,
  ): Write<ReturnedRecord<M, W>, SingletonError<M>>

  /**
   * The record from memory, for code that asks all the time. Each call makes a cache of its own: keep what it gives.
   *
   * @example
   * ```ts
   * const live = db.flags.cached({ ttlMs: 5_000, staleWhileRevalidateMs: 60_000 })
   * const { signupEnabled } = await live.get()
   * ```
   */
  cached(options: CacheOptions): CachedSingleton<M>

  /** The ElectroDB entity. Its writes know nothing of defaults and versions. */
  readonly entity: Entity<string, string, string, M['schema']>
}
