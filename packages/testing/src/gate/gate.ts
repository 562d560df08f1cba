import type { Answer, JsonObject, ServiceRequest } from '../engine/answer.js'
import type { RequestMatch } from '../fault/request-match.js'
import { matches, tablesIn } from '../fault/request-match.js'
import { TestingError } from '../testing-error.js'
import type { Respond } from '../transport/in-process-handler.js'

/** A request that waits to be let through. */
export interface HeldRequest {
  /** Counts the requests that the gate has held, from 1. */
  readonly id: number
  readonly operation: string
  readonly tables: readonly string[]
  readonly input: JsonObject
  /** Lets it through; fulfilled when it has been answered. */
  release(): Promise<void>
}

/** Holds requests, so that a test chooses the order in which they arrive. */
export interface Gate {
  /** The requests that are held now, in the order in which they were sent. */
  readonly held: readonly HeldRequest[]
  /** Fulfilled when at least so many requests are held; one by default. */
  waitFor(count?: number): Promise<readonly HeldRequest[]>
  /** Lets one request through, the longest held by default; fulfilled when it has been answered. */
  release(request?: HeldRequest): Promise<void>
  /** Lets all requests through, and holds none from now on. */
  open(): void
}

interface Waiter {
  readonly count: number
  readonly resolve: (held: readonly HeldRequest[]) => void
}

/** A gate in front of an engine. */
export class RequestGate implements Gate {
  readonly #match: RequestMatch
  readonly #whenOpened: () => void
  #held: HeldRequest[] = []
  #waiters: Waiter[] = []
  #count = 0
  #isOpen = false

  constructor(match: RequestMatch, whenOpened: () => void) {
    this.#match = match
    this.#whenOpened = whenOpened
  }

  get held(): readonly HeldRequest[] {
    return this.#held
  }

  /** Whether the gate holds this request. */
  holds(request: ServiceRequest): boolean {
    return !this.#isOpen && matches(this.#match, request)
  }

  /** Keeps a request until it is released, and then has it answered. */
  pass(request: ServiceRequest, respond: Respond): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      const release = async (): Promise<void> => {
        this.#held = this.#held.filter((other) => other !== held)
        const answered = respond(request)
        answered.then(resolve, reject)
        await answered.catch(() => undefined)
      }
      const { operation, input } = request
      this.#count += 1
      const held = { id: this.#count, operation, input, tables: tablesIn(request), release: once(release) }
      this.#held = [...this.#held, held]
      this.#tell()
    })
  }

  waitFor(count = 1): Promise<readonly HeldRequest[]> {
    return new Promise((resolve) => {
      this.#waiters.push({ count, resolve })
      this.#tell()
    })
  }

  async release(request: HeldRequest | undefined = this.#held[0]): Promise<void> {
    if (request === undefined) {
      throw new TestingError('The gate holds no request to release: await gate.waitFor() first.')
    }
    await request.release()
  }

  open(): void {
    this.#isOpen = true
    this.#whenOpened()
    for (const request of this.#held) void request.release()
  }

  #tell(): void {
    const ready = this.#waiters.filter(({ count }) => count <= this.#held.length)
    this.#waiters = this.#waiters.filter((waiter) => !ready.includes(waiter))
    for (const { resolve } of ready) resolve(this.#held)
  }
}

function once(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= run()
    return running
  }
}
