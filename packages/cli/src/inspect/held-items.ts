import type { StoredItem, TableKey } from '@latchkey/core'

/** Reads an item, consistently. */
export type Get = (key: TableKey) => Promise<StoredItem | undefined>

const idOf = (key: TableKey): string =>
  JSON.stringify(
    Object.keys(key)
      .sort()
      .map((field) => key[field]),
  )

/** What was read of a table, by key. */
export class HeldItems {
  readonly #items = new Map<string, StoredItem | undefined>()

  /** Reads what was not read yet. */
  async read(keys: readonly TableKey[], get: Get): Promise<void> {
    for (const key of keys) if (!this.#items.has(idOf(key))) this.#items.set(idOf(key), await get(key))
  }

  /** What is at a key that was read. */
  at(key: TableKey): StoredItem | undefined {
    return this.#items.get(idOf(key))
  }
}
