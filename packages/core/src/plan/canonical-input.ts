import { canonicalNumber } from './canonical-number.js'
import { sortedEntries } from './sorted-entries.js'

/** A value as text: the same for the same input, in whatever order its names come. Functions are no part of an input. */
function canonical(value: unknown): unknown {
  if (typeof value === 'function') return undefined
  if (typeof value === 'bigint') return { $bigint: value.toString() }
  if (typeof value === 'number') return { $number: canonicalNumber(String(value)) }
  if (value instanceof Date) return { $date: value.getTime() }
  if (value instanceof Uint8Array) return { $bytes: [...value].join(',') }
  if (value instanceof Set)
    return { $set: [...value].map((member) => JSON.stringify(canonical(member))).sort() }
  if (value instanceof Map) return { $map: canonical(Object.fromEntries(value)) }
  if (Array.isArray(value)) return value.map((member) => canonical(member) ?? null)
  if (typeof value !== 'object' || value === null) return value
  return {
    $entries: sortedEntries<unknown>({ ...value }).flatMap(([name, inner]) => {
      const text = canonical(inner)
      return text === undefined ? [] : [[name, text]]
    }),
  }
}

/** The input of a request as one text, for its hash. */
export const canonicalInput = (input: unknown): string => JSON.stringify(canonical(input)) ?? ''
