// Types of repositories whose items are written down instead of inferred: what generated repositories are made of.
// Nothing here looks at a model, so that checking them costs next to nothing.
import type { Gone, RequestOptions, Returns, SendOptions } from './options.js'
import type { Plan } from './plan.js'
import type { Page, PageOptions, ScanPageOptions } from './query.js'
import type { Reservation } from './sequence.js'

/** What a write gives back: the item, or nothing with `returns: 'none'`, or null where a repeat finds it gone. */
export type Given<T, W, K> = W extends 'none' ? undefined : T | Gone<K>

/** What a delete gives back: the item as it was and null where there was none, or nothing with `returns: 'none'`. */
export type GivenOld<T, W> = W extends 'none' ? undefined : T | null

/** An item, or only the attributes of it that were asked for. */
export type Chosen<T, N> = [N] extends [never] ? T : { [P in keyof T as P extends N ? P : never]: T[P] }

/** What conditions are made of. Each gives the text of one, which others can be joined to by AND and OR. */
export interface ConditionOperations {
  eq<T>(attribute: T, value: NoInfer<T>): string
  ne<T>(attribute: T, value: NoInfer<T>): string
  gt<T>(attribute: T, value: NoInfer<T>): string
  gte<T>(attribute: T, value: NoInfer<T>): string
  lt<T>(attribute: T, value: NoInfer<T>): string
  lte<T>(attribute: T, value: NoInfer<T>): string
  between<T>(attribute: T, from: NoInfer<T>, to: NoInfer<T>): string
  begins(attribute: string, value: string): string
  /** A text has this part, or a list or a set this member. */
  contains<T>(attribute: T, value: T extends readonly (infer I)[] ? I : NoInfer<T>): string
  notContains<T>(attribute: T, value: T extends readonly (infer I)[] ? I : NoInfer<T>): string
  exists(attribute: unknown): string
  notExists(attribute: unknown): string
  size(attribute: unknown): string
  type(attribute: unknown, type: 'S' | 'SS' | 'N' | 'NS' | 'B' | 'BS' | 'BOOL' | 'NULL' | 'L' | 'M'): string
  /** The placeholder of an attribute, for what there is no method. */
  name(attribute: unknown): string
  /** The placeholder of a value. */
  value<T>(attribute: T, value: NoInfer<T>): string
  /** The placeholder of a field of the table that is no attribute. */
  field(name: string): string
}

/** A condition on the stored item. `A` are the handles of its attributes. */
export type PlainWhere<A> = (attributes: A, operations: ConditionOperations) => string

/** Changes of nested paths and others that have no verb of their own. */
export interface DataOperations {
  set<T>(attribute: T, value: NoInfer<T>): unknown
  remove(attribute: unknown): unknown
  append<T extends readonly unknown[]>(attribute: T, value: NoInfer<T>): unknown
  add<T extends number | readonly unknown[]>(attribute: T, value: NoInfer<T>, otherwise?: NoInfer<T>): unknown
  subtract(attribute: number, value: number, otherwise?: number): unknown
  delete<T extends readonly unknown[]>(attribute: T, value: NoInfer<T>): unknown
  ifNotExists<T>(attribute: T, value: NoInfer<T>): unknown
  /** The placeholder of an attribute. */
  name(attribute: unknown): string
  /** The placeholder of a value: it stands where the value would. */
  value<T>(attribute: T, value: NoInfer<T>): T
}

/** Options of a write that is not sent by itself. */
export interface PlainPlanOptions<A> {
  /** Only if this holds for the stored item; `CONDITION` otherwise. */
  readonly where?: PlainWhere<A>
}

/** Options of a write to an item that is there. `A` are the handles of its attributes. */
export interface PlainWriteOptions<A, W extends Returns = Returns, K extends string = string>
  extends SendOptions<W, K>,
    PlainPlanOptions<A> {}

/** How the caller expects the item to be. `V` is `number` where there is a version, and `never` where there is none. */
export type PlainExpected<T, V> =
  | {
      /** The item as it was returned: nothing is read first, and a conflict is a `VERSION` violation. */
      readonly current?: T
      readonly version?: never
    }
  | {
      readonly current?: never
      /** The stored version; another one is a `VERSION` violation. */
      readonly version?: V
    }

/** Options of an update of a singleton that is not sent by itself. `V` is `number` where there is a version. */
export interface PlainSingletonPlanOptions<A, V> extends PlainPlanOptions<A> {
  /** The stored version; another one is a `VERSION` violation. */
  readonly version?: V
}

/** Options of an update of a singleton. */
export interface PlainSingletonWriteOptions<A, V, W extends Returns = Returns>
  extends RequestOptions,
    PlainSingletonPlanOptions<A, V> {
  /** `'item'` by default. */
  readonly returns?: W
  /** Makes a repeat harmless, as with writes of a model: it applies nothing, and gives the record as it is. */
  readonly idempotencyKey?: string
}

/** Options of a modify of a singleton. */
export interface PlainSingletonModifyOptions<A, W extends Returns = Returns>
  extends RequestOptions,
    PlainPlanOptions<A> {
  /** `'item'` by default. */
  readonly returns?: W
  /** Makes a repeat harmless, as with writes of a model: it applies nothing, and gives the record as it is. */
  readonly idempotencyKey?: string
}

/** Numbers for an item that is created. `S` are the names of the sequences. */
export interface PlainReserved<S extends string> {
  /** By sequence: numbers that `reserve` took, the next of which the item gets. */
  readonly reserved?: { readonly [N in S]?: Reservation }
}

