import type { RequestMatch } from '../fault/request-match.js'
import type { Respond } from '../transport/in-process-handler.js'
import type { Gate } from './gate.js'
import { RequestGate } from './gate.js'

/** The gates in front of one engine. */
export class Gates {
  #gates: RequestGate[] = []

  /** Holds the requests that fit from now on. */
  hold(match: RequestMatch): Gate {
    const gate = new RequestGate(match, () => {
      this.#gates = this.#gates.filter((other) => other !== gate)
    })
    this.#gates = [...this.#gates, gate]
    return gate
  }

  /** An engine's answers, behind the gates. */
  around(respond: Respond): Respond {
    return (request) => {
      const gate = this.#gates.find((candidate) => candidate.holds(request))
      return gate === undefined ? respond(request) : gate.pass(request, respond)
    }
  }

  /** Lets every held request through. */
  openAll(): void {
    for (const gate of this.#gates) gate.open()
  }
}
