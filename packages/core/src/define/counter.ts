import { declareCounter } from './declare.js'
import type { Counter } from './model.js'

/** What is declared of a counter. `N` are the names of its scope. */
export interface CounterOptions<N extends string> {
  /** As in ElectroDB's models: part of the keys. */
  readonly service: string
  /** Unique among the counters of its service. */
  readonly name: string
  /** Within what: each combination of these values is counted by itself. */
  readonly scope?: readonly N[]
  /** Over how many items increments are spread; 1 by default. It only grows: a smaller one names the former. */
  readonly shards?: number
  /** The number of shards that there were before, where there are fewer now: they are still read. */
  readonly formerShards?: number
}

export function counter<const N extends string = never>(options: CounterOptions<N>): Counter<N> {
  return declareCounter(options)
}
