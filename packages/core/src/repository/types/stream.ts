import type { AnyModel, Ruled } from '../../define/model.js'
import type { Types } from './values.js'

/** An item in a stream record: attribute values by attribute. */
export type StreamImage = Readonly<Record<string, object>>

/** What is read of a stream record, as Lambda and the SDK of DynamoDB Streams deliver it. */
export interface StreamEvent {
  readonly dynamodb?:
    | {
        readonly Keys?: StreamImage | undefined
        readonly OldImage?: StreamImage | undefined
        readonly NewImage?: StreamImage | undefined
      }
    | undefined
}

/** What is stored of an item. A singleton may hold a part alone: its defaults are not stored. */
export type Recorded<M extends Ruled> = M extends AnyModel ? Types<M>['item'] : Partial<Types<M>['item']>

/** An item of a model, or the record of a singleton, was created, changed or deleted. */
export interface ItemRecord<N, M extends Ruled> {
  readonly kind: 'item'
  /** The name that the model has in the database. */
  readonly model: N
  /** The item as it was; null where there was none, or the stream has no old images. */
  readonly before: Recorded<M> | null
  /** The item as it is now; null where it was deleted, or the stream has no new images. */
  readonly after: Recorded<M> | null
}

/** An item of our own was written or deleted. */
export interface OwnRecord {
  readonly kind: 'guard' | 'pointer' | 'sequence' | 'counter' | 'idempotency'
  /** Whose it is, as the item says: `shop.Account.email`. */
  readonly constraint: string
}

/** An item that no model of the database knows. */
export interface ForeignRecord {
  readonly kind: 'foreign'
}

/** What a stream record is about. `kind` narrows it, and `model` the items. */
export type StreamRecord<Ms> =
  | { [N in keyof Ms]: Ms[N] extends Ruled ? ItemRecord<N, Ms[N]> : never }[keyof Ms]
  | OwnRecord
  | ForeignRecord
