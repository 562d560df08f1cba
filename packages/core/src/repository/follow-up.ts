import type { StoredItem } from '../plan/attribute-value.js'
import { CompiledPlan } from '../plan/plan.js'
import { compileOwnWrite } from '../plan/write.js'
import type { Runtime } from '../run/execute.js'
import type { Binding } from './binding.js'

/** Fields whose change is followed by writes of their own. */
export const isFollowed = ({ constraints }: Binding, fields: Iterable<string>): boolean => {
  const followed = new Set(constraints.all.flatMap((constraint) => constraint.followed))
  return [...fields].some((field) => followed.has(field))
}

/**
 * Sends what follows a commit, one write each. They are safe to lose: the change is committed, so a failure here is
 * none of it, and the next change that comes by makes up for it.
 */
export async function followUp(
  { constraints, prefixes, table }: Binding,
  { store, environment, context, hooks }: Runtime,
  stored: StoredItem,
  touched: ReadonlySet<string>,
): Promise<void> {
  const writes = constraints.all.flatMap((constraint) => constraint.followUps(stored, touched, prefixes))
  await Promise.all(
    writes.map(async (write) => {
      const plan = new CompiledPlan([compileOwnWrite(write, table)])
      hooks.plan?.(plan, context)
      // A refusal says that the pointer is further on. Anything else has been seen by the observer of requests.
      await store
        .send(plan, { returnValues: 'NONE', token: environment.token() }, context)
        .catch(() => undefined)
    }),
  )
}
