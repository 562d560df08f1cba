import type { Entity } from 'electrodb'
import type { KeyAttributeName } from '../../define/constraints.js'
import type { AnyModel, NoSuchAttribute, Ruled } from '../../define/model.js'
import type { Lookups } from './lookup.js'
import type {
  CreateOptions,
  Expected,
  ManyOptions,
  ProjectedReadOptions,
  Returned,
  ReturnedOld,
  Returns,
  UpsertOptions,
  WriteOptions,
} from './options.js'
import type { Plans } from './plans.js'
import type { Pointers } from './pointer.js'
import type { Queries, Scan } from './query.js'
import type { CreateError, DeleteError, ManyResult, PutError, UpdateError, Write } from './result.js'
import type { Sequences } from './sequence.js'
import type { Changes, Needed, Projected, Types } from './values.js'

/** The verbs whose value is an object of attributes. */
export type Verb = 'set' | 'add' | 'subtract' | 'append' | 'delete'

/** Refuses properties that a shape does not have. */
export type Extra<T, Shape> = [Exclude<keyof T, keyof Shape>] extends [never]
  ? unknown
  : { readonly [P in Exclude<keyof T, keyof Shape>]: NoSuchAttribute }

/**
 * Requires of changes that they name nothing but what the model has, on both levels. What has every verb is taken for
 * `Changes` itself, which the compiler tries first and which would cost more to look into than what is answered.
 */
export type ExactChanges<M extends Ruled, T> = [keyof Changes<M>] extends [keyof T]
  ? { readonly [V in keyof T]: unknown }
  : {
      readonly [V in keyof T]: V extends Verb
        ? Extra<NonNullable<T[V]>, Types<M>[V]>
        : V extends 'remove' | 'data'
          ? unknown
          : NoSuchAttribute
    }

/** What the callback of `modify` may answer: changes, or null where nothing is to change. */
export type Answer<M extends Ruled> = Changes<M> | null | Promise<Changes<M> | null>

/** Requires of an answer that its changes are exact. */
export type ExactAnswer<M extends Ruled, R> = R extends null
  ? R
  : R extends Promise<infer T>
    ? Promise<T extends null ? T : ExactChanges<M, T>>
    : ExactChanges<M, R>

/** A model bound to a table and a client. */
export interface Repository<M extends AnyModel> {
  /**
   * Stores a new item, its unique values with it.
   *
   * Atomic: the item with all its guards, pointers and numbers, or nothing. No reads, but for sequences.
   * - Without constraints that count: one PutItem, `attribute_not_exists(pk)`.
   * - With unique values: one TransactWriteItems of Put item `attribute_not_exists(pk)` and, for each value,
   *   Put guard `attribute_not_exists(pk) OR owner = me`.
   * - With pointers: Put pointer `attribute_not_exists(pk) OR value < :new` in the same transaction.
   * - With a sequence: 1 consistent GetItem before, then Put sequence `value = :read` in the same transaction; none of
   *   both for numbers that were reserved.
   * - With references: ConditionCheck `attribute_exists(pk)` of each item that it refers to in the same transaction.
   *   A check conflicts as a write does, so children of one hot parent are written one after another.
   *
   * A refused guard costs 1 consistent GetItem more: a guard whose owner is gone is taken over.
   *
   * @returns the item with everything that was generated: ids, defaults, its version and numbers.
   * @throws {ConstraintViolationError} `EXISTS`, `UNIQUE`, `STALE_POINTER`, `REFERENCE`: all that apply.
   * @throws {InvalidInputError} @throws {ContentionError} @throws {OutcomeUnknownError} @throws {PlanTooLargeError}
   * @throws {IdempotencyKeyReusedError} when `idempotencyKey` was used with other input.
   *
   * @example
   * ```ts
   * const ada = await db.accounts.create({ accountId: 'a1', email: 'ada@lovelace.io' })
   * ```
   */
  create<W extends Returns = 'item', K extends string = never>(
    item: Types<M>['input'],
    options?: CreateOptions<M, W, K>,
  ): Write<Returned<M, W, K>, CreateError<M>>

