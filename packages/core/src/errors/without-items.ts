/** What is kept of an error of the service: what tells it apart, nothing of what it was about. */
const kept: readonly string[] = ['code', 'Code', '__type', '$fault', '$metadata', '$service', '$retryable']

/**
 * A cause that can be attached to an error without carrying items: loggers print causes.
 *
 * Errors of the service come back as copies of the same class without `Item`, `CancellationReasons[].Item` and the raw
 * response. Other errors are given back as they are, or as a copy where a cause of theirs had to be cleaned.
 */
export function withoutItems(cause: unknown): unknown {
  return clean(cause, new Set())
}

function clean(cause: unknown, seen: Set<object>): unknown {
  if (typeof cause !== 'object' || cause === null || seen.has(cause)) return cause
  seen.add(cause)
  if (isServiceError(cause)) return cleanServiceError(cause, seen)
  return cleanNested(cause, seen)
}

function isServiceError(cause: object): boolean {
  return '$metadata' in cause || 'CancellationReasons' in cause || 'Item' in cause || '$response' in cause
}

function cleanServiceError(cause: object, seen: Set<object>): unknown {
  const copy = copyError(cause)
  for (const name of kept) define(copy, name, Reflect.get(cause, name), true)
  const reasons: unknown = Reflect.get(cause, 'CancellationReasons')
  if (Array.isArray(reasons)) define(copy, 'CancellationReasons', reasons.map(cleanReason), true)
  define(copy, 'cause', clean(Reflect.get(cause, 'cause'), seen), false)
  return copy
}

function cleanReason(reason: unknown): unknown {
  if (typeof reason !== 'object' || reason === null) return reason
  const { Code, Message }: { Code?: unknown; Message?: unknown } = reason
  return Message === undefined ? { Code } : { Code, Message }
}

function cleanNested(cause: object, seen: Set<object>): unknown {
  const inner: unknown = Reflect.get(cause, 'cause')
  const cleaned = clean(inner, seen)
  if (cleaned === inner) return cause
  const copy = copyError(cause)
  const { cause: _, ...rest } = Object.getOwnPropertyDescriptors(cause as { cause?: unknown })
  Object.defineProperties(copy, rest)
  define(copy, 'cause', cleaned, false)
  return copy
}

/** A native error of the same class, so that `instanceof` and stack traces work on it. */
function copyError(cause: object): Error {
  const message: unknown = Reflect.get(cause, 'message')
  const copy = new Error(typeof message === 'string' ? message : '')
  Object.setPrototypeOf(copy, Object.getPrototypeOf(cause))
  for (const name of ['name', 'stack']) {
    const value: unknown = Reflect.get(cause, name)
    if (typeof value === 'string') define(copy, name, value, false)
  }
  return copy
}

function define(target: object, name: string, value: unknown, enumerable: boolean): void {
  if (value === undefined) return
  Object.defineProperty(target, name, { value, enumerable, configurable: true, writable: true })
}
