import type { AnyModel, Ruled, RulesOf } from '../../define/model.js'
import type { RetryOptions } from './retry.js'
import type { Reservation } from './sequence.js'
import type { OnInsert, Types, Where } from './values.js'

/** What a write gives back: the item, or nothing, which saves the read where one would be needed. */
export type Returns = 'item' | 'none'

/** What stands for an item that may be gone by the time of a repeat: null where there is an idempotency key `K`. */
export type Gone<K> = [K] extends [never] ? never : null

/** What a write gives back for `returns`: the item as it is stored now, or nothing. Null where a repeat finds it gone. */
export type Returned<M extends AnyModel, W, K> = W extends 'none' ? undefined : Types<M>['item'] | Gone<K>

/** What a delete gives back for `returns`: the item as it was and null where there was none, or nothing. */
export type ReturnedOld<M extends AnyModel, W> = W extends 'none' ? undefined : Types<M>['item'] | null

/** Options of everything that is sent to be applied. */
export interface RequestOptions {
  /** Gives up. What was sent already may have been applied. */
  readonly signal?: AbortSignal
  /** Instead of `connect`'s; `false` sends once. */
  readonly retry?: RetryOptions | false
}

/** Options of a transaction. */
export interface TransactionOptions<K extends string = string> extends RequestOptions {
  /**
   * Makes a repeat harmless, in any process, for as long as `connect`'s `idempotencyTtlMs`: with the same input it
   * applies nothing and gives the result by reading it back, null for an item that is gone by then; with another input
   * it is an `IdempotencyKeyReusedError`. Functions, such as `where`, are not part of the input.
   *
   * Costs one write more, with which every write is a transaction.
   */
  readonly idempotencyKey?: K
}

/** Options of every write of a model. */
export interface SendOptions<W extends Returns = Returns, K extends string = string>
  extends TransactionOptions<K> {
  /** `'item'` by default. */
  readonly returns?: W
}

/** Numbers for an item that is created. */
export interface Reserved<M extends AnyModel> {
  /** By sequence: numbers that `reserve` took, the next of which the item gets. */
  readonly reserved?: [keyof RulesOf<M>['sequences']] extends [never]
    ? never
    : { readonly [N in keyof RulesOf<M>['sequences']]?: Reservation }
}

/** Options of a create. */
export interface CreateOptions<M extends AnyModel, W extends Returns = Returns, K extends string = string>
  extends SendOptions<W, K>,
    Reserved<M> {}

/** Options of a write to an item that is there. */
export interface WriteOptions<M extends AnyModel, W extends Returns = Returns, K extends string = string>
  extends SendOptions<W, K> {
  /** Only if this holds for the stored item; `CONDITION` otherwise. */
  readonly where?: Where<M>
}

/** Options of an upsert. `N` are the attributes that a new item gets beside. */
export interface UpsertOptions<
  M extends AnyModel,
  N extends keyof Types<M>['input'],
  W extends Returns = Returns,
  K extends string = string,
> extends SendOptions<W, K> {
  /** Values for a new item alone: an item that is there keeps its own. */
  readonly onInsert?: OnInsert<M, N>['values']
}

/** Options of a write of many items. */
export interface ManyOptions<A extends boolean = boolean, W extends Returns = Returns> {
  /** How many are under way at once; 16 by default. */
  readonly concurrency?: number
  /** Called after each, with how many are done, refused ones among them, and how many there are. */
  readonly onProgress?: (done: number, total: number) => void
  /** Starts no more: what was not started is an `AbortedError`. */
  readonly signal?: AbortSignal
  /** For each, instead of `connect`'s; `false` sends once. */
  readonly retry?: RetryOptions | false
  /**
   * `true`: all in one request, everything or nothing, at most 100 writes with those of guards, pointers, sequences and
   * references. Then every failure rejects the promise. `false` by default.
   */
  readonly atomic?: A
  /** `'none'`: results without items, which saves reads, and lets deletes of items without constraints go in batches. */
  readonly returns?: W
}

/** Only if the item has not moved since it was read. */
export interface ByCurrent<M extends AnyModel> {
  /** The item as it was returned: nothing is read first, and a conflict is a `VERSION` violation. */
  readonly current?: Types<M>['item']
  readonly version?: never
}

/** Only if the item is still at this version. */
export interface ByVersion<M extends AnyModel> {
  readonly current?: never
  /** The stored version; another one is a `VERSION` violation. Only for models that declare a version. */
  readonly version?: [RulesOf<M>['version']] extends [never] ? never : number
}

/** How the caller expects the item to be: as `current`, or at `version`, never both. */
export type Expected<M extends AnyModel> = ByCurrent<M> | ByVersion<M>

/** Options of a read. */
export interface ReadOptions {
  /** Whether to see every write that succeeded before, for twice the price. `false` by default, as in DynamoDB. */
  readonly consistent?: boolean
  readonly signal?: AbortSignal
}

/** Options of a read that can ask for a part of the item. */
export interface ProjectedReadOptions<N> extends ReadOptions {
  /** Only these attributes. Such an item is a part: it cannot be passed as `current`. */
  readonly attributes?: readonly N[]
}

/** Options of a lookup, whose reads are always consistent. */
export interface LookupOptions {
  readonly signal?: AbortSignal
}

/** Options of a write that is not sent by itself: in a plan or in a transaction. */
export interface PlanOptions<M extends Ruled> {
  /** Only if this holds for the stored item; `CONDITION` otherwise. */
  readonly where?: Where<M>
}