  /**
   * Stores an item, whether there is one with its key or not. What is there is replaced as a whole: attributes that are
   * not given are gone, their unique values are free, the version goes on, and numbers of sequences stay.
   *
   * Atomic: the item with all its guards, pointers and numbers, or nothing.
   * - Without any constraint: no read; one PutItem, with no condition but `where`.
   * - Where there is no item: 1 consistent GetItem, then as `create`.
   * - Where there is one: 1 consistent GetItem; then one TransactWriteItems of Put item fenced on what was read and, for
   *   each value that moves, Put new guard and Delete old guard, or Put pointer. One PutItem where none moves.
   *
   * A conflict reads and compiles again. An item of another entity with the same key is `EXISTS`, and stays.
   *
   * @returns the item with everything that was generated: defaults, its version and numbers.
   * @throws {ConstraintViolationError} `EXISTS`, `UNIQUE`, `STALE_POINTER`, `REFERENCE`, `CONDITION`: all that apply.
   * @throws {InvalidInputError} @throws {ContentionError} @throws {OutcomeUnknownError} @throws {PlanTooLargeError}
   * @throws {IdempotencyKeyReusedError} when `idempotencyKey` was used with other input.
   *
   * @example
   * ```ts
   * await db.accounts.put({ accountId: 'a1', email: 'ada@lovelace.io' })
   * await db.accounts.put({ accountId: 'a1', email: 'a@l.io' }, { where: (a, op) => op.eq(a.plan, 'free') })
   * ```
   */
  put<W extends Returns = 'item', K extends string = never>(
    item: Types<M>['input'],
    options?: WriteOptions<M, W, K>,
  ): Write<Returned<M, W, K>, PutError<M>>

  /**
   * Changes the item with this key as `update` does, or creates it. Where there is one, what is not given stays as it
   * is, and so do `onInsert` and read-only attributes; where there is none, it is created with `onInsert` and defaults.
   *
   * Atomic: the item with all its guards, pointers and numbers, or nothing.
   * - Where there is no item: 1 consistent GetItem, then as `create`.
   * - Where there is one: 1 consistent GetItem, then as `update`. Nothing where nothing but its key is given.
   *
   * A conflict reads and decides anew. An item of another entity with the same key is `EXISTS`, and stays.
   *
   * @returns the item as it is stored now.
   * @throws {ConstraintViolationError} `EXISTS`, `UNIQUE`, `STALE_POINTER`, `REFERENCE`: all that apply.
   * @throws {InvalidInputError} @throws {ContentionError} @throws {OutcomeUnknownError} @throws {PlanTooLargeError}
   * @throws {IdempotencyKeyReusedError} when `idempotencyKey` was used with other input.
   *
   * @example
   * ```ts
   * await db.accounts.upsert({ accountId: 'a1', email: 'ada@lovelace.io' }, { onInsert: { plan: 'free' } })
   * ```
   */
  upsert<
    N extends Exclude<keyof Types<M>['input'], KeyAttributeName<M['schema']>> = never,
    W extends Returns = 'item',
    K extends string = never,
  >(
    item: Partial<Types<M>['input']> & Needed<M, N>,
    options?: UpsertOptions<M, N, W, K>,
  ): Write<Returned<M, W, K>, CreateError<M>>

  /**
   * Creates many items, each by itself: one that is refused stops no other. A result for each, in their order.
   *
   * Atomic: each item with its guards, pointers and numbers; with `atomic`, all of them in one TransactWriteItems, at
   * most 100 writes. Costs as that many creates.
   *
   * @returns for each, the item as `create` gives it, or its error; `AbortedError` where the signal came before its turn.
   * @throws {InvalidInputError} for options that cannot work. With `atomic`, also whatever a create throws, and
   *   {@link DuplicateItemError} where a key comes twice.
   *
   * @example
   * ```ts
   * const results = await db.accounts.createMany(rows, { concurrency: 16 })
   * const refused = rows.filter((_, at) => !results[at]?.ok)
   * const [ada, bob] = await db.accounts.createMany(both, { atomic: true })
   * ```
   */
  createMany<A extends boolean = false, W extends Returns = 'item'>(
    items: readonly Types<M>['input'][],
    options?: ManyOptions<A, W>,
  ): Promise<ManyResult<Returned<M, W, never>, CreateError<M>, A>[]>

