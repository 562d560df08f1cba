import type { StoredItem } from '../plan/attribute-value.js'
import type { AttributeFacts, EntityFacts } from '../plan/entity-facts.js'

/** Shorter texts are as likely a status or a date as an id. */
const SHORTEST_ID = 16

/** What the attribute's own code makes without a caller's value; undefined where it makes nothing or fails. */
function madeBy(attribute: AttributeFacts): unknown {
  try {
    if (typeof attribute.default === 'function') return (attribute.default as () => unknown)()
    return attribute.set?.(undefined, {})
  } catch {
    return undefined
  }
}

const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text)) || !Number.isNaN(Number(text))

/**
 * The fields of what a write stores that nobody else can have stored: long texts that the model's code made, that are no
 * times, and that come out different each time. Called when an answer was lost, and only then: it runs that code again.
 */
export function generatedFields(facts: EntityFacts, stores: StoredItem, named: object): readonly string[] {
  return Object.keys(stores).filter((field) => {
    const attribute = facts.attributes.get(facts.names.get(field) ?? '')
    const text = stores[field]?.S
    if (attribute === undefined || text === undefined || Reflect.get(named, attribute.name) !== undefined)
      return false
    if (text.length < SHORTEST_ID || isTime(text)) return false
    const other = madeBy(attribute)
    return typeof other === 'string' && other !== text && other.length >= SHORTEST_ID
  })
}