/** What an upsert takes: the key `P`, and of what a new item needs what `onInsert` does not give. `N` are its names. */
export type PlainUpsert<T, P extends keyof T, R extends keyof T, N> = Partial<T> & {
  readonly [Q in P | Exclude<R, N>]: T[Q]
}

/** Options of an upsert. `N` are the attributes that a new item gets beside. */
export interface PlainUpsertOptions<
  T,
  N extends keyof T,
  W extends Returns = Returns,
  K extends string = string,
> extends SendOptions<W, K> {
  /** Values for a new item alone: an item that is there keeps its own. */
  readonly onInsert?: { readonly [P in N]: T[P] }
}

/** What the callback of `modify` may answer: changes, or null where nothing is to change. */
export type PlainAnswer<C> = C | null | Promise<C | null>

/** Compiles writes and sends nothing. Pure: what a write would have to read is an argument. */
export interface PlainPlans<T, I, C, A> {
  create(item: I): Plan
  update(current: T, changes: C, options?: PlainPlanOptions<A>): Plan
  delete(current: T, options?: PlainPlanOptions<A>): Plan
}

/** Sort keys to narrow a query to; one of them at most. `S` are the attributes of the sort key. */
export interface SortRange<S> {
  /** Sort keys that begin so. */
  readonly begins?: S
  /** Sort keys from one to the other, both included. */
  readonly between?: readonly [from: S, to: S]
  readonly gt?: S
  readonly gte?: S
  readonly lt?: S
  readonly lte?: S
}

/** Options of a query. `A` are the handles of attributes for `where`, `S` the attributes of the sort key. */
export interface PlainQueryOptions<A, S, N> extends PageOptions<N>, SortRange<S> {
  /** Filters what was read. Items that are filtered out are paid for. */
  readonly where?: PlainWhere<A>
}

/** Options of a scan. `A` are the handles of attributes for `where`. */
export interface PlainScanOptions<A, N> extends ScanPageOptions<N> {
  /** Filters what was read. Items that are filtered out are paid for. */
  readonly where?: PlainWhere<A>
  /** Whether to see every write that succeeded before, for twice the price. `false` by default. */
  readonly consistent?: boolean
}

/** Options of a query that follows its pages by itself. */
export type PlainEachOptions<A, S, N> = Omit<PlainQueryOptions<A, S, N>, 'cursor' | 'pages' | 'count'>

/** Options of a scan that follows its pages by itself. */
export type PlainEachScanOptions<A, N> = Omit<PlainScanOptions<A, N>, 'cursor' | 'pages' | 'count'>

/** A query that runs. */
export interface PlainQuery {
  where(where: (attributes: never, operations: never) => string): PlainQuery
  go(options?: object): Promise<Page<unknown>>
}

/**
 * A method as generated classes see it. They say what it takes and what it gives, and these types fit whatever they say:
 * nothing is compared, which would cost what is saved.
 */
export type Delegate = (...given: readonly unknown[]) => never

/** A repository as generated classes see it. Names are those of its constraints and indexes. */
export interface PlainRepository<
  U extends string = never,
  P extends string = never,
  S extends string = never,
  I extends string = never,
> {
  readonly create: Delegate
  readonly put: Delegate
  readonly upsert: Delegate
  readonly update: Delegate
  readonly modify: Delegate
  readonly delete: Delegate
  readonly createMany: Delegate
  readonly putMany: Delegate
  readonly deleteMany: Delegate
  readonly get: Delegate
  readonly getMany: Delegate
  readonly by: { readonly [N in U]: Delegate & { readonly key: Delegate } }
  readonly pointers: { readonly [N in P]: Readonly<Record<'read' | 'follow' | 'rebuild', Delegate>> }
  readonly sequences: { readonly [N in S]: Readonly<Record<'read' | 'reserve', Delegate>> }
  readonly query: { readonly [N in I]: (key: unknown) => PlainQuery }
  readonly scan: PlainQuery
  readonly plan: PlainPlans<object, object, object, never>
}

/** The repository of a singleton as generated classes see it. */
export interface PlainSingleton {
  readonly get: Delegate
  readonly update: Delegate
  readonly modify: Delegate
  readonly cached: Delegate
}

/** The repository of a counter as generated classes see it. */
export interface PlainCounter {
  readonly increment: Delegate
  readonly read: Delegate
  readonly reset: Delegate
}

/** A database as generated repositories see it. */
export interface PlainDatabase {
  readonly $with: Delegate
  readonly $transaction: Delegate
  readonly $get: Delegate
  readonly $record: Delegate
}

/** What has to hold of an item as it was before a transaction. Where it does not, nothing is applied. */
export interface PlainCheck<A> {
  /** There is such an item; `NOT_FOUND` otherwise. */
  exists(): void
  /** There is no item with this key; `EXISTS` otherwise. */
  absent(): void
  /** This holds for the item; `CONDITION` otherwise. */
  where(where: PlainWhere<A>): void
}

/** A record of a singleton that is kept in memory for a while. */
export interface PlainCache<T> {
  /** The record: from memory while it is fresh, or else by 1 consistent GetItem. */
  get(): Promise<T>
  /** Forgets what was read: the next `get` reads anew. */
  clear(): void
}

/** An item of a model, or the record of a singleton, was created, changed or deleted. */
export interface PlainItemRecord<N extends string, T> {
  readonly kind: 'item'
  /** The name that the model has in the database. */
  readonly model: N
  /** The item as it was; null where there was none, or the stream has no old images. */
  readonly before: T | null
  /** The item as it is now; null where it was deleted, or the stream has no new images. */
  readonly after: T | null
}