  /**
   * Puts many items, each by itself: one that is refused stops no other. A result for each, in their order.
   *
   * Atomic: each item with its guards, pointers and numbers; with `atomic`, all of them in one TransactWriteItems, at
   * most 100 writes. Costs as that many puts, and can be repeated as a whole: what was put is replaced by itself.
   *
   * Items of a model without constraints go 25 to a BatchWriteItem, which takes no conditions, as long as their key is
   * ElectroDB's own and so begins with the entity's name: then no item of another entity can be in the way. What the
   * service leaves of a batch is sent again.
   *
   * @returns for each, the item as `put` gives it, or its error; `AbortedError` where the signal came before its turn.
   * @throws {InvalidInputError} for options that cannot work. With `atomic`, also whatever a put throws, and
   *   {@link DuplicateItemError} where a key comes twice.
   *
   * @example
   * ```ts
   * const results = await db.accounts.putMany(rows, { onProgress: (done, total) => console.log(done, total) })
   * ```
   */
  putMany<A extends boolean = false, W extends Returns = 'item'>(
    items: readonly Types<M>['input'][],
    options?: ManyOptions<A, W>,
  ): Promise<ManyResult<Returned<M, W, never>, CreateError<M>, A>[]>

  /**
   * Deletes many items and frees their unique values, each by itself. A result for each key, in their order.
   *
   * Atomic: each item with its guards; with `atomic`, all of them in one TransactWriteItems, at most 100 writes. Costs as
   * that many deletes. With `returns: 'none'`, items of a model without constraints go in batches, as with `putMany`.
   *
   * @returns for each, the item as it was, or null where there was none, or its error; `AbortedError` where the signal
   *   came before its turn.
   * @throws {InvalidInputError} for options that cannot work. With `atomic`, also whatever a delete throws, and
   *   {@link DuplicateItemError} where a key comes twice.
   *
   * @example
   * ```ts
   * const results = await db.accounts.deleteMany([{ accountId: 'a1' }, { accountId: 'a2' }])
   * ```
   */
  deleteMany<A extends boolean = false, W extends Returns = 'item'>(
    keys: readonly Types<M>['key'][],
    options?: ManyOptions<A, W>,
  ): Promise<ManyResult<ReturnedOld<M, W>, DeleteError, A>[]>

  /**
   * The item with this key, or null: 1 GetItem, eventually consistent unless asked otherwise.
   *
   * @throws {InvalidInputError} when a key attribute is missing or of the wrong type.
   *
   * @example
   * ```ts
   * const ada = await db.accounts.get({ accountId: 'a1' }, { consistent: true })
   * ```
   */
  get<const N extends Types<M>['name'] = never>(
    key: Types<M>['key'],
    options?: ProjectedReadOptions<N>,
  ): Promise<Projected<M, N> | null>

  /**
   * The items with these keys, in their order, null where there is none: 1 BatchGetItem for each 100 different keys.
   * Not atomic: each item is as it was when it was read.
   *
   * @throws {InvalidInputError} when a key attribute is missing or of the wrong type.
   *
   * @example
   * ```ts
   * const [ada, none] = await db.accounts.getMany([{ accountId: 'a1' }, { accountId: 'nobody' }])
   * ```
   */
  getMany<const N extends Types<M>['name'] = never>(
    keys: readonly Types<M>['key'][],
    options?: ProjectedReadOptions<N>,
  ): Promise<(Projected<M, N> | null)[]>

  /**
   * Changes the item with this key. Never creates one.
   *
   * Atomic: the item and the guards of values that move, or nothing.
   * - Touching no constrained attribute: no read; one UpdateItem, `attribute_exists(pk)`, the version plus 1.
   * - Touching one: 1 consistent GetItem, none with `current`; then one TransactWriteItems of Update item fenced on what
   *   was read and, for each value that moves, Put new guard and Delete old guard, or Put pointer, or ConditionCheck
   *   `attribute_exists(pk)` of what a reference leads to now. One UpdateItem where none moves.
   *
   * Without `current` and `version`, a conflict reads and compiles again. Arithmetic that is not fenced is applied at
   * least once when an answer is lost; exactly once with `idempotencyKey`.
   *
   * @returns the item as it is stored now; one more read where neither the answer nor a version tells.
   * @throws {ConstraintViolationError} `NOT_FOUND`, `VERSION`, `UNIQUE`, `STALE_POINTER`, `REFERENCE`, `CONDITION`: all
   *   that apply.
   * @throws {InvalidInputError} @throws {ContentionError} @throws {OutcomeUnknownError} @throws {PlanTooLargeError}
   * @throws {IdempotencyKeyReusedError} when `idempotencyKey` was used with other input.
   *
   * @example
   * ```ts
   * await db.accounts.update({ accountId: 'a1' }, { set: { email: 'ada@l.io' }, remove: ['nickname'] })
   * await db.accounts.update({ accountId: 'a1' }, { set: { plan: 'pro' } }, { current: ada })
   * await db.accounts.update({ accountId: 'a1' }, { add: { logins: 1 } }, { version: 3 })
   * ```
   */
  update<W extends Returns = 'item', K extends string = never>(
    key: Types<M>['key'],
    changes: Changes<M>,
    options?: WriteOptions<M, W, K> & Expected<M>,
  ): Write<Returned<M, W, K>, UpdateError<M>>

