import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import type {
  AnyCounter,
  AnyModel,
  AnySingleton,
  RejectingPointer,
  Ruled,
  RulesOf,
} from '../../define/model.js'
import type { ConstraintViolationError } from '../../errors/constraint-violation-error.js'
import type { DuplicateItemError } from '../../errors/duplicate-item-error.js'
import type { IdempotencyKeyReusedError } from '../../errors/idempotency-key-reused-error.js'
import type {
  ConditionViolation,
  ExistsViolation,
  NotFoundViolation,
  ReferenceViolation,
  StalePointerViolation,
  UniqueViolation,
  VersionViolation,
} from '../../errors/violation.js'
import type { CounterArguments } from './counter.js'
import type { Expected, Gone, PlanOptions, Reserved } from './options.js'
import type { WriteFailure } from './result.js'
import type { Complete, SingletonPlanOptions } from './singleton.js'
import type { Changes, NoAttributes, Types, Where } from './values.js'

/** Where a handle keeps for the compiler what it becomes. There is no such property at run time. */
export declare const settles: unique symbol

/** Stands for an item that a transaction writes or a snapshot reads, until it is there. `K` are its key attributes. */
export interface Pending<T, K = unknown> {
  /** The key attributes, generated ones included: known at once, for other items to refer to. */
  readonly key: K
  readonly [settles]: T
}

/**
 * What a handle becomes; everything else stays as it is. With an idempotency key `K` an item can be null: by the time of
 * a repeat it may be gone. A singleton always has its defaults.
 */
export type SettledValue<T, K> =
  T extends Pending<infer I, infer Q> ? (Q extends NoAttributes ? I : I | Gone<K>) : T

/** What a callback's result becomes: a handle its item, and an object or an array one with items for its handles. */
export type Settled<R, K = never> =
  R extends Pending<unknown>
    ? SettledValue<R, K>
    : R extends object
      ? [Extract<R[keyof R], Pending<unknown>>] extends [never]
        ? R
        : { -readonly [P in keyof R]: SettledValue<R[P], K> }
      : R

/** What has to hold of an item as it was before the transaction. Where it does not, nothing is applied. */
export interface ItemCheck<M extends AnyModel> {
  /** There is such an item; `NOT_FOUND` otherwise. */
  exists(): void
  /** There is no item with this key; `EXISTS` otherwise. */
  absent(): void
  /** This holds for the item; `CONDITION` otherwise. */
  where(where: Where<M>): void
}

/**
 * A model inside a transaction. Writes are collected, and sent together when the callback has ended: what they give is
 * a handle, whose `key` is known at once and which is an item where the callback returns it.
 */
export interface TransactionRepository<M extends AnyModel> {
  /**
   * Stores a new item, its unique values with it, as `create` of the repository does.
   *
   * In the request: Put item `attribute_not_exists(pk)`, and a write for each guard, pointer, sequence and reference.
   * Creates of one sequence get consecutive numbers by one write, and a reference to what the same transaction writes
   * needs none.
   *
   * @example
   * ```ts
   * const { account } = await db.$transaction((tx) => {
   *   const account = tx.accounts.create({ tenantId: 't1', email: 'ada@lovelace.io' })
   *   tx.orders.create({ accountId: account.key.accountId, orderId: 'o1' })
   *   return { account }
   * })
   * ```
   */
  create(item: Types<M>['input'], options?: Reserved<M>): Pending<Types<M>['item'], Types<M>['key']>

  /**
   * Stores an item, whether there is one with its key or not, as `put` of the repository does.
   *
   * 1 consistent GetItem where the model has constraints. In the request: Put item fenced on what was read, and a write
   * for each guard that moves, pointer, sequence and reference.
   *
   * @example
   * ```ts
   * await db.$transaction((tx) => [
   *   tx.accounts.put({ accountId: 'a1', tenantId: 't1', email: 'ada@lovelace.io' }),
   *   tx.accounts.put({ accountId: 'a2', tenantId: 't1', email: 'bob@l.io' }),
   * ])
   * ```
   */
  put(item: Types<M>['input'], options?: PlanOptions<M>): Pending<Types<M>['item'], Types<M>['key']>

  /**
   * Changes the item with this key, as `update` of the repository does. Never creates one.
   *
   * 1 consistent GetItem where a constrained attribute is touched, none with `current`. In the request: Update item,
   * fenced on what was read, and a write for each guard that moves, pointer and reference.
   *
   * @example
   * ```ts
   * await db.$transaction((tx) => {
   *   tx.accounts.update({ accountId: 'a1' }, { set: { email: 'bob@l.io' } })
   *   tx.accounts.update({ accountId: 'a2' }, { set: { email: 'ada@lovelace.io' } })
   * })
   * ```
   */
  update(
    key: Types<M>['key'],
    changes: Changes<M>,
    options?: PlanOptions<M> & Expected<M>,
  ): Pending<Types<M>['item'], Types<M>['key']>

  /**
   * Deletes the item with this key and frees its unique values, as `delete` of the repository does. The handle becomes
   * the item as it was, or null where there was none.
   *
   * 1 consistent GetItem, none with `current`. In the request: Delete item fenced on what was read, and a write for each
   * guard.
   *
   * @example
   * ```ts
   * await db.$transaction((tx) => {
   *   tx.accounts.delete({ accountId: 'a1' })
   *   tx.accounts.create({ accountId: 'a2', tenantId: 't1', email: 'ada@lovelace.io' })
   * })
   * ```
   */
  delete(
    key: Types<M>['key'],
    options?: PlanOptions<M> & Expected<M>,
  ): Pending<Types<M>['item'] | null, Types<M>['key']>

