import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { Binding } from './binding.js'
import type { Options } from './read-options.js'

export const WRITE_OPTIONS: readonly string[] = [
  'signal',
  'retry',
  'returns',
  'where',
  'current',
  'version',
  'idempotencyKey',
]

/** `current` and `version` say the same in two ways, and a version needs a model that has one. */
export function refuseBoth(
  options: Options,
  binding: Binding,
  context: { model: string; operation: string },
): void {
  if (options['current'] !== undefined && options['version'] !== undefined)
    throw new InvalidInputError(
      [{ path: 'version', message: 'cannot stand beside current: pass one of them' }],
      context,
    )
  if (options['version'] !== undefined && binding.constraints.version === undefined)
    throw new InvalidInputError(
      [{ path: 'version', message: `needs a model that declares a version, and ${context.model} does not` }],
      context,
    )
}