  /**
   * Reads the item, asks what to change, and changes exactly the item that was read: on a conflict it reads and asks
   * again. `null` changes nothing.
   *
   * Atomic as `update`. 1 consistent GetItem, then one UpdateItem or TransactWriteItems, for each try; fenced on the
   * version and on what the change relies on, or without a version on every attribute.
   *
   * @returns the item as it is stored now, or as it was read where nothing was to change.
   * @throws {ConstraintViolationError} `NOT_FOUND`, `UNIQUE`, `STALE_POINTER`, `REFERENCE`, `CONDITION`: all that
   *   apply.
   * @throws {InvalidInputError} @throws {ContentionError} @throws {OutcomeUnknownError} @throws {PlanTooLargeError}
   * @throws {IdempotencyKeyReusedError} when `idempotencyKey` was used with other input.
   *
   * @example
   * ```ts
   * await db.accounts.modify({ accountId: 'a1' }, (account) =>
   *   account.credit < 5 ? null : { set: { credit: account.credit - 5 } },
   * )
   * ```
   */
  modify<R extends Answer<M>, W extends Returns = 'item', K extends string = never>(
    key: Types<M>['key'],
    change: (current: Types<M>['item']) => R & ExactAnswer<M, R>,
    options?: WriteOptions<M, W, K>,
  ): Write<Returned<M, W, K>, UpdateError<M>>

  /**
   * Deletes the item with this key, and frees its unique values. Pointers and sequences stay where they are. It
   * does not look for items that refer to this one: they stay, with a reference to nothing.
   *
   * Atomic: the item and its guards, or nothing.
   * - Without constraints: no read; one DeleteItem.
   * - With unique values: 1 consistent GetItem, none with `current`; then one TransactWriteItems of Delete item fenced on
   *   what was read and, for each value, Delete guard `attribute_not_exists(pk) OR owner = me`.
   *
   * @returns the item as it was, or null where there was none.
   * @throws {ConstraintViolationError} `NOT_FOUND`, `VERSION`, `CONDITION`, where `current`, `version` or `where` ask
   *   for something.
   * @throws {InvalidInputError} @throws {ContentionError} @throws {OutcomeUnknownError} @throws {PlanTooLargeError}
   * @throws {IdempotencyKeyReusedError} when `idempotencyKey` was used with other input.
   *
   * @example
   * ```ts
   * const gone = await db.accounts.delete({ accountId: 'a1' })
   * ```
   */
  delete<W extends Returns = 'item'>(
    key: Types<M>['key'],
    options?: WriteOptions<M, W> & Expected<M>,
  ): Write<ReturnedOld<M, W>, DeleteError>

  /** Lookups by unique values, one for each unique constraint. */
  readonly by: Lookups<M>

  /** Where each scope is: one for each pointer. */
  readonly pointers: Pointers<M>

  /** Numbers handed out: one for each sequence. */
  readonly sequences: Sequences<M>

  /**
   * Queries, one for each access pattern of the entity. Only the table itself can be read consistently.
   *
   * @example
   * ```ts
   * const page = await db.accounts.query.byTenant({ tenantId: 't1' }).go({ limit: 20 })
   * ```
   */
  readonly query: Queries<M>

  /**
   * Reads the whole table.
   *
   * @example
   * ```ts
   * const { data, cursor } = await db.accounts.scan.go({ consistent: true })
   * ```
   */
  readonly scan: Scan<M>

  /** What the writes compile to. Sends nothing. */
  readonly plan: Plans<M>

  /** The ElectroDB entity, for its reads, services and collections. Its writes bypass every constraint. */
  readonly entity: Entity<string, string, string, M['schema']>
}
