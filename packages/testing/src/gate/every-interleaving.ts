import type { Dynamo } from '../dynamo.js'
import { TestingError } from '../testing-error.js'
import { asActor, currentActor } from './actor.js'
import type { Gate, HeldRequest } from './gate.js'

/** Operations to be tried in every order of their requests. */
export interface Interleaving<S extends { readonly dynamo: Dynamo }> {
  /** Makes a fresh start for each order: a table with what it begins with. */
  readonly start: () => Promise<S>
  /** What runs at the same time. */
  readonly operations: readonly ((state: S) => Promise<unknown>)[]
  /**
   * Looks at what came of one order, and throws where it should not have. The order says whose request went on, one
   * after the other, and `requests` what each of them was.
   */
  readonly check: (
    state: S,
    outcomes: readonly PromiseSettledResult<unknown>[],
    order: readonly number[],
    requests: readonly HeldRequest[],
  ) => void | Promise<void>
  /** Takes down what `start` made; by default its engine is stopped. */
  readonly end?: (state: S) => Promise<void>
  /** The most orders that are tried; 10,000 by default. */
  readonly limit?: number
}

/** How long an operation that has sent nothing may take before it counts as waiting for another one. */
const SETTLED_MS = 100

/** How much of it one turn of the event loop may use up. */
const LONGEST_TURN_MS = 2

/**
 * Runs operations once for each order in which their requests can arrive, and checks what comes of each.
 *
 * Requests are attributed to the operation that sent them, which works in process only. Everything but the order of
 * requests must be the same in every run: no random keys in what decides how many requests are sent.
 *
 * @returns how many orders were tried
 *
 * @example
 * ```ts
 * await everyInterleaving({
 *   start: async () => { const db = await testDatabase({ accounts }); return { db, dynamo: testTable(db).dynamo } },
 *   operations: [({ db }) => db.accounts.create(ada), ({ db }) => db.accounts.create(sameEmail)],
 *   check: (_, outcomes) => expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1),
 * })
 * ```
 */
export async function everyInterleaving<S extends { readonly dynamo: Dynamo }>(
  interleaving: Interleaving<S>,
): Promise<number> {
  const { limit = 10_000 } = interleaving
  let tried = 0
  let path: Choice[] | undefined = []
  while (path !== undefined) {
    if (tried >= limit) {
      throw new TestingError(
        `There are more than ${limit} orders of these requests: raise the limit, or send fewer.`,
      )
    }
    path = nextPath(await tryOrder(interleaving, path))
    tried += 1
  }
  return tried
}

/** One decision: which of the actors with a held request went on, and who else could have. */
interface Choice {
  readonly taken: number
  readonly others: readonly number[]
}

/** The next order to try: the last decision that has an alternative takes it, and what followed is forgotten. */
function nextPath(choices: readonly Choice[]): Choice[] | undefined {
  for (let depth = choices.length - 1; depth >= 0; depth -= 1) {
    const [taken, ...others] = choices[depth]?.others ?? []
    if (taken !== undefined) return [...choices.slice(0, depth), { taken, others }]
  }
  return undefined
}

async function tryOrder<S extends { readonly dynamo: Dynamo }>(
  { start, operations, check, end }: Interleaving<S>,
  path: readonly Choice[],
): Promise<Choice[]> {
  const state = await start()
  if (state.dynamo.transport !== 'in-process') {
    throw new TestingError("everyInterleaving() needs an engine whose transport is 'in-process'.")
  }
  const senders = new Map<object, number>()
  const gate = state.dynamo.hold({ where: ({ input }) => noteSender(senders, input) })
  const done = new Set<number>()
  const running = operations.map((operation, actor) =>
    asActor(actor, () => operation(state)).finally(() => done.add(actor)),
  )
  const outcomes = Promise.allSettled(running)
  const requests: HeldRequest[] = []
  const walking = { gate, senders, done, actors: operations.length, path, requests }
  // What is held must not stay so, whatever went wrong: operations would never end.
  const choices = await walk(walking).finally(() => gate.open())
  const order = choices.map(({ taken }) => taken)
  await check(state, await outcomes, order, requests)
  await (end === undefined ? state.dynamo.stop() : end(state))
  return choices
}

function noteSender(senders: Map<object, number>, input: object): boolean {
  const actor = currentActor()
  if (actor !== undefined) senders.set(input, actor)
  return actor !== undefined
}

interface Walk {
  readonly gate: Gate
  readonly senders: ReadonlyMap<object, number>
  readonly done: ReadonlySet<number>
  readonly actors: number
  readonly path: readonly Choice[]
  /** What was let through, in order. */
  readonly requests: HeldRequest[]
}

async function walk({ gate, senders, done, actors, path, requests }: Walk): Promise<Choice[]> {
  const choices: Choice[] = []
  const senderOf = (request: HeldRequest): number => senders.get(request.input) ?? 0
  while (done.size < actors) {
    await allWaiting(gate, () => new Set(gate.held.map(senderOf)).size + done.size >= actors)
    const ready = [...new Set(gate.held.map(senderOf))].sort((left, right) => left - right)
    const [first, ...rest] = ready
    if (first === undefined) continue
    const choice = path[choices.length] ?? { taken: first, others: rest }
    const request = gate.held.find((held) => senderOf(held) === choice.taken)
    if (request === undefined) {
      throw new TestingError('The operations sent other requests in the same order: make them repeatable.')
    }
    choices.push(choice)
    requests.push(request)
    await gate.release(request)
  }
  return choices
}

/**
 * Waits until every actor is done or held, or until the others have had time enough to get there. Time in which the
 * whole process stood still counts for little.
 */
async function allWaiting(gate: Gate, isSettled: () => boolean): Promise<void> {
  let waited = 0
  let last = Date.now()
  while (!isSettled() && (gate.held.length === 0 || waited < SETTLED_MS)) {
    await new Promise((resolve) => setImmediate(resolve))
    const now = Date.now()
    waited += Math.min(now - last, LONGEST_TURN_MS)
    last = now
  }
}
