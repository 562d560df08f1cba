import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  type ConsumedCapacity,
  DeleteItemCommand,
  type DeleteItemCommandInput,
  type DynamoDBClient,
  GetItemCommand,
  type KeysAndAttributes,
  PutItemCommand,
  type PutItemCommandInput,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
  type ScanCommandInput,
  TransactGetItemsCommand,
  type TransactWriteItem,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  type UpdateItemCommandInput,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb'
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { ContentionError } from '../errors/contention-error.js'
import {
  type AttributeValue,
  identityOf,
  keyOf,
  type StoredItem,
  type TableKey,
} from '../plan/attribute-value.js'
import { Placeholders } from '../plan/placeholders.js'
import { CompiledPlan } from '../plan/plan.js'
import { toMember, toTransactItems } from '../plan/to-request.js'
import type { Write } from '../plan/write.js'
import type { Environment } from './environment.js'
import { type Refused, readAnswer } from './read-answer.js'
import { RetryBudget, type RetryPolicy } from './retry.js'
import type {
  BatchAnswer,
  GetRequest,
  PageAnswer,
  PageRequest,
  RequestContext,
  SendOptions,
  Sent,
  Store,
} from './store.js'
import { countUnanswered } from './unanswered.js'

export interface SdkStoreOptions {
  readonly client: DynamoDBClient | DynamoDBDocumentClient
  readonly environment: Environment
  readonly retry: RetryPolicy
}

type Item = Record<string, AttributeValue>

/** Everything that the core reads of the service's outputs. */
interface Output {
  readonly Item?: Item
  readonly Items?: readonly Item[]
  readonly Attributes?: Item
  readonly LastEvaluatedKey?: Item
  readonly ConsumedCapacity?: ConsumedCapacity | readonly ConsumedCapacity[]
}

interface BatchOutput extends Output {
  readonly Responses?: Readonly<Record<string, readonly Item[]>>
  readonly UnprocessedKeys?: Record<string, KeysAndAttributes>
  readonly UnprocessedItems?: Readonly<Record<string, readonly WriteRequest[]>>
}

interface SnapshotOutput extends Output {
  readonly Responses?: readonly { readonly Item?: Item }[]
}

/** The part of both clients that is used: commands of the base client go through either as they are. */
interface Sender {
  send(command: object, options: { readonly abortSignal: AbortSignal | undefined }): Promise<Output>
}

/** What became of writes, and how many sends of them got no answer. */
type Written = Taken | Untaken

interface Taken {
  readonly output: BatchOutput
  readonly unanswered: number
}

interface Untaken {
  readonly answer: Refused
  readonly unanswered: number
}

const asStored = (item: StoredItem): StoredItem => item
const MOST_KEYS = 100

function unitsOf(capacity: Output['ConsumedCapacity']): number | undefined {
  if (capacity === undefined) return undefined
  const all: readonly ConsumedCapacity[] = 'length' in capacity ? capacity : [capacity]
  return all.reduce((total, { CapacityUnits = 0 }) => total + CapacityUnits, 0)
}

/** The item that a request of a batch is about. */
function idOfRequest({ PutRequest, DeleteRequest }: WriteRequest, key: TableKey): string {
  return identityOf('', keyOf(PutRequest?.Item ?? DeleteRequest?.Key ?? {}, Object.keys(key)))
}

/** An answer that goes for all of a batch. What a send before it may have applied, it does not say. */
function readBatchAnswer({ answer, unanswered }: Untaken): BatchAnswer {
  if (answer.kind === 'contended') return { ...answer, isSettled: unanswered === 0 }
  return { kind: unanswered > 0 ? 'unanswered' : 'failed', error: answer.error }
}

const capacityFor = ({ seen }: RequestContext): { readonly ReturnConsumedCapacity?: 'TOTAL' } =>
  seen === undefined ? {} : { ReturnConsumedCapacity: 'TOTAL' }

