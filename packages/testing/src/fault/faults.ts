import type { Answer, ServiceRequest } from '../engine/answer.js'
import { internalServerError, serviceError } from '../engine/service-error.js'
import { reasonAt, transactionCancelled } from '../transaction/reasons.js'
import type { Respond } from '../transport/in-process-handler.js'
import { ConnectionBroken } from './connection-broken.js'
import type { Fault, FaultOptions } from './fault.js'
import { armFault, countOf } from './fault.js'
import { takePart } from './part-of-batch.js'
import { randomFrom } from './random-from.js'
import type { RequestMatch } from './request-match.js'
import { actionCount } from './request-match.js'

/** Where in a transaction a fault is reported. */
export interface ReasonOptions extends FaultOptions {
  /** The position of the refused action in a transaction; the first by default. */
  readonly position?: number
}

/** How a throttled request is refused. */
export interface ThrottleOptions extends FaultOptions {
  /** Reported as the reason of this action of a transaction, instead of as an exception of the whole request. */
  readonly position?: number
  /** `ProvisionedThroughputExceeded` by default. */
  readonly kind?: 'ProvisionedThroughputExceeded' | 'ThrottlingError'
}

/** How much of a batch is carried out. */
export interface UnprocessedOptions extends FaultOptions {
  /** How many of its requests are carried out, in their order; 1 by default. */
  readonly taken?: number
}

/** How long a request is kept. */
export interface LatencyOptions extends FaultOptions {
  readonly ms: number
}

/** Whether the service had carried the request out before it failed. */
export interface InternalErrorOptions extends FaultOptions {
  readonly committed?: boolean
}

/**
 * Faults by name. Each is armed for the next request that fits, or for as many as `times` says, and never fires by
 * chance unless a seed is given.
 */
export interface Faults {
  /**
   * Meets an ongoing transaction: the reason `TransactionConflict` of a transaction's action, or the
   * TransactionConflictException of a single write. Reads of single items are never refused.
   */
  conflict(options?: ReasonOptions): Fault
  /** Refused for throughput: nothing is written. */
  throttle(options?: ThrottleOptions): Fault
  /** Carried out in part: the rest of the batch comes back as unprocessed. */
  unprocessed(options?: UnprocessedOptions): Fault
  /** Carried out, then the connection breaks: the caller cannot know. */
  lostAnswer(options?: FaultOptions): Fault
  /** The connection breaks before the request arrives: nothing is written. */
  lostRequest(options?: FaultOptions): Fault
  /** Kept for a while, then carried out. */
  latency(options: LatencyOptions): Fault
  /** HTTP 500, with nothing written unless `committed`. */
  internalError(options?: InternalErrorOptions): Fault
  /** The first transaction with this token is still under way. */
  inProgress(options?: FaultOptions): Fault
  /** How many faults are armed, spent ones not counted. */
  readonly armed: number
  /** Disarms all faults. */
  clear(): void
  /** Disarms, when `run` ends, the faults that were armed inside it. */
  scope<T>(run: () => Promise<T>): Promise<T>
}

const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem']
const TRANSACTIONS = ['TransactWriteItems', 'TransactGetItems']
const BATCHES = ['BatchWriteItem', 'BatchGetItem']

/** Faults and what makes an engine suffer from them. */
export class FaultInjector implements Faults {
  #armed: Fault[] = []

  /** An engine's answers, with faults. */
  around(respond: Respond): Respond {
    return (request) => {
      const fault = this.#armed.find((candidate) => candidate.takes(request))
      if (fault?.isSpent === true) this.#armed = this.#armed.filter((other) => other !== fault)
      return fault === undefined ? respond(request) : fault.strike(request, respond)
    }
  }

  get armed(): number {
    return this.#armed.length
  }

  conflict(options: ReasonOptions = {}): Fault {
    return this.#arm({ operation: [...WRITES, ...TRANSACTIONS] }, options, async (request) =>
      refusedFor(
        request,
        options.position ?? 0,
        'TransactionConflict',
        'Transaction is ongoing for the item',
      ),
    )
  }

  throttle(options: ThrottleOptions = {}): Fault {
    const { kind = 'ProvisionedThroughputExceeded', position } = options
    return this.#arm({}, options, async (request) => {
      const message = 'The level of configured provisioned throughput for the table was exceeded'
      if (position !== undefined && actionCount(request) > 0)
        return refusedFor(request, position, kind, message)
      return serviceError(EXCEPTIONS[kind], message).answer
    })
  }

  unprocessed(options: UnprocessedOptions = {}): Fault {
    const taken = countOf('taken', options.taken ?? 1)
    return this.#arm({ operation: BATCHES }, options, (request, respond) => takePart(request, respond, taken))
  }

  lostAnswer(options: FaultOptions = {}): Fault {
    return this.#arm({}, options, async (request, respond) => {
      await respond(request)
      throw new ConnectionBroken()
    })
  }

  lostRequest(options: FaultOptions = {}): Fault {
    return this.#arm({}, options, async () => {
      throw new ConnectionBroken()
    })
  }

  latency(options: LatencyOptions): Fault {
    return this.#arm({}, options, async (request, respond) => {
      await new Promise((resolve) => setTimeout(resolve, options.ms))
      return respond(request)
    })
  }

  internalError(options: InternalErrorOptions = {}): Fault {
    return this.#arm({}, options, async (request, respond) => {
      if (options.committed === true) await respond(request)
      return internalServerError('The request processing has failed because of an unknown error').answer
    })
  }

  inProgress(options: FaultOptions = {}): Fault {
    return this.#arm({ operation: 'TransactWriteItems' }, options, async () => {
      const message = 'The transaction with the given request token is already in progress.'
      return serviceError('TransactionInProgressException', message).answer
    })
  }

  clear(): void {
    this.#armed = []
  }

  async scope<T>(run: () => Promise<T>): Promise<T> {
    const outside = new Set(this.#armed)
    try {
      return await run()
    } finally {
      this.#armed = this.#armed.filter((fault) => outside.has(fault))
    }
  }

  #arm(natural: RequestMatch, options: FaultOptions, strike: Fault['strike']): Fault {
    const random = options.seeded === undefined ? undefined : randomFrom(options.seeded.seed)
    const disarm = (fault: Fault): void => {
      this.#armed = this.#armed.filter((other) => other !== fault)
    }
    const fault = armFault({ natural, options, random, strike, disarm })
    this.#armed = [...this.#armed, fault]
    return fault
  }
}

const EXCEPTIONS = {
  ProvisionedThroughputExceeded: 'ProvisionedThroughputExceededException',
  ThrottlingError: 'ThrottlingException',
} as const

function refusedFor(request: ServiceRequest, position: number, Code: string, Message: string): Answer {
  const count = actionCount(request)
  if (count === 0) return serviceError(`${Code}Exception`, Message).answer
  return transactionCancelled(reasonAt(position, count, { Code, Message })).answer
}
