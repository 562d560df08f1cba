import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { everyInterleaving, type HeldRequest } from '@latchkey/testing'
import { type End, Ends, textOf } from './ends.js'
import type { Db } from './models.js'
import type { Operation, Outcome } from './operation.js'
import { outcomeOf } from './outcome.js'
import type { Stage } from './stage.js'

type Planted = readonly Record<string, AttributeValue>[]

/** Operations that run at the same time, over what the table holds before. */
export interface Race {
  readonly stage: Stage
  readonly planted: Planted
  readonly operations: readonly Operation[]
  /** The most orders that are walked; 20,000 by default. */
  readonly limit?: number
}

/** Codes that no operation has a reason for where nobody fails and nobody is refused for ever. */
const UNCALLED = ['CONTENTION', 'OUTCOME_UNKNOWN', 'INTERNAL', 'INVALID_INPUT']

type Key = Readonly<Partial<Record<'pk' | 'sk', { readonly S?: string }>>>

interface Keyed {
  readonly Key?: Key
  readonly Item?: Key
}

interface Actor {
  readonly db: Db
  readonly known: unknown
}

/** Sets the table back, and gives each actor a handle of its own with what it has to know. */
async function ready({ stage, planted, operations }: Race, connect: () => Db): Promise<readonly Actor[]> {
  await stage.restore(planted)
  const actors: Actor[] = []
  for (const { before } of operations) {
    const db = connect()
    actors.push({ db, known: await before?.(db) })
  }
  return actors
}

/** Every order of steps in which each actor's own stay in order: lists of actors. */
function ordersOf(left: readonly number[]): number[][] {
  if (left.every((count) => count === 0)) return [[]]
  return left.flatMap((count, actor) =>
    count === 0
      ? []
      : ordersOf(left.map((other, at) => (at === actor ? other - 1 : other))).map((rest) => [actor, ...rest]),
  )
}

const stepsOf = ({ run, steps }: Operation): readonly Operation['run'][] => steps?.run ?? [run]

/** Runs the steps of all operations one after another. */
async function runInTurn(race: Race, order: readonly number[]): Promise<End> {
  const actors = await ready(race, () => race.stage.connectSound())
  const given: Outcome[][] = race.operations.map(() => [])
  for (const at of order) {
    const { db, known } = actors[at] ?? missing()
    const outcomes = given[at] ?? missing()
    const step = stepsOf(race.operations[at] ?? missing())[outcomes.length] ?? missing()
    const [settled] = await Promise.allSettled([step(db, known)])
    outcomes.push(outcomeOf(settled))
  }
  const outcomes = race.operations.map(({ steps, mayRefuse }, at) => {
    const own = given[at] ?? missing()
    if (own.length === 0) return mayRefuse?.outcome ?? missing()
    return steps === undefined ? (own[0] ?? missing()) : steps.join(own)
  })
  return { outcomes, content: await race.stage.expectSound() }
}

function missing(): never {
  throw new RangeError('there is nothing at this place')
}

/** What can come of a race where each operation, or each step of one, happens at one moment. */
async function endsInTurn(race: Race): Promise<Ends> {
  const ends = new Ends()
  for (const running of refusals(race.operations)) {
    const counts = race.operations.map((operation, at) =>
      running[at] === true ? stepsOf(operation).length : 0,
    )
    for (const order of ordersOf(counts)) {
      const end = await runInTurn(race, order)
      const text = textOf(end)
      const uncalled = UNCALLED.find((code) => text.includes(`"code":"${code}"`))
      if (uncalled !== undefined)
        throw new Error(`One after another, in the order ${order.join(' ')}, they give:\n${text}`)
      ends.add(end)
    }
  }
  return ends
}

/** Which operations run: all of them, or all but some that may be refused without a reason among the others. */
const refusals = (operations: readonly Operation[]): readonly (readonly boolean[])[] =>
  operations.reduce<readonly (readonly boolean[])[]>(
    (lists, { mayRefuse }) =>
      lists.flatMap((list) =>
        mayRefuse === undefined
          ? [[...list, true]]
          : [
              [...list, true],
              [...list, false],
            ],
      ),
    [[]],
  )

/** A request in one line: what it does to which items. */
function lineOf(actor: number, { operation, input }: HeldRequest): string {
  const items: unknown = input['TransactItems']
  const writes: readonly (readonly [string, Keyed])[] = Array.isArray(items)
    ? items.flatMap((item: Readonly<Record<string, Keyed>>) => Object.entries(item))
    : [['', input]]
  return `  ${actor}: ${operation} ${writes.map(([action, of]) => `${action} ${keyIn(of)}`.trim()).join(', ')}`
}

function keyIn({ Key, Item }: Keyed): string {
  const { pk, sk } = Key ?? Item ?? {}
  return pk?.S === sk?.S ? `${pk?.S}` : `${pk?.S} ${sk?.S}`
}

/**
 * Runs operations once for each order in which their requests can reach the store. Each time the table has to be sound,
 * and what the operations gave and what the table holds has to be as if they had run one after another, in some order.
 *
 * @returns how many orders there were
 */
export async function raceAll(race: Race): Promise<number> {
  const { stage, operations, limit = 20_000 } = race
  const ends = await endsInTurn(race)
  const { dynamo } = stage.table
  return everyInterleaving<{ readonly dynamo: typeof dynamo; readonly actors: readonly Actor[] }>({
    limit,
    start: async () => {
      const actors = await ready(race, () => stage.connect())
      stage.onStart?.()
      return { dynamo, actors }
    },
    operations: operations.map(({ run }, at) => async ({ actors }) => {
      const { db, known } = actors[at] ?? missing()
      return run(db, known)
    }),
    check: async (_, settled, order, requests) => {
      const outcomes = settled.map(outcomeOf)
      const sent = order.map((actor, at) => lineOf(actor, requests[at] ?? missing())).join('\n')
      const told = `${outcomes.map((outcome, at) => `  ${at}: ${JSON.stringify(outcome)}`).join('\n')}`
      const content = await stage.expectSound().catch((error: unknown) => {
        throw new Error(`The table is not sound after\n${sent}\nwhich gave\n${told}`, { cause: error })
      })
      if (ends.has({ outcomes, content })) return
      throw new Error(
        `No order of whole operations does what this does:\n${sent}\n${told}\n${content}\n  but only\n${ends.describe()}`,
      )
    },
    end: async () => undefined,
  })
}
