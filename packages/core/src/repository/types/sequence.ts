import type { AnyModel, RulesOf, ScopeName } from '../../define/model.js'
import type { LookupOptions, ReadOptions } from './options.js'
import type { Scope, Scoped } from './scope.js'
import type { NoAttributes } from './values.js'

/** Marks what only `reserve` makes. There is no such property at run time. */
export declare const block: unique symbol

/** Numbers that were taken out of a sequence at once, for the creates that come. */
export interface Reservation {
  readonly first: number
  readonly last: number
  /** How many are left. Creates that take their number from it lower it. */
  readonly remaining: number
  readonly [block]: true
}

/** Arguments of `reserve`. Without a scope it may be left out. */
export type ReserveArguments<M extends AnyModel, O> = [ScopeName<O>] extends [never]
  ? [count: number, options?: LookupOptions] | [scope: NoAttributes, count: number, options?: LookupOptions]
  : [scope: Scope<M, O>['values'], count: number, options?: LookupOptions]

export interface Sequence<M extends AnyModel, N extends keyof RulesOf<M>['sequences']> {
  read(...args: Scoped<M, RulesOf<M>['sequences'][N], ReadOptions>): Promise<number | null>
  reserve(...args: ReserveArguments<M, RulesOf<M>['sequences'][N]>): Promise<Reservation>
}

/** Each sequence of a model, under its name. */
export type Sequences<M extends AnyModel> = { readonly [N in keyof RulesOf<M>['sequences']]: Sequence<M, N> }