  /**
   * The item with this key as it is stored, or null: 1 consistent GetItem, however often it is asked for. Nothing that
   * the transaction itself writes is in it.
   *
   * Fenced: where it has moved by the commit, nothing is applied and the callback runs again. In the request: a
   * ConditionCheck, or a condition of the write of the same item.
   *
   * @throws {InvalidInputError} when a key attribute is missing or of the wrong type.
   *
   * @example
   * ```ts
   * await db.$transaction(async (tx) => {
   *   const account = await tx.accounts.get({ accountId: 'a1' })
   *   if (account?.plan === 'pro') tx.orders.create({ accountId: 'a1', orderId: 'o1' })
   * })
   * ```
   */
  get(key: Types<M>['key']): Promise<Types<M>['item'] | null>

  /**
   * What has to hold of an item, whether the transaction writes it or not. No read.
   *
   * In the request: a ConditionCheck, or a condition of the write of the same item. A check conflicts as a write does.
   *
   * @example
   * ```ts
   * await db.$transaction((tx) => {
   *   tx.accounts.check({ accountId: 'a1' }).where((a, op) => op.eq(a.plan, 'pro'))
   *   tx.orders.create({ accountId: 'a1', orderId: 'o1' })
   * })
   * ```
   */
  check(key: Types<M>['key']): ItemCheck<M>
}

/** A singleton inside a transaction. */
export interface TransactionSingleton<M extends AnySingleton> {
  /**
   * The record, stored values over defaults: 1 consistent GetItem, however often it is asked for. Nothing that the
   * transaction itself writes is in it.
   *
   * Fenced as `get` of a model, its absence included: where it has moved by the commit, the callback runs again.
   *
   * @example
   * ```ts
   * await db.$transaction(async (tx) => {
   *   const { signupEnabled } = await tx.flags.get()
   *   if (signupEnabled) tx.accounts.create({ accountId: 'a1', tenantId: 't1', email: 'ada@lovelace.io' })
   * })
   * ```
   */
  get(): Promise<Complete<M>['record']>

  /**
   * Changes what is named and nothing else, and stores the record where there is none, as `update` of the singleton
   * does. In the request: Update record without `attribute_exists(pk)`.
   *
   * @example
   * ```ts
   * await db.$transaction((tx) => {
   *   tx.flags.update({ set: { signupEnabled: false } })
   *   tx.accounts.delete({ accountId: 'a1' })
   * })
   * ```
   */
  update(changes: Changes<M>, options?: SingletonPlanOptions<M>): Pending<Complete<M>['record'], NoAttributes>
}

/** A counter inside a transaction. */
export interface TransactionCounter<C extends AnyCounter> {
  /**
   * Adds to the counter with everything else, exactly once; 1 where nothing is said, and less than 0 subtracts.
   *
   * In the request: one Update of a shard, `ADD`, for each scope.
   *
   * @example
   * ```ts
   * await db.$transaction((tx) => {
   *   tx.orders.create({ accountId: 'a1', orderId: 'o1' })
   *   tx.visits.increment({ tenantId: 't1' })
   * })
   * ```
   */
  increment(...args: CounterArguments<C, [by?: number]>): void
}

/** A write in the document client's form, which is one of `Put`, `Update`, `Delete` and `ConditionCheck`. */
export type RawWrite = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

/** What a transaction can do beside its repositories. */
export interface TransactionMethods {
  /**
   * A write of your own to any item of any table, for what there is no method: it rides along as it is. Where it is
   * refused, the transaction fails with a `CONDITION` violation whose `model` is `$raw.0` for the first one.
   *
   * It bypasses every constraint: a model's items are written by its methods.
   *
   * @example
   * ```ts
   * await db.$transaction((tx) => {
   *   tx.orders.create({ accountId: 'a1', orderId: 'o1' })
   *   tx.$raw({ Put: { TableName: 'audit', Item: { id: 'e1', what: 'order' } } })
   * })
   * ```
   */
  $raw(item: RawWrite): void
}

/** What each kind is inside a transaction, looked up by the kind. */
export interface TransactionRepositories<M> {
  readonly model: TransactionRepository<Extract<M, AnyModel>>
  readonly singleton: TransactionSingleton<Extract<M, AnySingleton>>
  readonly counter: TransactionCounter<Extract<M, AnyCounter>>
}

/** The names of all models' constraints, by kind. */
export interface NamesOfAll<Ms> {
  readonly unique: {
    [N in keyof Ms]: Ms[N] extends Ruled ? keyof RulesOf<Ms[N]>['unique'] : never
  }[keyof Ms] &
    string
  /** Of pointers that refuse what comes late. */
  readonly pointer: { [N in keyof Ms]: Ms[N] extends Ruled ? RejectingPointer<Ms[N]> : never }[keyof Ms]
  readonly reference: {
    [N in keyof Ms]: Ms[N] extends Ruled ? keyof RulesOf<Ms[N]>['references'] : never
  }[keyof Ms] &
    string
}

/** Every violation that a transaction can meet, with the constraint names of all models. `model` says whose it is. */
export type TransactionViolation<Ms> =
  | NotFoundViolation
  | ExistsViolation
  | VersionViolation
  | ([NamesOfAll<Ms>['unique']] extends [never] ? never : UniqueViolation<NamesOfAll<Ms>['unique']>)
  | ([NamesOfAll<Ms>['pointer']] extends [never] ? never : StalePointerViolation<NamesOfAll<Ms>['pointer']>)
  | ([NamesOfAll<Ms>['reference']] extends [never] ? never : ReferenceViolation<NamesOfAll<Ms>['reference']>)
  | ConditionViolation

/** Why a transaction fails. `code` narrows it. */
export type TransactionError<Ms> =
  | ConstraintViolationError<TransactionViolation<Ms>>
  | DuplicateItemError
  | WriteFailure
  | IdempotencyKeyReusedError
