import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { AnyModel } from '../../define/model.js'
import type { Observer } from './observer.js'
import type { Repository } from './repository.js'
import type { RetryOptions } from './retry.js'

/** A client of the SDK. A document client's translate options do not change what is stored. */
export type Client = DynamoDBClient | DynamoDBDocumentClient

/** Models by the names that their repositories get. */
export interface Models {
  readonly [name: string]: AnyModel
}

/** What the keys of our own items begin with. */
export interface KeyPrefixes {
  /** `UNIQ` by default. Stored: a later change of it needs a migration. */
  readonly guard?: string
}

/** How our own items are named in the table. */
export interface KeyOptions {
  readonly prefixes?: KeyPrefixes
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
}

/** A repository for each model, under the model's name. */
export type Database<Ms extends Models> = {
  readonly [N in keyof Ms]: Repository<Ms[N]>
} & DatabaseMethods<Ms>
