import type { ItemAttribute } from 'electrodb'
import type { AnyModel, FollowedBy, RulesOf } from '../../define/model.js'
import type { LookupOptions, ReadOptions } from './options.js'
import type { Scoped } from './scope.js'
import type { Types } from './values.js'

/** Where a pointer is: the value that it has reached, and the key of the item that it got it from. */
export interface Pointed<V, K> {
  readonly value: V
  readonly key: K
}

/** What a pointer of a model holds. */
export type PointedBy<M extends AnyModel, N extends keyof RulesOf<M>['pointers']> = Pointed<
  ItemAttribute<
    M['schema']['attributes'][FollowedBy<RulesOf<M>['pointers'][N]> & keyof M['schema']['attributes']]
  >,
  Types<M>['key']
>

export interface Pointer<M extends AnyModel, N extends keyof RulesOf<M>['pointers']> {
  read(...args: Scoped<M, RulesOf<M>['pointers'][N], ReadOptions>): Promise<PointedBy<M, N> | null>
  follow(...args: Scoped<M, RulesOf<M>['pointers'][N], LookupOptions>): Promise<Types<M>['item'] | null>
  rebuild(...args: Scoped<M, RulesOf<M>['pointers'][N], LookupOptions>): Promise<PointedBy<M, N> | null>
}

/** Each pointer of a model, under its name. */
export type Pointers<M extends AnyModel> = { readonly [N in keyof RulesOf<M>['pointers']]: Pointer<M, N> }
