import type { Scalar } from '../../define/constraints.js'
import type { AnyCounter } from '../../define/model.js'

/** A counter's scope, looked up by name so that hovers and errors print its names. */
export interface CounterScope<C extends AnyCounter> {
  readonly values: { readonly [N in C['scope'][number]]: Scalar }
}

/** Arguments of a method whose scope comes first, where the counter has one. */
export type CounterArguments<C extends AnyCounter, Rest extends readonly unknown[]> = [
  C['scope'][number],
] extends [never]
  ? Rest
  : [scope: CounterScope<C>['values'], ...rest: Rest]

export interface CounterRepository<C extends AnyCounter> {
  increment(...args: CounterArguments<C, [by?: number]>): Promise<void>
  read(...args: CounterArguments<C, []>): Promise<number>
  reset(...args: CounterArguments<C, []>): Promise<void>
}
