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
import type { Expected, PlanOptions, Reserved } from './options.js'
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

/** What a handle becomes; everything else stays as it is. */
export type SettledValue<T> = T extends Pending<infer I> ? I : T

/** What a callback's result becomes: a handle its item, and an object or an array one with items for its handles. */
export type Settled<R> =
  R extends Pending<infer T>
    ? T
    : R extends object
      ? [Extract<R[keyof R], Pending<unknown>>] extends [never]
        ? R
        : { -readonly [P in keyof R]: SettledValue<R[P]> }
      : R

/** What has to hold of an item that the transaction does not write, or also writes. */
export interface ItemCheck<M extends AnyModel> {
  /** There is such an item; `NOT_FOUND` otherwise. */
  exists(): void
  /** There is no such item; `EXISTS` otherwise. */
  absent(): void
  /** This holds for the stored item; `CONDITION` otherwise. */
  where(where: Where<M>): void
}

/** A model inside a transaction. Nothing is sent before the callback has ended. */
export interface TransactionRepository<M extends AnyModel> {
  create(item: Types<M>['input'], options?: Reserved<M>): Pending<Types<M>['item'], Types<M>['key']>
  put(item: Types<M>['input'], options?: PlanOptions<M>): Pending<Types<M>['item'], Types<M>['key']>
  update(
    key: Types<M>['key'],
    changes: Changes<M>,
    options?: PlanOptions<M> & Expected<M>,
  ): Pending<Types<M>['item'], Types<M>['key']>
  delete(
    key: Types<M>['key'],
    options?: PlanOptions<M> & Expected<M>,
  ): Pending<Types<M>['item'] | null, Types<M>['key']>
  get(key: Types<M>['key']): Promise<Types<M>['item'] | null>
  check(key: Types<M>['key']): ItemCheck<M>
}

/** A singleton inside a transaction. */
export interface TransactionSingleton<M extends AnySingleton> {
  get(): Promise<Complete<M>['record']>
  update(changes: Changes<M>, options?: SingletonPlanOptions<M>): Pending<Complete<M>['record'], NoAttributes>
}

/** A counter inside a transaction. */
export interface TransactionCounter<C extends AnyCounter> {
  increment(...args: CounterArguments<C, [by?: number]>): void
}

/** A write in the document client's form: `Put`, `Update`, `Delete` or `ConditionCheck`. */
export type RawWrite = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

/** What a transaction can do beside its repositories. */
export interface TransactionMethods {
  $raw(item: RawWrite): void
}

/** What each kind is inside a transaction, looked up by the kind. */
export interface TransactionRepositories<M> {
  readonly model: TransactionRepository<Extract<M, AnyModel>>
  readonly singleton: TransactionSingleton<Extract<M, AnySingleton>>
  readonly counter: TransactionCounter<Extract<M, AnyCounter>>
}

/** The names of constraints of all models of a database. */
export interface NamesOfAll<Ms> {
  readonly unique: {
    [N in keyof Ms]: Ms[N] extends Ruled ? keyof RulesOf<Ms[N]>['unique'] : never
  }[keyof Ms] &
    string
  readonly pointer: { [N in keyof Ms]: Ms[N] extends Ruled ? RejectingPointer<Ms[N]> : never }[keyof Ms]
  readonly reference: {
    [N in keyof Ms]: Ms[N] extends Ruled ? keyof RulesOf<Ms[N]>['references'] : never
  }[keyof Ms] &
    string
}

/** Every violation that a transaction can meet: `model` says whose it is. */
export type TransactionViolation<Ms> =
  | NotFoundViolation
  | ExistsViolation
  | VersionViolation
  | UniqueViolation<NamesOfAll<Ms>['unique']>
  | StalePointerViolation<NamesOfAll<Ms>['pointer']>
  | ReferenceViolation<NamesOfAll<Ms>['reference']>
  | ConditionViolation

/** Why a transaction fails. `code` narrows it. */
export type TransactionError<Ms> =
  | ConstraintViolationError<TransactionViolation<Ms>>
  | DuplicateItemError
  | WriteFailure
