import type { StoredItem, TableKey } from '../plan/attribute-value.js'
import type { CompiledPlan } from '../plan/plan.js'
import type { Write } from '../plan/write.js'
import type { RetryPolicy } from './retry.js'

/** What the store is told of a request besides its parameters. */
export interface RequestContext {
  readonly model: string
  readonly operation: string
  readonly signal: AbortSignal | undefined
  /** 1 for the first send. */
  readonly attempt: number
  /** How long to keep trying; the store's own policy where it is undefined. */
  readonly retry?: RetryPolicy | undefined
  /** Told of every request that is sent. What is consumed is asked for only where somebody looks. */
  readonly seen?: ((seen: RequestSeen) => void) | undefined
}

/** What is seen of each request. */
export interface RequestSeen extends RequestContext {
  readonly command: string
  readonly durationMs: number
  readonly capacity: number | undefined
  readonly error: string | undefined
}

export interface GetRequest {
  readonly table: string
  readonly key: TableKey
  readonly consistent: boolean
  /** Fields to read; all where it is undefined. */
  readonly fields?: readonly string[] | undefined
}

/** The input of a query or a scan, values in attribute form. */
export type PageRequest = Readonly<Record<string, unknown>>

export interface PageAnswer {
  readonly items: readonly StoredItem[]
  /** Where the next page begins; undefined behind the last. */
  readonly next: TableKey | undefined
}

/** What a single write asks the service to give back. */
export type ReturnValues = 'ALL_NEW' | 'ALL_OLD' | 'NONE'

/** Why one action was refused, by its position. */
export interface Reason {
  readonly code: string
  readonly message: string
  /** The item that failed the condition; null where there is none, undefined where the store did not say. */
  readonly item: StoredItem | null | undefined
}

/** The answer to a plan that was sent. */
export type Answer =
  | { readonly kind: 'committed'; readonly item: StoredItem | undefined }
  | { readonly kind: 'refused'; readonly reasons: readonly Reason[]; readonly error: unknown }
  /** Other writers are in the way; nothing was applied. `isSettled` is false where the same request is under way. */
  | {
      readonly kind: 'contended'
      readonly reason: string
      readonly isSettled: boolean
      readonly error: unknown
    }
  /** No answer came, or one that says nothing of what was applied. */
  | { readonly kind: 'unanswered'; readonly error: unknown }
  /** Anything else that the service says of a request: nothing was applied. */
  | { readonly kind: 'failed'; readonly error: unknown }

/** An answer, and how many sends beneath it got none. */
export interface Sent {
  readonly answer: Answer
  readonly unanswered: number
}

/** The only way to the table: a few methods, so that tests can stand in for it. */
export interface Store {
  get(request: GetRequest, context: RequestContext): Promise<StoredItem | undefined>
  /** In the order of the keys; keys are distinct. */
  getMany(
    requests: readonly GetRequest[],
    context: RequestContext,
  ): Promise<readonly (StoredItem | undefined)[]>
  /** One snapshot of several items. */
  snapshot(
    requests: readonly GetRequest[],
    context: RequestContext,
  ): Promise<readonly (StoredItem | undefined)[]>
  page(kind: 'Query' | 'Scan', request: PageRequest, context: RequestContext): Promise<PageAnswer>
  send(plan: CompiledPlan, options: SendOptions, context: RequestContext): Promise<Sent>
  /** One batch of puts and deletes, each by itself and without its condition; of different items, 25 at most. */
  batch(writes: readonly Write[], context: RequestContext): Promise<BatchAnswer>
}

/** The answer to a batch: what the service left of it, or an answer that goes for all of it. */
export type BatchAnswer =
  | { readonly kind: 'taken'; readonly left: readonly Write[] }
  | Extract<Answer, { readonly kind: 'contended' | 'unanswered' | 'failed' }>

export interface SendOptions {
  /** For a single write. */
  readonly returnValues: ReturnValues
  /** For a transaction: the same for every send of one body. */
  readonly token: string
}
