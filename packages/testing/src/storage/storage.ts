import type { Callback, Store, StoreOperation, Table } from '../dynalite/dynalite-modules.js'
import type { Dynalite } from '../dynalite/load-dynalite.js'
import type { Item } from '../item/value.js'
import type { IndexChange } from './index-entries.js'
import { indexChanges } from './index-entries.js'
import { Locks } from './locks.js'

/** One item before and after a request; `after` is absent where the item goes. */
export interface ItemChange {
  readonly table: Table
  readonly key: string
  readonly before: Item | undefined
  readonly after: Item | undefined
}

/** What makes global indexes lag: changes that it holds are its own to make, in the order in which it got them. */
export interface IndexLag {
  lags(table: string, index: string): boolean
  hold(table: string, change: IndexChange): void
}

/** The items and indexes of one engine, and their locks. */
export class Storage {
  readonly store: Store
  readonly locks: Locks = new Locks()
  /** Asked about every change of a global index. */
  indexLag: IndexLag | undefined
  readonly #dynalite: Dynalite

  constructor(dynalite: Dynalite, store: Store) {
    this.#dynalite = dynalite
    this.store = store
  }

  /** The description of an active table. */
  table(name: string): Promise<Table> {
    return new Promise((resolve, reject) => {
      const done: Callback<Table> = (error, table) => (error ? reject(error) : resolve(table))
      this.store.getTable(name, done)
    })
  }

  /** The key under which the database holds an item. */
  keyOf(table: Table, item: Item): string {
    return `item-${table.TableName}~${this.#dynalite.db.createKey(item, table)}`
  }

  /** The item as it is committed now. */
  async get(key: string): Promise<Item | undefined> {
    const found = await this.store.db.get(key)
    return isItem(found) ? found : undefined
  }

  /** Writes all changes and their index entries, or none of them. */
  async commit(changes: readonly ItemChange[]): Promise<void> {
    const operations: StoreOperation[] = []
    const late: (() => void)[] = []
    for (const change of changes) {
      operations.push(itemOperation(change))
      for (const entry of indexChanges(this.#dynalite.db, change.table, change.before, change.after)) {
        const table = change.table.TableName
        if (entry.isGlobal && this.indexLag?.lags(table, entry.index)) {
          late.push(() => this.indexLag?.hold(table, entry))
        } else operations.push(...entry.operations)
      }
    }
    await this.apply(operations)
    for (const hold of late) hold()
  }

  /** Makes changes of the database underneath, all or none. */
  async apply(operations: readonly StoreOperation[]): Promise<void> {
    if (operations.length > 0) await this.store.db.batch(operations)
  }
}

function itemOperation({ key, after }: ItemChange): StoreOperation {
  return after === undefined ? { type: 'del', key } : { type: 'put', key, value: after }
}

function isItem(found: unknown): found is Item {
  return typeof found === 'object' && found !== null
}
