import type { Store } from '../dynalite/dynalite-modules.js'
import { guardedStore } from '../dynalite/guarded-store.js'
import type { Dynalite } from '../dynalite/load-dynalite.js'
import { loadDynalite } from '../dynalite/load-dynalite.js'
import type { Lag, LagOptions } from '../lag/index-lag.js'
import { IndexLags } from '../lag/index-lag.js'
import { Storage } from '../storage/storage.js'
import { describeTimeToLive, forgetTimeToLive, updateTimeToLive } from '../time-to-live/time-to-live.js'
import { Tokens } from '../transaction/tokens.js'
import { transactGet } from '../transaction/transact-get.js'
import { transactWrite } from '../transaction/transact-write.js'
import { batchWrite } from '../write/batch-write.js'
import { SINGLE_WRITES, singleWrite } from '../write/single-write.js'
import type { Answer, JsonObject, ServiceRequest } from './answer.js'
import type { Engine } from './engine.js'
import { refuseNullMembers } from './refuse-null-members.js'
import { checking, checkRequest } from './request-checks.js'
import { answerOf, ServiceError } from './service-error.js'
import { withTableNames } from './table-names.js'

/** How an engine on dynalite is set up. */
export interface DynaliteEngineOptions {
  /** A folder for the data; in memory where there is none. */
  readonly path?: string
  /** The clock, in milliseconds since 1970: how long client request tokens are remembered. */
  readonly now?: () => number
}

/** How often a table is looked at while it is being made or deleted. */
const LOOK_AGAIN_MS = 1

/** dynalite with transactions, in this process. */
export class DynaliteEngine implements Engine {
  readonly name = 'dynalite'
  readonly storage: Storage
  readonly tokens: Tokens
  readonly #dynalite: Dynalite
  readonly #store: Store
  readonly #lags: IndexLags

  constructor({ path, now = Date.now }: DynaliteEngineOptions = {}) {
    this.#dynalite = loadDynalite()
    const times = { createTableMs: 0, deleteTableMs: 0, updateTableMs: 0 }
    this.#store = this.#dynalite.db.create(path === undefined ? times : { ...times, path })
    this.storage = new Storage(this.#dynalite, this.#store)
    this.#lags = new IndexLags((operations) => this.storage.apply(operations))
    this.storage.indexLag = this.#lags
    this.tokens = new Tokens(() => now())
  }

  async handle({ operation, input }: ServiceRequest): Promise<Answer> {
    try {
      checking(() => refuseNullMembers(input))
      return { status: 200, body: await this.#run(operation, withTableNames(input)) }
    } catch (error) {
      return answerOf(error)
    }
  }

  lag(options: LagOptions): Lag {
    return this.#lags.begin(options)
  }

  async stop(): Promise<void> {
    await this.#store.db.close()
  }

  async #run(operation: string, input: JsonObject): Promise<JsonObject> {
    if (SINGLE_WRITES.has(operation)) return singleWrite(this.#dynalite, this.storage, operation, input)
    if (operation === 'BatchWriteItem') return batchWrite(this.#dynalite, this.storage, input)
    if (operation === 'TransactWriteItems') {
      return transactWrite(this.#dynalite, this.storage, this.tokens, input)
    }
    if (operation === 'TransactGetItems') return transactGet(this.#dynalite, this.storage, input)
    if (operation === 'UpdateTimeToLive') return updateTimeToLive(this.#dynalite, this.storage, input)
    if (operation === 'DescribeTimeToLive') return describeTimeToLive(this.#dynalite, this.storage, input)
    return this.#runAction(operation, input)
  }

  async #runAction(operation: string, input: JsonObject): Promise<JsonObject> {
    const action = this.#dynalite.actions.get(operation)
    const checks = this.#dynalite.checks.get(operation)
    if (action === undefined || checks === undefined) throw unknownOperation()
    const request = checkRequest(this.#dynalite, this.#store, checks, input)
    const answer = await new Promise<JsonObject>((resolve, reject) => {
      action(guardedStore(this.#store, reject), request, (error, result) =>
        error ? reject(error) : resolve(result),
      )
    })
    const table = String(request['TableName'])
    if (/^(Create|Update|Delete)Table$/.test(operation)) await this.#settled(table)
    if (operation === 'DeleteTable') {
      this.#lags.forget(table)
      await forgetTimeToLive(this.storage, table)
    }
    return answer
  }

  /** Waits until a table that was made, changed or deleted is so: what the caller sends next finds it. */
  async #settled(name: string): Promise<void> {
    for (;;) {
      const status = await this.#statusOf(name)
      if (status === undefined || status === 'ACTIVE') return
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
    }
  }

  #statusOf(name: string): Promise<string | undefined> {
    return new Promise((resolve) => {
      this.#store.getTable(name, false, (error, table) => resolve(error ? undefined : table.TableStatus))
    })
  }
}

function unknownOperation(): ServiceError {
  return new ServiceError('com.amazon.coral.service#UnknownOperationException', 'This operation is not known')
}
