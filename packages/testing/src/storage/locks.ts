interface Ticket {
  readonly keys: readonly string[]
  waiting: number
  readonly grant: () => void
}

/**
 * Locks on items, first come first served.
 *
 * A request joins the queues of all its keys in one synchronous step, so two requests stand in the same order in
 * every queue that they share, and none can wait for the other in a circle.
 */
export class Locks {
  readonly #queues = new Map<string, Ticket[]>()

  /** How many keys are locked now. */
  get size(): number {
    return this.#queues.size
  }

  /** Waits for all of `keys`, each of them once, and gives what sets them free again. */
  async acquire(keys: readonly string[]): Promise<() => void> {
    let ticket: Ticket | undefined
    await new Promise<void>((grant) => {
      ticket = this.#enqueue({ keys: [...new Set(keys)], waiting: 0, grant })
    })
    return () => this.#release(ticket)
  }

  #enqueue(ticket: Ticket): Ticket {
    for (const key of ticket.keys) {
      const queue = this.#queues.get(key)
      if (queue === undefined) this.#queues.set(key, [ticket])
      else {
        queue.push(ticket)
        ticket.waiting += 1
      }
    }
    if (ticket.waiting === 0) ticket.grant()
    return ticket
  }

  #release(ticket: Ticket | undefined): void {
    for (const key of ticket?.keys ?? []) {
      const queue = this.#queues.get(key)
      if (queue?.[0] !== ticket) continue
      queue?.shift()
      this.#admit(key, queue?.[0])
    }
  }

  #admit(key: string, next: Ticket | undefined): void {
    if (next === undefined) {
      this.#queues.delete(key)
      return
    }
    next.waiting -= 1
    if (next.waiting === 0) next.grant()
  }
}
