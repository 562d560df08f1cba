import { type ErrorContext, LatchkeyError, nameError } from './latchkey-error.js'
import type { ErrorPayloads } from './registry.js'

/** Two operations of one transaction write the same item. Nothing was sent. */
export class DuplicateItemError extends LatchkeyError<'DUPLICATE_ITEM'> {
  /** The two operations: `Account.update`, in the order in which they were called. */
  readonly operations: readonly [string, string]

  constructor(payload: ErrorPayloads['DUPLICATE_ITEM'], context: ErrorContext = {}) {
    const [first, second] = payload.operations
    super({
      ...context,
      code: 'DUPLICATE_ITEM',
      message: `${first} and ${second} are about the same item, and a transaction may write an item once; make them one operation`,
    })
    this.operations = payload.operations
  }

  static {
    nameError(DuplicateItemError, 'DuplicateItemError')
  }
}
