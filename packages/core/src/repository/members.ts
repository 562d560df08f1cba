import type { Hooks } from '../run/execute.js'
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

/** The same models, telling others what happens. */
export const withHooks = (members: Members, hooks: Hooks): Members =>
  members.map(([name, member]): Members[number] => {
    if (member.kind === 'model') return [name, { ...member, binding: { ...member.binding, hooks } }]
    if (member.kind === 'singleton') return [name, { ...member, binding: { ...member.binding, hooks } }]
    return [name, { ...member, binding: { ...member.binding, hooks } }]
  })
