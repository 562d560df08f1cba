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
  /** Hooks that see what happens. */
  readonly observe?: Observer
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

  $transaction<const R>(
    run: (tx: Transaction<Ms>) => R | Promise<R>,
    options?: TransactionOptions,
  ): Write<Settled<R>, TransactionError<Ms>>

  $get<const R>(read: (read: Snapshot<Ms>) => R, options?: LookupOptions): Promise<Settled<R>>

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
