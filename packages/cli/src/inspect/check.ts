import type { StoredItem, TableKey } from '@latchkey/core'

/** How one of the items beside an item of a model stands. */
export type CheckStatus =
  | 'ok'
  /** It is not there. */
  | 'missing'
  /** It is another item's, which has a right to it. */
  | 'taken'
  /** It is of an item that has no right to it: gone, expired, or with another value. */
  | 'stale'
  /** It is this item's, but says something else than it should. */
  | 'outdated'
  /** It has not come as far as the item. */
  | 'behind'
  /** The constraint does not count for the item, so that there is to be none. */
  | 'none'

/** One of the library's own items, as it should be and as it is. */
export interface Check {
  /** `unique email`, `pointer last`, `sequence invoice` */
  readonly what: string
  readonly status: CheckStatus
  readonly key: TableKey | undefined
  /** What the item has, what has to stand beside it, and what does. */
  readonly item: string
  readonly expected: string
  readonly found: string
  readonly held: StoredItem | undefined
  /** What comes of it, in a sentence. */
  readonly note?: string
}

export const isProblem = ({ status }: Check): boolean => status !== 'ok' && status !== 'none'

/** What was found out about an item or a value. */
export interface Report {
  readonly model: string
  readonly table: string
  /** What was asked for, as it was typed. */
  readonly asked: string
  readonly key: TableKey | undefined
  readonly item: StoredItem | undefined
  readonly checks: readonly Check[]
  /** Whose it is, and what a write of it would meet. */
  readonly verdicts: readonly string[]
  readonly problems: number
}
