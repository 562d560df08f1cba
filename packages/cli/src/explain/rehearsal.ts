import type { Client, Plan, StoredItem } from '@latchkey/core'

/** A read that an operation makes, and what it is told. */
export interface RehearsedRead {
  readonly kind: 'read'
  readonly role: string
  readonly key: StoredItem
  readonly isFound: boolean
}

/** A request that an operation sends, as the library compiled it. */
export interface RehearsedWrite {
  readonly kind: 'write'
  readonly plan: Plan
  /** The input of the base client's command, in attribute values. */
  readonly input: Readonly<Record<string, unknown>>
}

export type RehearsedRequest = RehearsedRead | RehearsedWrite

/** What is known of a table that nobody connects to. */
export interface Known {
  /** What is at a key, and what it is called; undefined where it would have to be known and is not. */
  readonly read: (key: StoredItem) => { readonly role: string; readonly item: StoredItem | null } | undefined
  /** What comes back from a number that is drawn beforehand. */
  readonly drawn: (role: string) => StoredItem | undefined
}

class Stopped extends Error {
  override readonly name = 'Stopped'
}

interface Command {
  readonly input: Readonly<Record<string, unknown>>
}

/** Left out of what is shown: each send has a token of its own, and nobody asked for capacities. */
const inputOf = ({ input }: Command): Readonly<Record<string, unknown>> => {
  const { ClientRequestToken: _token, ReturnConsumedCapacity: _capacity, ...shown } = input
  return shown
}

/**
 * A client that sends nothing: it answers reads with what is known, takes every write for done, and remembers both. So
 * what is explained is what the library does, and not a second idea of it.
 */
export class Rehearsal {
  readonly requests: RehearsedRequest[] = []
  readonly #known: Known
  #plan: Plan | undefined
  #lacks = false

  constructor(known: Known) {
    this.#known = known
  }

  /** Whether an item was asked for that is not known. */
  get lacksItem(): boolean {
    return this.#lacks
  }

  /** To be told of every plan before it is sent. */
  readonly observe = {
    onPlan: ({ plan }: { readonly plan: Plan }): void => {
      this.#plan = plan
    },
  }

  readonly client: Client = {
    config: {},
    send: (command: Command) => this.#answer(command),
  } as unknown as Client

  /** Runs an operation until it is done, or wants to know what nobody told. */
  async run(operation: () => Promise<unknown>): Promise<void> {
    try {
      await operation()
    } catch (error) {
      if (!(error instanceof Stopped)) throw error
    }
  }

  async #answer(command: Command): Promise<object> {
    const plan = this.#plan
    if (plan === undefined) return this.#read(command)
    this.#plan = undefined
    this.requests.push({ kind: 'write', plan, input: inputOf(command) })
    const drawn = plan.writes.map(({ role }) => this.#known.drawn(role)).find((item) => item !== undefined)
    return drawn === undefined ? {} : { Attributes: drawn }
  }

  /** After the commit, items are read to give them back: those are of no interest here. */
  #read({ input }: Command): object {
    const isCommitted = this.requests.some(
      (request) => request.kind === 'write' && request.plan.writes.some(({ role }) => role === 'entity'),
    )
    if (isCommitted) throw new Stopped()
    const key = input['Key'] as StoredItem
    const found = this.#known.read(key)
    this.#lacks ||= found === undefined
    if (found === undefined) throw new Stopped()
    const { role, item } = found
    this.requests.push({ kind: 'read', role, key, isFound: item !== null })
    return item === null ? {} : { Item: item }
  }
}
