import type { AnyModel } from '../../define/model.js'
import type { Pending } from './transaction.js'
import type { Types } from './values.js'

/** Asks for the item with this key: the handle becomes it, or null where there is none. */
export type SnapshotRead<M extends AnyModel> = (
  key: Types<M>['key'],
) => Pending<Types<M>['item'] | null, Types<M>['key']>

/** What a snapshot can read: an item of each model, under its name. */
export type Snapshot<Ms> = {
  readonly [N in keyof Ms as Ms[N] extends AnyModel ? N : never]: SnapshotRead<Extract<Ms[N], AnyModel>>
}
