import type { AttributeFacts, EntityFacts } from '../plan/entity-facts.js'

/** What a hook gives by itself; nothing where it needs more than the value. */
function callAlone({ set }: AttributeFacts, value: unknown): unknown {
  try {
    return set?.(value, {})
  } catch {
    return undefined
  }
}

/**
 * A value as the `set` hook of its attribute stores it, where the hook only spells it: what it gives stays as it is when
 * it is given to it again. Any other hook makes another value each time (a prefix, a hash), or one of something else, and
 * a caller can only have named what is stored.
 */
function asStored(attribute: AttributeFacts | undefined, value: unknown): unknown {
  if (attribute?.set === undefined || attribute.watch === '*' || attribute.watch.length > 0) return value
  const spelt = callAlone(attribute, value)
  const isSpelling =
    typeof spelt === typeof value &&
    callAlone(attribute, spelt) === spelt &&
    callAlone(attribute, undefined) !== spelt
  return isSpelling ? spelt : value
}

/** Values that name a guard, a pointer or a sequence, spelt as the items that they are compared with. */
export const spellAsStored = (
  values: Readonly<Record<string, unknown>>,
  facts: EntityFacts,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, asStored(facts.attributes.get(name), value)]),
  )
