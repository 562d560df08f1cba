import { serializationError } from './service-error.js'

const COLLECTIONS = new Set(['SS', 'NS', 'BS', 'L'])

/** Refuses a request that has a null in a set or list of attribute values: dynalite would store it. */
export function refuseNullMembers(value: unknown, name = ''): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value) && COLLECTIONS.has(name) && value.includes(null)) {
    throw serializationError(`A member of ${name} is null, where a value has to be`)
  }
  for (const [member, held] of Object.entries(value))
    refuseNullMembers(held, Array.isArray(value) ? '' : member)
}