function projection(fields: readonly string[] | undefined): object {
  if (fields === undefined) return {}
  const placeholders = new Placeholders()
  const names = fields.map((field) => placeholders.name(field))
  return { ProjectionExpression: names.join(', '), ExpressionAttributeNames: placeholders.names() }
}

function singleCommand(
  write: Write,
  options: object,
): PutItemCommand | UpdateItemCommand | DeleteItemCommand {
  const input: unknown = { ...toMember(write, asStored), ...options }
  if (write.action === 'Put') return new PutItemCommand(input as PutItemCommandInput)
  if (write.action === 'Update') return new UpdateItemCommand(input as UpdateItemCommandInput)
  return new DeleteItemCommand(input as DeleteItemCommandInput)
}

/** The store behind a client of the SDK. Commands of the base client are sent: we marshal ourselves. */
export class SdkStore implements Store {
  readonly #options: SdkStoreOptions
  readonly #sender: Sender

  constructor(options: SdkStoreOptions) {
    this.#options = options
    this.#sender = options.client as unknown as Sender
  }

  async get(request: GetRequest, context: RequestContext): Promise<StoredItem | undefined> {
    const { table, key, consistent, fields } = request
    const command = new GetItemCommand({
      TableName: table,
      Key: { ...key },
      ConsistentRead: consistent,
      ...projection(fields),
      ...capacityFor(context),
    })
    return (await this.#read('GetItem', command, context)).Item
  }

  async getMany(
    requests: readonly GetRequest[],
    context: RequestContext,
  ): Promise<readonly (StoredItem | undefined)[]> {
    const found = new Map<string, StoredItem>()
    for (let at = 0; at < requests.length; at += MOST_KEYS)
      for (const [id, item] of await this.#batch(requests.slice(at, at + MOST_KEYS), context))
        found.set(id, item)
    return requests.map(({ key }) => found.get(identityOf('', key)))
  }

  /** One batch, and what the service left of it until nothing is left. */
  async #batch(requests: readonly GetRequest[], context: RequestContext): Promise<[string, StoredItem][]> {
    const [first] = requests
    if (first === undefined) return []
    const { table, consistent, fields } = first
    const budget = new RetryBudget(context.retry ?? this.#options.retry, this.#options.environment)
    const shared = { ConsistentRead: consistent, ...projection(fields) }
    const found: [string, StoredItem][] = []
    let left: Record<string, KeysAndAttributes> = {
      [table]: { Keys: requests.map(({ key }) => ({ ...key })), ...shared },
    }
    for (;;) {
      const command = new BatchGetItemCommand({ RequestItems: left, ...capacityFor(context) })
      const output: BatchOutput = await this.#read('BatchGetItem', command, {
        ...context,
        attempt: budget.attempts,
      })
      for (const item of output.Responses?.[table] ?? [])
        found.push([identityOf('', keyOf(item, Object.keys(first.key))), item])
      left = output.UnprocessedKeys ?? {}
      if (Object.keys(left).length === 0) return found
      if (budget.isSpent)
        throw new ContentionError({ attempts: budget.attempts, elapsedMs: budget.elapsedMs }, context)
      await budget.wait(context.signal, () => {})
    }
  }

  /** A change under way on one of the items cancels it, and is waited out. */
  async snapshot(
    requests: readonly GetRequest[],
    context: RequestContext,
  ): Promise<readonly (StoredItem | undefined)[]> {
    const TransactItems = requests.map(({ table, key }) => ({ Get: { TableName: table, Key: { ...key } } }))
    const command = new TransactGetItemsCommand({ TransactItems, ...capacityFor(context) })
    const output: SnapshotOutput = await this.#read('TransactGetItems', command, context, requests.length)
    return requests.map((_, at) => {
      const item = output.Responses?.[at]?.Item
      return item === undefined || Object.keys(item).length === 0 ? undefined : item
    })
  }

  async page(kind: 'Query' | 'Scan', request: PageRequest, context: RequestContext): Promise<PageAnswer> {
    const input: unknown = { ...request, ...capacityFor(context) }
    const command =
      kind === 'Query'
        ? new QueryCommand(input as QueryCommandInput)
        : new ScanCommand(input as ScanCommandInput)
    const output = await this.#read(kind, command, context)
    return { items: output.Items ?? [], next: output.LastEvaluatedKey }
  }

