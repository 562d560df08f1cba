import { identityOf, type StoredItem, type TableKey } from '../src/plan/attribute-value.js'
import { CompiledPlan } from '../src/plan/plan.js'
import type { Write } from '../src/plan/write.js'
import type {
  Answer,
  BatchAnswer,
  GetRequest,
  PageAnswer,
  PageRequest,
  Reason,
  RequestContext,
  SendOptions,
  Sent,
  Store,
} from '../src/run/store.js'

/** One plan as it was sent. */
export interface SentPlan {
  readonly operation: CompiledPlan['operation']
  readonly writes: readonly Write[]
  readonly options: SendOptions
  readonly context: RequestContext
}

/** A store that holds what it is given, answers sends as told, and remembers everything it was asked. */
export class RecordingStore implements Store {
  readonly sent: SentPlan[] = []
  readonly read: GetRequest[] = []
  readonly snapshots: (readonly GetRequest[])[] = []
  readonly batches: (readonly Write[])[] = []
  readonly pages: { readonly kind: 'Query' | 'Scan'; readonly request: PageRequest }[] = []
  readonly #items = new Map<string, StoredItem>()
  readonly #answers: (Sent | (() => Sent))[] = []

  /** Puts items into the table, each under its key. */
  hold(...items: readonly { readonly key: TableKey; readonly item: StoredItem }[]): this {
    for (const { key, item } of items) this.#items.set(identityOf('', key), item)
    return this
  }

  drop(key: TableKey): this {
    this.#items.delete(identityOf('', key))
    return this
  }

  /** What the next sends are answered; all are committed once these are used up. */
  answer(...answers: readonly (Answer | Sent | (() => Answer))[]): this {
    for (const answer of answers)
      this.#answers.push(
        typeof answer === 'function'
          ? () => ({ answer: answer(), unanswered: 0 })
          : 'answer' in answer
            ? answer
            : { answer, unanswered: answer.kind === 'unanswered' ? 1 : 0 },
      )
    return this
  }

  async get(request: GetRequest): Promise<StoredItem | undefined> {
    this.read.push(request)
    return this.#items.get(identityOf('', request.key))
  }

  async getMany(requests: readonly GetRequest[]): Promise<readonly (StoredItem | undefined)[]> {
    this.read.push(...requests)
    return requests.map(({ key }) => this.#items.get(identityOf('', key)))
  }

  async snapshot(requests: readonly GetRequest[]): Promise<readonly (StoredItem | undefined)[]> {
    this.snapshots.push(requests)
    return requests.map(({ key }) => this.#items.get(identityOf('', key)))
  }

  async page(kind: 'Query' | 'Scan', request: PageRequest): Promise<PageAnswer> {
    this.pages.push({ kind, request })
    return { items: [], next: undefined }
  }

  async batch(writes: readonly Write[]): Promise<BatchAnswer> {
    this.batches.push(writes)
    return { kind: 'taken', left: [] }
  }

  async send(plan: CompiledPlan, options: SendOptions, context: RequestContext): Promise<Sent> {
    this.sent.push({ operation: plan.operation, writes: CompiledPlan.compiled(plan), options, context })
    const next = this.#answers.shift()
    if (next === undefined) return { answer: committed(), unanswered: 0 }
    return typeof next === 'function' ? next() : next
  }
}

/** An error as the SDK throws it. */
export const serviceError = (name: string, more: object = {}): Error =>
  Object.assign(new Error(`${name}: said the service`), { name, ...more })

export const committed = (item?: StoredItem): Answer => ({ kind: 'committed', item })

/** Refused by position: an item, null where the store found none, or undefined for a write that was not refused. */
export const refused = (...items: readonly (StoredItem | null | undefined)[]): Answer => ({
  kind: 'refused',
  reasons: items.map(
    (item): Reason => ({
      code: item === undefined ? 'None' : 'ConditionalCheckFailed',
      message: '',
      item: item === undefined ? null : item,
    }),
  ),
  error: serviceError('TransactionCanceledException'),
})

export const contended = (reason = 'TransactionConflict', isSettled = true): Answer => ({
  kind: 'contended',
  reason,
  isSettled,
  error: serviceError('TransactionCanceledException'),
})

export const unanswered = (): Answer => ({ kind: 'unanswered', error: serviceError('TimeoutError') })

export const failed = (error: unknown): Answer => ({ kind: 'failed', error })
