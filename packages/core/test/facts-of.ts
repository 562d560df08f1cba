import { type EntityFacts, entityFacts } from '../src/plan/entity-facts.js'

/** The facts of an entity that is known to be one. */
export function factsOf(entity: object): EntityFacts {
  const facts = entityFacts(entity)
  if (facts === undefined) throw new Error('this is no ElectroDB entity')
  return facts
}
