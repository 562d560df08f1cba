import type { Binding, Bound } from './binding.js'
import type { CounterBinding } from './counter.js'
import type { SingletonBinding } from './singleton.js'

/** What a transaction can use: models, singletons and counters, bound. */
export type Member =
  | { readonly kind: 'model'; readonly binding: Binding }
  | { readonly kind: 'singleton'; readonly binding: SingletonBinding }
  | { readonly kind: 'counter'; readonly binding: CounterBinding }

export type Members = readonly (readonly [name: string, member: Member])[]

/** What a transaction runs on. */
export interface TransactionBinding {
  readonly bound: Bound
  readonly members: Members
}
