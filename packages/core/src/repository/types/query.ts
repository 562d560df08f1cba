import type { ItemAttribute } from 'electrodb'
import type { AnyModel, NoSuchAttribute } from '../../define/model.js'
import type { Projected, Types, Values, Where } from './values.js'

type Indexes<M extends AnyModel> = M['schema']['indexes']

/** A page of items; `cursor` is where the next one begins, null after the last. */
export interface Page<T> {
  readonly data: T[]
  readonly cursor: string | null
}

/** Options of a scan. */
export interface ScanPageOptions<N> {
  /** Where to begin: the cursor of the page before. */
  readonly cursor?: string | null
  /** How many items the service looks at for each request, before `where` is applied. */
  readonly limit?: number
  /**
   * How many items to give back, after `where` is applied: requests are sent until there are as many. Without `limit` and
   * `where`, the service looks at one more than that.
   */
  readonly count?: number
  /** How many requests to send at most; one by default, and as many as it takes with `count`. */
  readonly pages?: number | 'all'
  /** Only these attributes. */
  readonly attributes?: readonly N[]
  readonly signal?: AbortSignal
}

/** Options of a query. */
export interface PageOptions<N> extends ScanPageOptions<N> {
  /** By sort key; ascending by default. */
  readonly order?: 'asc' | 'desc'
}

/** A secondary index lags behind its table, and the service refuses to read it consistently. */
export interface LaggingRead {
  readonly consistent?: never
}

/** A table can be read consistently. */
export interface ConsistentRead {
  /** Whether to see every write that succeeded before, for twice the price. `false` by default. */
  readonly consistent?: boolean
}

/** Whether an index can be read consistently: only the table itself. */
export type ConsistentOption<M extends AnyModel, I extends keyof Indexes<M>> = Indexes<M>[I] extends {
  readonly index: string
}
  ? LaggingRead
  : ConsistentRead

/** A query that can be filtered and sent. */
export interface Query<M extends AnyModel, I extends keyof Indexes<M>> {
  /**
   * Filters what was read. Items that are filtered out are paid for. What an index does not hold cannot be asked of it:
   * `INVALID_INPUT`.
   */
  where(where: Where<M>): Query<M, I>
  /**
   * Sends it: one Query request for each page, eventually consistent unless asked otherwise. Of an index that holds
   * a part of its items, one BatchGetItem request for each 100 items more, consistent: what has left the place
   * that the index shows is left out.
   */
  go<const N extends Types<M>['name'] = never>(
    options?: PageOptions<N> & ConsistentOption<M, I>,
  ): Promise<Page<Projected<M, N>>>
}

/** The attributes of an index's partition key. */
export type PartitionName<
  M extends AnyModel,
  I extends keyof Indexes<M>,
> = Indexes<M>[I]['pk']['composite'][number]

/** The attributes of an index's sort key; `never` where there is none. */
export type SortName<M extends AnyModel, I extends keyof Indexes<M>> = Indexes<M>[I] extends {
  readonly sk: { readonly composite: readonly (infer N)[] }
}
  ? N
  : never

/** Keys of an index, looked up by name so that hovers and errors print the attributes. */
export interface IndexKeys<M extends AnyModel, I extends keyof Indexes<M>> {
  /** What a query begins with: the partition key, and of the sort key what comes first. */
  readonly start: {
    [A in PartitionName<M, I> & keyof M['schema']['attributes']]: ItemAttribute<M['schema']['attributes'][A]>
  } & {
    [A in SortName<M, I> & keyof M['schema']['attributes']]?: ItemAttribute<M['schema']['attributes'][A]>
  }
}

/** The rest of the sort key, after what the query began with. */
export type SortKey<M extends AnyModel, I extends keyof Indexes<M>, C> = Partial<
  Values<M, Exclude<SortName<M, I>, keyof C>>
>

/** A query whose sort key can still be narrowed. */
export interface KeyedQuery<M extends AnyModel, I extends keyof Indexes<M>, C> extends Query<M, I> {
  /** Sort keys that begin so. */
  begins(key: SortKey<M, I, C>): Query<M, I>
  /** Sort keys from one to the other, both included. */
  between(from: SortKey<M, I, C>, to: SortKey<M, I, C>): Query<M, I>
  gt(key: SortKey<M, I, C>): Query<M, I>
  gte(key: SortKey<M, I, C>): Query<M, I>
  lt(key: SortKey<M, I, C>): Query<M, I>
  lte(key: SortKey<M, I, C>): Query<M, I>
}

/** Refuses properties that a key does not have. */
export type OnlyKey<C, K> = { readonly [P in Exclude<keyof C, keyof K>]: NoSuchAttribute }

/** After the whole sort key, or without one, there is nothing left to narrow. */
export type Started<M extends AnyModel, I extends keyof Indexes<M>, C> = [
  Exclude<SortName<M, I>, keyof C>,
] extends [never]
  ? Query<M, I>
  : KeyedQuery<M, I, C>

/** A query for each access pattern of the entity's schema. */
export type Queries<M extends AnyModel> = {
  readonly [I in keyof Indexes<M>]: <C extends IndexKeys<M, I>['start']>(
    key: C & OnlyKey<C, IndexKeys<M, I>['start']>,
  ) => Started<M, I, C>
}

/** Reads the whole table. Guards are never among what it gives. */
export interface Scan<M extends AnyModel> {
  /** Filters what was read. Items that are filtered out are paid for. */
  where(where: Where<M>): Scan<M>
  /** Sends it: one Scan request for each page. */
  go<const N extends Types<M>['name'] = never>(
    options?: ScanPageOptions<N> & ConsistentRead,
  ): Promise<Page<Projected<M, N>>>
}
