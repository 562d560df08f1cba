import type { AnyModel } from '../../define/model.js'
import type { Pending } from './transaction.js'
import type { Types } from './values.js'

/** Names an item of a model to be read. */
export type SnapshotRead<M extends AnyModel> = (
  key: Types<M>['key'],
) => Pending<Types<M>['item'] | null, Types<M>['key']>

/** What a snapshot can read: an item of each model, under its name. */
export type Snapshot<Ms> = {
  readonly [N in keyof Ms as Ms[N] extends AnyModel ? N : never]: SnapshotRead<Extract<Ms[N], AnyModel>>
}
