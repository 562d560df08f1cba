import type { Callback, Store, SubStore } from './dynalite-modules.js'

type Fail = (error: unknown) => void

/**
 * The store as one request sees it: an error that dynalite throws inside a callback fails that request. Without
 * this it would be thrown to nobody, and end the process.
 */
export function guardedStore(store: Store, fail: Fail): Store {
  const guard = <T>(callback: Callback<T>): Callback<T> => {
    return (error, result) => attempt(fail, () => callback(error, result))
  }
  const sub = (part: SubStore): SubStore => guardedPart(part, guard, fail)
  return {
    ...store,
    tableDb: { ...store.tableDb, ...sub(store.tableDb) },
    getItemDb: (table) => sub(store.getItemDb(table)),
    getIndexDb: (kind, table, index) => sub(store.getIndexDb(kind, table, index)),
    getTagDb: (table) => sub(store.getTagDb(table)),
    getTable: (name, checkStatus, callback) =>
      typeof checkStatus === 'function'
        ? store.getTable(name, guard(checkStatus))
        : store.getTable(name, checkStatus, callback && guard(callback)),
    deleteItemDb: (table, callback) => store.deleteItemDb(table, guard(callback)),
    deleteIndexDb: (kind, table, index, callback) => store.deleteIndexDb(kind, table, index, guard(callback)),
    deleteTagDb: (table, callback) => store.deleteTagDb(table, guard(callback)),
  }
}

function guardedPart(part: SubStore, guard: <T>(callback: Callback<T>) => Callback<T>, fail: Fail): SubStore {
  return {
    put: (key, value, callback) => part.put(key, value, guard(callback)),
    get: (key, callback) => part.get(key, guard(callback)),
    del: (key, callback) => part.del(key, guard(callback)),
    batch: (operations, callback) => part.batch(operations, guard(callback)),
    createValueStream: (options) => part.createValueStream(options),
    createKeyStream: (options) => part.createKeyStream(options),
    lock: (key, run) =>
      part.lock(key, (release) => {
        const giveUp = (error: unknown): void => release(() => fail(error))()
        attempt(giveUp, () => run(release))
      }),
  }
}

function attempt(fail: Fail, run: () => void): void {
  try {
    run()
  } catch (error) {
    fail(error)
  }
}
