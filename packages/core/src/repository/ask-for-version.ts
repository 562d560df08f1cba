import { InvalidInputError } from '../errors/invalid-input-error.js'
import { PlanTooLargeError } from '../errors/plan-too-large-error.js'
import type { Binding } from './binding.js'

/** A fence over a whole item can outgrow what the service allows; a version says the same in one comparison. */
export function askForVersion(error: unknown, { constraints, facts }: Binding, operation: string): unknown {
  const isFence = error instanceof PlanTooLargeError && error.limitName.startsWith('expression')
  if (!isFence || constraints.version !== undefined) return error
  const message = `every attribute of ${facts.entity} would be compared, and there are too many: declare a version, which is compared alone`
  return new InvalidInputError([{ path: '', message }], { model: facts.entity, operation, cause: error })
}
