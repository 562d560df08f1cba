import { declareCounter } from './declare.js'
import type { Counter } from './model.js'

/** What is declared of a counter. `N` are the names of its scope. */
export interface CounterOptions<N extends string> {
  /** Part of the keys, as the service of ElectroDB's models. */
  readonly service: string
  /** Part of the keys: no other counter of the service has it. */
  readonly name: string
  /** Within what: each combination of these values is counted by itself. */
  readonly scope?: readonly N[]
  /** Over how many items increments are spread; 1 by default, 100 at most. It may grow; to shrink it, name the former number. */
  readonly shards?: number
  /** The greatest number of shards that there ever was, where there are fewer now: those are still read. */
  readonly formerShards?: number
}

/**
 * Declares a number that many add to at once. It needs no entity: its shards are items of our own, and increments are
 * spread over them, since DynamoDB writes one item about 1,000 times a second at most.
 *
 * @throws {DeclarationError} with everything about the declaration that cannot work.
 *
 * @example
 * ```ts
 * export const visits = counter({ service: 'shop', name: 'visits', scope: ['tenantId'], shards: 8 })
 * ```
 */
export function counter<const N extends string = never>(options: CounterOptions<N>): Counter<NoInfer<N>> {
  return declareCounter(options)
}