  async send(plan: CompiledPlan, options: SendOptions, context: RequestContext): Promise<Sent> {
    const writes = CompiledPlan.compiled(plan)
    const [first] = writes
    const command =
      plan.operation === 'TransactWriteItems' || first === undefined
        ? new TransactWriteItemsCommand({
            TransactItems: toTransactItems(writes, asStored) as TransactWriteItem[],
            ClientRequestToken: options.token,
            ...capacityFor(context),
          })
        : singleCommand(first, { ReturnValues: options.returnValues, ...capacityFor(context) })
    const written = await this.#write(plan.operation, command, context, writes.length)
    if ('answer' in written) return written
    const { output, unanswered } = written
    return { answer: { kind: 'committed', item: output.Attributes }, unanswered }
  }

  async batch(writes: readonly Write[], context: RequestContext): Promise<BatchAnswer> {
    const [first] = writes
    if (first === undefined) return { kind: 'taken', left: [] }
    const { table } = first
    const requests = writes.map(
      ({ action, key, item }): WriteRequest =>
        action === 'Put' ? { PutRequest: { Item: { ...item } } } : { DeleteRequest: { Key: { ...key } } },
    )
    const command = new BatchWriteItemCommand({
      RequestItems: { [table]: requests },
      ...capacityFor(context),
    })
    const written = await this.#write('BatchWriteItem', command, context, 1)
    if ('answer' in written) return readBatchAnswer(written)
    const left = new Set(
      (written.output.UnprocessedItems?.[table] ?? []).map((request) => idOfRequest(request, first.key)),
    )
    return { kind: 'taken', left: writes.filter(({ key }) => left.has(identityOf('', key))) }
  }

  /** Sends writes once, but for the client's own retries, and counts those of its sends that got no answer. */
  async #write(
    name: string,
    command: { readonly middlewareStack: object },
    context: RequestContext,
    count: number,
  ): Promise<Written> {
    // The client takes an aborted signal for a send that failed; this one never began.
    if (context.signal?.aborted === true)
      return { answer: { kind: 'failed', error: context.signal.reason }, unanswered: 0 }
    const sends = countUnanswered(command)
    try {
      const output: BatchOutput = await this.#run(name, command, context)
      return { output, unanswered: sends.unanswered }
    } catch (error) {
      const answer = readAnswer(error, count)
      const wasSent = answer.kind !== 'unanswered' || sends.unanswered > 0
      return { answer: wasSent ? answer : { kind: 'failed', error }, unanswered: sends.unanswered }
    }
  }

  /** A read that others are in the way of is tried again: it changes nothing. */
  async #read(name: string, command: object, context: RequestContext, count = 1): Promise<Output> {
    const budget = new RetryBudget(context.retry ?? this.#options.retry, this.#options.environment)
    for (;;) {
      try {
        return await this.#run(name, command, { ...context, attempt: context.attempt + budget.attempts - 1 })
      } catch (error) {
        if (readAnswer(error, count).kind !== 'contended') throw error
        const { attempts, elapsedMs } = budget
        if (budget.isSpent) throw new ContentionError({ attempts, elapsedMs }, { ...context, cause: error })
      }
      await budget.wait(context.signal, () => {})
    }
  }

  async #run(name: string, command: object, context: RequestContext): Promise<Output> {
    const { environment } = this.#options
    const started = environment.now()
    const seen = (capacity: number | undefined, error: string | undefined): void =>
      context.seen?.({ ...context, command: name, durationMs: environment.now() - started, capacity, error })
    let output: Output
    try {
      output = await this.#sender.send(command, { abortSignal: context.signal })
    } catch (error) {
      seen(undefined, error instanceof Error ? error.name : 'UnknownError')
      throw error
    }
    // Outside: what an observer throws is no answer of the service.
    seen(unitsOf(output.ConsumedCapacity), undefined)
    return output
  }
}
