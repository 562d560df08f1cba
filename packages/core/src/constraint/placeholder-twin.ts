import type { EntityFacts } from '../plan/entity-facts.js'

/** How ElectroDB writes an attribute into an expression placeholder. */
const placeholderOf = (attribute: string): string => attribute.replace(/[^\w]/g, '')

/** What is wrong where ElectroDB gives another attribute the same placeholder: conditions on the two are mixed up. */
export function placeholderFault(attribute: string, facts: EntityFacts): string | undefined {
  const twin = [...facts.attributes.keys()].find(
    (name) => name !== attribute && placeholderOf(name) === placeholderOf(attribute),
  )
  if (twin === undefined) return undefined
  return `${attribute} and ${twin} become one name in expressions: rename one and keep its \`field\``
}
