import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { ErrorContext } from '../errors/latchkey-error.js'
import { identityOfWrite, type Write } from './write.js'

/** Refuses a plan that would write one item twice: two constraints, or a constraint and its entity, made one key. */
export function refuseCollisions(writes: readonly Write[], context: ErrorContext): void {
  const seen = new Map<string, Write>()
  for (const write of writes) {
    const other = seen.get(identityOfWrite(write))
    if (other !== undefined) {
      const message = `has the same key as the ${other.role}: give the constraint another key, prefix or namespace`
      throw new InvalidInputError([{ path: write.role, message }], context)
    }
    seen.set(identityOfWrite(write), write)
  }
}
