import type { Database } from '@latchkey/core'
import type { models } from './models.js'

export type Db = Database<typeof models>

/** What is known of what the workers did. */
export interface Done {
  /** Numbers that were given out for sure. */
  readonly numbers: number[]
  /** What the counter was told, for sure and at most. */
  surely: number
  perhaps: number
}

const ITEMS = 200
const VALUES = 300

/** The operations of a worker, one of which is drawn at a time. */
export function mixOf(db: Db, random: () => number, done: Done): readonly (() => Promise<unknown>)[] {
  const below = (count: number): number => Math.floor(random() * count)
  const id = (): string => `m${below(ITEMS)}`
  const email = (): string => `E${below(VALUES)}@x.io`
  const member = () => ({
    id: id(),
    email: email(),
    name: `n${below(VALUES)}`,
    team: `t${below(3)}`,
    credit: 5,
  })
  const order = () => ({ id: `o${below(ITEMS)}`, member: id(), at: below(1_000_000) })
  const numbered = async (creating: Promise<{ readonly no?: number }>): Promise<void> => {
    const { no } = await creating
    if (no !== undefined) done.numbers.push(no)
  }
  return [
    () => db.members.create(member()),
    () => db.members.put(member()),
    () => db.members.upsert(member()),
    () => db.members.get({ id: id() }),
    () => db.members.by.email({ email: email() }),
    () => db.members.update({ id: id() }, { set: { email: email() } }),
    () => db.members.update({ id: id() }, { add: { credit: 1 } }),
    () =>
      db.members.modify({ id: id() }, ({ credit = 0 }) =>
        credit < 1 ? null : { set: { credit: credit - 1 } },
      ),
    () => db.members.delete({ id: id() }),
    () => numbered(db.orders.create(order())),
    () => db.orders.delete({ id: `o${below(ITEMS)}` }),
    () => db.orders.pointers.last.follow(),
    () => db.flags.update({ add: { flips: 1 } }),
    () => db.flags.modify(({ flips }) => ({ set: { flips: flips + 1 } })),
    async () => {
      done.perhaps += 1
      await db.$transaction(
        (tx) => [tx.made.increment(1), tx.members.check({ id: 'nobody' }).absent()].length,
      )
      done.surely += 1
    },
    () =>
      db.$transaction(async (tx) => {
        const [one, two] = [id(), id()]
        const [first, second] = [await tx.members.get({ id: one }), await tx.members.get({ id: two })]
        if (one === two || first?.email === undefined || second?.email === undefined) return
        tx.members.update({ id: one }, { set: { email: second.email } })
        tx.members.update({ id: two }, { set: { email: first.email } })
      }),
  ]
}
