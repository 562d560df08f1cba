import type { ItemAttribute } from 'electrodb'
import type { Ruled, ScopeName } from '../../define/model.js'
import type { NoAttributes } from './values.js'

/** A scope's values, looked up by name so that hovers and errors print the attributes. `O` is what was declared. */
export interface Scope<M extends Ruled, O> {
  readonly values: [ScopeName<O>] extends [never]
    ? NoAttributes
    : {
        [A in ScopeName<O> & keyof M['schema']['attributes']]: ItemAttribute<M['schema']['attributes'][A]>
      }
}

/** Arguments of a method whose scope comes first. Without a scope it may be left out. */
export type Scoped<M extends Ruled, O, Options> = [ScopeName<O>] extends [never]
  ? [scope?: NoAttributes, options?: Options]
  : [scope: Scope<M, O>['values'], options?: Options]
