import type { ErrorCode } from './registry.js'
import { withoutItems } from './without-items.js'

/** Where an error happened, and what caused it. */
export interface ErrorContext {
  /** The ElectroDB entity name of the model. */
  readonly model?: string | undefined
  /** The method that was called: `create`, `update`, `by.email`, ... */
  readonly operation?: string | undefined
  /** What was thrown beneath. Items are taken out of it. */
  readonly cause?: unknown
}

/** What the base class does not know by itself. */
export interface ErrorDetails<C extends ErrorCode> extends ErrorContext {
  readonly code: C
  readonly message: string
}

/** Marks errors of this library, also those of another copy of it in the process. */
const brand: symbol = Symbol.for('@latchkey/core/error')

/**
 * The base of every error that this library throws. `code` says which, and narrows to its payload.
 *
 * Messages name models and fields, never values. What can hold values is not enumerable.
 */
export abstract class LatchkeyError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C
  /** The ElectroDB entity name of the model. */
  declare readonly model?: string
  /** The method that was called. */
  declare readonly operation?: string

  constructor(details: ErrorDetails<C>) {
    const cause = withoutItems(details.cause)
    super(locate(details) + details.message, cause === undefined ? undefined : { cause })
    this.code = details.code
    if (details.model !== undefined) this.model = details.model
    if (details.operation !== undefined) this.operation = details.operation
  }

  /** What a logger may print: name, message and every enumerable property. */
  toJSON(): Readonly<Record<string, unknown>> {
    return { name: this.name, message: this.message, ...Object.fromEntries(Object.entries(this)) }
  }

  static {
    Object.defineProperty(LatchkeyError.prototype, brand, { value: true })
  }
}

/** `Account.create: `, as far as it is known. */
function locate({ model, operation }: ErrorContext): string {
  const place = [model, operation].filter((part) => part !== undefined).join('.')
  return place === '' ? '' : `${place}: `
}

/** Gives a class its name: on the prototype, so that it is the heading of the stack and no property of the error. */
export function nameError(type: { readonly prototype: Error }, name: string): void {
  Object.defineProperty(type.prototype, 'name', { value: name, configurable: true, writable: true })
}

/** Whether this library threw it, this copy or another one in the process. `code` then narrows. */
export function hasBrand(error: unknown): error is LatchkeyError {
  return typeof error === 'object' && error !== null && Reflect.get(error, brand) === true
}
