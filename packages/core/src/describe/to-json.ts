/** A value as JSON has it: sets as lists, integers beyond 2^53 as text, bytes as base64. */
export function toJson(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  if (value instanceof Uint8Array) return btoa(String.fromCharCode(...value))
  if (value instanceof Set || Array.isArray(value)) return [...value].map(toJson)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toJson(inner)]))
}
