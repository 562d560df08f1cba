import { spellAsStored } from '../electro/as-stored.js'
import type { ErrorContext } from '../errors/latchkey-error.js'
import type { StoredItem } from '../plan/attribute-value.js'
import { type EntityFacts, fieldOf } from '../plan/entity-facts.js'
import { toStoredItem } from '../plan/native-value.js'
import { checkValues } from './check-input.js'

/** The values that a caller names a guard or a scope by, checked, as items store them and by field. */
export function readNamedValues(
  given: unknown,
  attributes: readonly string[],
  what: string,
  facts: EntityFacts,
  context: ErrorContext,
): StoredItem {
  const named = spellAsStored(checkValues(given, attributes, what, facts, context), facts)
  return Object.fromEntries(
    Object.entries(toStoredItem(named)).map(([name, value]) => [fieldOf(facts, name), value]),
  )
}
