import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { AttributeValue } from '../plan/attribute-value.js'
import type { EntityFacts } from '../plan/entity-facts.js'
import type { Clause, EntityWrite } from '../plan/entity-write.js'
import { toAttributeValue } from '../plan/native-value.js'
import { Placeholders } from '../plan/placeholders.js'

const PLAIN_ADD = /^(#\w+) (:\w+)$/
/** Where ElectroDB puts what it computes from in the place of an attribute that is absent. */
const FALLBACK = /if_not_exists\((#\w+), (:\w+)\)/

/**
 * Makes arithmetic on attributes that are absent start from their default, in the store: two writers of a record that
 * does not exist yet lose nothing.
 */
export function startFromDefaults(
  write: EntityWrite,
  facts: EntityFacts,
  defaults: Readonly<Record<string, unknown>>,
): EntityWrite {
  const placeholders = new Placeholders(write.condition.names, write.condition.values)
  const clauses = write.clauses.map((clause) => {
    const attribute = facts.names.get(clause.field) ?? ''
    const value = defaults[attribute]
    if (value === undefined || clause.value !== undefined || clause.section === 'REMOVE' || !clause.isWhole)
      return clause
    return withDefault(clause, attribute, toAttributeValue(value, [attribute]), placeholders, facts)
  })
  const condition = { ...write.condition, names: placeholders.names(), values: placeholders.values() }
  return { ...write, clauses, condition }
}

function withDefault(
  clause: Clause,
  attribute: string,
  value: AttributeValue,
  placeholders: Placeholders,
  facts: EntityFacts,
): Clause {
  const added = clause.section === 'ADD' ? PLAIN_ADD.exec(clause.text) : null
  if (added !== null && value.N !== undefined) {
    const [, name, amount] = added
    return {
      ...clause,
      section: 'SET',
      text: `${name} = if_not_exists(${name}, ${placeholders.value(value)}) + ${amount}`,
    }
  }
  if (clause.section === 'SET' && FALLBACK.test(clause.text))
    return {
      ...clause,
      text: clause.text.replace(
        FALLBACK,
        (_, name) => `if_not_exists(${name}, ${placeholders.value(value)})`,
      ),
    }
  const message = 'has a default, which the store cannot start from here: use modify, and set the whole value'
  throw new InvalidInputError([{ path: attribute, message }], { model: facts.entity, operation: 'update' })
}
