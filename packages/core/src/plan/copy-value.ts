/** Whether a value is an object without a class; those of another realm, as in test runners, have another prototype. */
export const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> => {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** A copy keeps the class: a Buffer is a Uint8Array too, and reads otherwise. */
const copyBytes = (bytes: Uint8Array): Uint8Array =>
  Object.setPrototypeOf(new Uint8Array(bytes), Object.getPrototypeOf(bytes)) as Uint8Array

function copy(value: unknown): unknown {
  if (value instanceof Uint8Array) return copyBytes(value)
  if (value instanceof Date) return new Date(value)
  if (value instanceof Set) return new Set([...value].map(copy))
  if (value instanceof Map) return new Map([...value].map(([key, held]) => [copy(key), copy(held)]))
  if (Array.isArray(value)) return value.map(copy)
  if (!isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, copy(held)]))
}

/**
 * A copy of data that shares nothing with it. `structuredClone` would strip what a model's hooks make of a value, such as
 * an instance of a class, of its methods: that stays as it is.
 */
export const copyValue = <T>(value: T): T => copy(value) as T
