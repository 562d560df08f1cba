import type { ConstraintSet, Draw, KeyPrefixes, Neighbours, PlanContext } from '../constraint/constraint.js'
import type { SequenceDeclaration } from '../constraint/sequence-declaration.js'
import type { ElectroEntity } from '../electro/electro-entity.js'
import { assemblePart, type ChangePart } from '../plan/assemble.js'
import type { Change, Expectation } from '../plan/change.js'
import type { Adjustment } from '../plan/contribution.js'
import type { EntityFacts } from '../plan/entity-facts.js'
import type { EntityWrite } from '../plan/entity-write.js'
import type { Environment } from '../run/environment.js'
import type { Hooks, Runtime } from '../run/execute.js'
import type { KeyedQueue } from '../run/queue.js'
import type { RetryPolicy } from '../run/retry.js'
import type { Store } from '../run/store.js'
import { readRetry } from './read-options.js'
import type { Observer } from './types/observer.js'

/** A table and a client, and how to use them. */
export interface Bound {
  readonly table: string
  readonly store: Store
  readonly environment: Environment
  readonly retry: RetryPolicy
  readonly observers: readonly Observer[]
  /** What observers are told with. */
  readonly hooks: Hooks
  readonly prefixes: KeyPrefixes
  readonly queue: KeyedQueue
  /** The fields of the table's key, partition key first. */
  readonly keyFields: readonly string[]
  /** The TTL attribute of the table, where a model declares one. */
  readonly ttlField: string | undefined
  /** How long a request is remembered by its idempotency key, in milliseconds. */
  readonly idempotencyTtlMs: number
}

/** A model bound to a table and a client: what every method of a repository works with. */
export interface Binding extends Bound {
  readonly entity: ElectroEntity
  readonly facts: EntityFacts
  readonly constraints: ConstraintSet
  readonly neighbours: Neighbours
  readonly expiryMarginMs: number
}

/** What the options of one call say of how it runs. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  readonly retry?: Partial<RetryPolicy> | false | undefined
}

export function runtimeFor(binding: Binding, operation: string, options: CallOptions): Runtime {
  const { store, environment, hooks, facts, table } = binding
  const retry = readRetry(options.retry, binding.retry)
  const context = {
    model: facts.entity,
    operation,
    signal: options.signal,
    attempt: 1,
    retry,
    seen: hooks.request,
  }
  return { store, environment, hooks, table, keyFields: facts.keyFields, context, retry }
}

/** Asks every constraint what a change costs, and joins it with what ElectroDB compiled. */
export function planChange(
  binding: Binding,
  change: Change,
  write: EntityWrite,
  expectation: Expectation,
  adjustments: readonly Adjustment[],
  draws: readonly Draw[] = [],
): ChangePart {
  const { facts, constraints, neighbours, prefixes, expiryMarginMs } = binding
  const context: PlanContext = {
    constraints,
    neighbours,
    prefixes,
    expiryMarginMs,
    expectation,
    adjustments,
    draws,
  }
  const contributions = constraints.all.map((constraint) => constraint.plan(change, context))
  return assemblePart({ facts, change, write, expectation, contributions, versionField: constraints.version })
}

/** Whether any constraint keeps items of its own for this model. */
export const ownsItems = ({ constraints }: Binding): boolean =>
  constraints.all.some((constraint) => constraint.ownsItems)

/** The sequences that number the items of this model. */
export const sequencesOf = ({ constraints }: Binding): readonly SequenceDeclaration[] =>
  constraints.all.flatMap((constraint) => constraint.sequences)

/** Fields that a constraint looks at. */
export const guardedFields = ({ constraints }: Binding): ReadonlySet<string> =>
  new Set(constraints.all.flatMap(({ guarded }) => guarded))

/** Fields whose change needs the item as it was. */
export const neededFields = ({ constraints }: Binding): ReadonlySet<string> =>
  new Set(constraints.all.flatMap((constraint) => constraint.needs(constraints)))

/** Attributes that no caller may set. */
export const managedAttributes = ({ constraints }: Binding): ReadonlySet<string> =>
  new Set(constraints.all.flatMap(({ managed }) => managed))
