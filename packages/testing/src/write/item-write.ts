import type { ItemRequest, Table } from '../dynalite/dynalite-modules.js'
import type { Item } from '../item/value.js'

/** What a request does to an item; `check` is a condition alone. */
export type WriteKind = 'put' | 'update' | 'delete' | 'check'

/** One checked request to write one item, with its table. */
export interface ItemWrite {
  readonly kind: WriteKind
  readonly request: ItemRequest
  readonly table: Table
}

/** The item or key that names what is written. */
export function keyHolder(request: ItemRequest): Item {
  return request.Item ?? request.Key ?? {}
}
