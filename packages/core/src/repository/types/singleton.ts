import type { Entity } from 'electrodb'
import type { AnySingleton, RulesOf } from '../../define/model.js'
import type { ReadOptions, Returns, WriteOptions } from './options.js'
import type { Answer, ExactAnswer } from './repository.js'
import type { SingletonError, Write } from './result.js'
import type { Changes, Shown, Types } from './values.js'

/** What a singleton gives back, looked up by name so that hovers and errors print the attributes. */
export interface Complete<M extends AnySingleton> {
  /** Stored values over defaults. What has no default can be absent, as everything is before the first write. */
  readonly record: Shown<
    {
      [P in keyof Types<M>['item'] & keyof M['defaults']]-?: Exclude<Types<M>['item'][P], undefined>
    } & { [P in keyof Types<M>['item'] as P extends keyof M['defaults'] ? never : P]?: Types<M>['item'][P] },
    never
  >['all']
}

/** The record of a singleton: stored values over defaults. */
export type RecordOf<M extends AnySingleton> = Complete<M>['record']

/** What a write gives back for `returns`: the record as it is now, or nothing. */
export type ReturnedRecord<M extends AnySingleton, W> = W extends 'none' ? undefined : Complete<M>['record']

/** Options of an update of a singleton. */
export interface SingletonWriteOptions<M extends AnySingleton, W extends Returns = Returns>
  extends WriteOptions<M, W> {
  /** The stored version; another one is a `VERSION` violation. Only for singletons that declare a version. */
  readonly version?: [RulesOf<M>['version']] extends [never] ? never : number
}

/** How long a cache serves what it has read. */
export interface CacheOptions {
  /** Milliseconds that a value counts as fresh. */
  readonly ttlMs: number
  /** Milliseconds after that in which it is still served, while a new one is read; 0 by default. */
  readonly staleWhileRevalidateMs?: number
}

export interface CachedSingleton<M extends AnySingleton> {
  get(): Promise<Complete<M>['record']>
  clear(): void
}

export interface SingletonRepository<M extends AnySingleton> {
  get(options?: ReadOptions): Promise<Complete<M>['record']>
  update<W extends Returns = 'item'>(
    changes: Changes<M>,
    options?: SingletonWriteOptions<M, W>,
  ): Write<ReturnedRecord<M, W>, SingletonError<M>>
  modify<R extends Answer<M>, W extends Returns = 'item'>(
    change: (current: Complete<M>['record']) => R & ExactAnswer<M, R>,
    options?: WriteOptions<M, W>,
  ): Write<ReturnedRecord<M, W>, SingletonError<M>>
  cached(options: CacheOptions): CachedSingleton<M>
  readonly entity: Entity<string, string, string, M['schema']>
}
