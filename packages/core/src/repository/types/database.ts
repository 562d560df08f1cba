import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { AnyCounter, AnyModel, AnySingleton, Declared } from '../../define/model.js'
import type { CounterRepository } from './counter.js'
import type { Observer } from './observer.js'
import type { LookupOptions, TransactionOptions } from './options.js'
import type { Repository } from './repository.js'
import type { Write } from './result.js'
import type { RetryOptions } from './retry.js'
import type { SingletonRepository } from './singleton.js'
import type { Snapshot } from './snapshot.js'
import type { StreamEvent, StreamRecord } from './stream.js'
import type { Settled, TransactionError, TransactionMethods, TransactionRepositories } from './transaction.js'

/** A client of the SDK. A document client's translate options do not change what is stored. */
export type Client = DynamoDBClient | DynamoDBDocumentClient

/** Models, singletons and counters by the names that their repositories get. */
export interface Models {
  readonly [name: string]: Declared
}

/** What the keys of our own items begin with. No two may be the same. */
export interface KeyPrefixes {
  /** `UNIQ` by default. Stored: a later change of it needs a migration. */
  readonly guard?: string
  /** `PTR` by default. Stored, as the others are. */
  readonly pointer?: string
  /** `SEQ` by default. */
  readonly sequence?: string
  /** `CTR` by default. */
  readonly counter?: string
  /** `IDEM` by default. */
  readonly idempotency?: string
}

/** How our own items are named in the table. */
export interface KeyOptions {
  readonly prefixes?: KeyPrefixes
  /** The table's partition key. Needed where no model says it: where there are only counters. */
  readonly partitionKey?: string
  /** The table's sort key, or null where it has none. Needed where no model says it. */
  readonly sortKey?: string | null
}

/** Where and how a database works. */
export interface ConnectOptions {
  readonly client: Client
  /** The table of every model; it wins over the entities' own. */
  readonly table: string
  /** How long to keep trying when others interfere; `false` sends once. */
  readonly retry?: RetryOptions | false
  /** Hooks that see what happens: one observer, or several. */
  readonly observe?: Observer | readonly Observer[]
  readonly keys?: KeyOptions
  /** Milliseconds after its time to live that an item still counts as present; 5 minutes by default. */
  readonly expiryMarginMs?: number
  /** Milliseconds for which an idempotency key is remembered; 24 hours by default. */
  readonly idempotencyTtlMs?: number
}

/** What `$with` replaces. */
export interface RebindOptions {
  readonly client?: Client
  readonly table?: string
}

/** What a database can do beside its repositories. */
export interface DatabaseMethods<Ms extends Models> {
  /**
   * The same models on another table or with another client. Cheap: nothing is built anew.
   *
   * @example
   * ```ts
   * const archive = db.$with({ table: 'archive' })
   * ```
   */
  $with(options: RebindOptions): Database<Ms>

  /**
   * Several operations as one: what `run` calls on `tx` is applied together, or not at all.
   *
   * Atomic: all items with all their guards, pointers, numbers, counters and checks, or nothing.
   * - 1 consistent GetItem for each `get`, and for each put, update and delete that has to know what is stored.
   * - One TransactWriteItems, however many operations there are. What comes to a single write is sent as that write, and
   *   nothing is sent where nothing was called. At most 100 writes, with those of guards, pointers, sequences, counters
   *   and references.
   *
   * Reads inside are consistent and fenced: where something that was read moves before the commit, nothing is applied and
   * `run` runs again. So it may run several times, and must have no effects of its own. What it throws rejects the
   * promise, and nothing is sent. There are no queries, lookups or scans on `tx`, as nothing can fence them.
   *
   * A value that one operation frees may be taken by another: two items can swap theirs. No item may be written twice.
   *
   * With `idempotencyKey`, a repeat with the same operations applies nothing and gives the result by reading it back:
   * null for an item that was deleted or is gone. `run` runs in a repeat, too.
   *
   * @returns what `run` returns, with the item for each handle: for a handle itself, and for those in an object or an
   *   array, one level deep.
   * @throws {ConstraintViolationError} all violations of all operations; `model` and `key` of each say whose it is.
   * @throws {DuplicateItemError} when two operations write the same item.
   * @throws {InvalidInputError} @throws {ContentionError} @throws {OutcomeUnknownError} @throws {PlanTooLargeError}
   * @throws {IdempotencyKeyReusedError} when `idempotencyKey` was used with other operations.
   *
   * @example
   * ```ts
   * const { account } = await db.$transaction(async (tx) => {
   *   const { signupEnabled } = await tx.flags.get()
   *   if (!signupEnabled) throw new Error('nobody can sign up now')
   *   const account = tx.accounts.create({ tenantId: 't1', email: 'ada@lovelace.io' })
   *   tx.orders.create({ accountId: account.key.accountId, orderId: 'o1' })
   *   return { account }
   * })
   * ```
   */
  $transaction<const R, K extends string = never>(
    run: (tx: Transaction<Ms>) => R | Promise<R>,
    options?: TransactionOptions<K>,
  ): Write<Settled<R, K>, TransactionError<Ms>>

  /**
   * Several items as they were at one moment: one TransactGetItems, at most 100 different items, twice the price of
   * consistent reads. A conflict with a write that is under way reads again.
   *
   * `read` asks for items at once, without waiting for any.
   *
   * @returns what `read` returns, with the item for each handle or null where there is none: for a handle itself, and
   *   for those in an object or an array, one level deep.
   * @throws {InvalidInputError} when a key attribute is missing or of the wrong type, or there are more than 100 items.
   * @throws {ContentionError}
   *
   * @example
   * ```ts
   * const { account, order } = await db.$get((read) => ({
   *   account: read.accounts({ accountId: 'a1' }),
   *   order: read.orders({ accountId: 'a1', orderId: 'o1' }),
   * }))
   * ```
   */
  $get<const R>(read: (read: Snapshot<Ms>) => R, options?: LookupOptions): Promise<Settled<R>>

  /**
   * What a record of the table's stream is about: an item of a model before and after, or an item of our own, such as a
   * guard, or one that is foreign. Pure: nothing is read. A stream may show half of a transaction.
   *
   * @throws {InvalidInputError} when it is no record of a stream.
   *
   * @example
   * ```ts
   * for (const each of event.Records) {
   *   const change = db.$record(each)
   *   if (change.kind === 'item' && change.model === 'accounts') await index(change.before, change.after)
   * }
   * ```
   */
  $record(record: StreamEvent): StreamRecord<Ms>
}

/** What a transaction works with: a repository for each model, singleton and counter, under its name. */
export type Transaction<Ms extends Models> = {
  readonly [N in keyof Ms]: TransactionRepositories<Ms[N]>[Ms[N]['kind']]
} & TransactionMethods

/** The repository of each kind, looked up by the kind. */
export interface Repositories<M> {
  readonly model: Repository<Extract<M, AnyModel>>
  readonly singleton: SingletonRepository<Extract<M, AnySingleton>>
  readonly counter: CounterRepository<Extract<M, AnyCounter>>
}

/** A repository for each model, singleton and counter, under its name. */
export type Database<Ms extends Models> = {
  readonly [N in keyof Ms]: Repositories<Ms[N]>[Ms[N]['kind']]
} & DatabaseMethods<Ms>
