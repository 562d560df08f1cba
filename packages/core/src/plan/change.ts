import type { StoredItem, TableKey } from './attribute-value.js'

export type Operation = 'create' | 'put' | 'update' | 'delete'

/** What an operation does to one item, in stored values. */
export interface Change {
  readonly operation: Operation
  readonly key: TableKey
  /** Key attributes as they are stored, for guards and violations. */
  readonly keyAttributes: StoredItem
  /** The item as it was read; null where there was none, undefined where it was not read. */
  readonly before: StoredItem | null | undefined
  /** The item as it will be; where it was not read, only what this change writes. Null after a delete. */
  readonly after: StoredItem | null
  /** Fields that this change writes or removes. */
  readonly touched: ReadonlySet<string>
  /** Further fields that the decision relied on: what a hook looked at, what completes an index key. */
  readonly reliesOn: readonly string[]
}

/** How the caller wants the item to be when the change commits. */
export type Expectation =
  /** Nothing: a change on the way is met by reading again. */
  | { readonly kind: 'none' }
  /** A version that the caller named. */
  | { readonly kind: 'version'; readonly version: number }
  /** The item that the caller passed: nothing that the decision used may have moved. */
  | { readonly kind: 'current' }
