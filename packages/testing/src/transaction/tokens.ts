import { createHash } from 'node:crypto'
import { serviceError } from '../engine/service-error.js'
import type { Action } from './write-request.js'

/** How long the service remembers a token after the transaction has completed. */
const REMEMBERED_MS = 10 * 60 * 1000

interface Remembered {
  readonly digest: string
  /** Milliseconds since 1970; absent while the transaction is under way. */
  readonly until?: number
}

/** The client request tokens of one engine. Of a request no more than a digest of its meaning is kept. */
export class Tokens {
  readonly #remembered = new Map<string, Remembered>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** How many tokens are remembered now. */
  get size(): number {
    return this.#remembered.size
  }

  /**
   * Starts a transaction under `token`.
   *
   * @returns whether it was carried out before, so that nothing is to be done now
   */
  begin(token: string, actions: readonly Action[]): boolean {
    this.#forget()
    const digest = digestOf(actions)
    const known = this.#remembered.get(token)
    if (known === undefined) {
      this.#remembered.set(token, { digest })
      return false
    }
    if (known.digest !== digest) {
      throw serviceError(
        'IdempotentParameterMismatchException',
        'A transaction with this client request token has other parameters',
      )
    }
    if (known.until === undefined) {
      throw serviceError(
        'TransactionInProgressException',
        'The transaction with the given request token is already in progress.',
      )
    }
    return true
  }

  /** Ends a transaction: a committed one is remembered, a refused one may be tried again under its token. */
  end(token: string, committed: boolean): void {
    const known = this.#remembered.get(token)
    this.#remembered.delete(token)
    if (committed && known !== undefined) {
      this.#remembered.set(token, { digest: known.digest, until: this.#now() + REMEMBERED_MS })
    }
  }

  /** Drops what is too old. Completed tokens stand in the order in which they completed. */
  #forget(): void {
    const now = this.#now()
    for (const [token, { until }] of this.#remembered) {
      if (until === undefined) continue
      if (until > now) return
      this.#remembered.delete(token)
    }
  }
}

function digestOf(actions: readonly Action[]): string {
  const meaning = actions.map(({ kind, request }) => [kind, spelt(request)])
  return createHash('sha256').update(JSON.stringify(meaning)).digest('base64').slice(0, 22)
}

/** One spelling for all that mean the same: members and map keys in order, sets in order, nothing that was parsed. */
function spelt(value: unknown, isSet = false): unknown {
  if (Array.isArray(value)) return isSet ? value.toSorted(bySpelling) : value.map((member) => spelt(member))
  if (typeof value !== 'object' || value === null) return value
  return Object.entries(value)
    .filter(([name]) => !name.startsWith('_'))
    .toSorted(([left], [right]) => bySpelling(left, right))
    .map(([name, member]) => [name, spelt(member, name === 'SS' || name === 'NS' || name === 'BS')])
}

function bySpelling(left: unknown, right: unknown): number {
  return String(left) < String(right) ? -1 : 1
}
