import { type ConnectOptions, connect, constrain, counter, inspectDatabase } from '@latchkey/core'
import { testDatabase, testTable } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { expect, test } from 'vitest'
import { expectSound, readTable } from './table.js'

const Member = new Entity({
  model: { entity: 'member', version: '1', service: 'shop' },
  attributes: {
    id: { type: 'string', required: true },
    email: { type: 'string' },
    name: { type: 'string' },
    team: { type: 'string' },
    left: { type: 'number' },
    revision: { type: 'number' },
  },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } },
    byTeam: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['team'] },
      sk: { field: 'gsi1sk', composite: ['name'] },
    },
  },
})
const members = constrain(Member, {
  version: 'revision',
  unique: {
    email: { attributes: ['email'], normalize: 'lowercase', unless: 'left' },
    name: { attributes: ['name'], scope: ['team'] },
  },
})
const Entry = new Entity({
  model: { entity: 'entry', version: '1', service: 'shop' },
  attributes: {
    id: { type: 'string', required: true },
    member: { type: 'string' },
    no: { type: 'number' },
    at: { type: 'number' },
  },
  indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
})
const entries = constrain(Entry, {
  sequences: { no: { attribute: 'no' } },
  pointers: { last: { attribute: 'at' } },
  references: { member: { entity: members, attributes: { id: 'member' } } },
})
const made = counter({ service: 'shop', name: 'made', shards: 2 })
const models = { members, entries, made }

/** A small generator with a seed: a run that fails is run again as it was. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

const CODES = [
  'UNIQUE',
  'EXISTS',
  'NOT_FOUND',
  'VERSION',
  'REFERENCE',
  'CONTENTION',
  'OUTCOME_UNKNOWN',
  'DUPLICATE_ITEM',
  // A read whose request is lost as often as the SDK tries: nothing was written by then.
  'ECONNRESET',
]

test.each([1, 2, 3, 4, 5, 6])(
  'whatever many workers do with faults on, the table is sound: %i',
  async (seed) => {
    const options: Partial<ConnectOptions> = { retry: { attempts: 25, baseDelayMs: 1, maxDelayMs: 4 } }
    const db = await testDatabase(models, options)
    const { faults } = testTable(db).dynamo
    const { client, table } = inspectDatabase(db)
    const random = randomFrom(seed)
    const often = (probability: number, at: number) => ({
      times: 1_000,
      seeded: { seed: seed * 10 + at, probability },
    })
    faults.lostAnswer({ operation: 'TransactWriteItems', ...often(0.08, 1) })
    faults.lostRequest({ operation: ['TransactWriteItems', 'GetItem'], ...often(0.05, 2) })
    faults.conflict({ operation: 'TransactWriteItems', ...often(0.08, 3) })
    faults.throttle({ ...often(0.04, 4) })

    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
    const id = () => pick(['a', 'b', 'c', 'd', 'e'])
    const email = () => pick(['x@l.io', 'X@l.io', 'y@l.io', 'z@l.io', 'v@l.io'])
    const member = () => ({
      id: id(),
      ...(random() < 0.7 && { email: email() }),
      ...(random() < 0.7 && { name: pick(['n1', 'n2']), team: pick(['t1', 't2']) }),
      ...(random() < 0.2 && { left: 1 }),
    })
    /** Numbers of entries that are there for sure, and what the counter was told for sure or perhaps. */
    const numbers: number[] = []
    const counted = { surely: 0, perhaps: 0 }
    const codes = new Map<string, number>()
    let entryId = 0

    const operations = (own: typeof db): readonly (() => Promise<unknown>)[] => {
      const entry = () => ({ id: `${seed}-${entryId++}`, at: Math.floor(random() * 100), member: id() })
      const drawn = async (run: Promise<{ readonly no?: number } | null>) =>
        numbers.push(Number((await run)?.no))
      return [
        () => own.members.create(member()),
        () => own.members.put(member()),
        () => own.members.upsert(member()),
        () => own.members.update({ id: id() }, { set: { email: email() } }),
        () =>
          own.members.update(
            { id: id() },
            { remove: pick([['email'], ['left'], ['name', 'team']] as const) as never },
          ),
        () =>
          own.members.modify({ id: id() }, ({ team }) => ({
            set: { team: team === 't1' ? 't2' : 't1', name: 'n1' },
          })),
        () => own.members.delete({ id: id() }),
        () => own.members.deleteMany([{ id: 'a' }, { id: 'b' }], { atomic: random() < 0.5 }),
        () => own.members.createMany([member(), member(), member()], { atomic: random() < 0.3 }),
        () =>
          own.members.update(
            { id: id() },
            { set: { email: email() } },
            { idempotencyKey: `${Math.floor(random() * 1e9)}` },
          ),
        () =>
          own.$transaction((tx) => {
            tx.members.update({ id: 'a' }, { set: { email: 'x@l.io' } })
            tx.members.update({ id: 'b' }, { set: { email: 'y@l.io' } })
            tx.members.update({ id: 'c' }, { remove: ['email'] })
          }),
        () =>
          own.$transaction(async (tx) => {
            const [one, two] = [await tx.members.get({ id: 'a' }), await tx.members.get({ id: 'd' })]
            if (one?.email === undefined || two?.email === undefined) return
            tx.members.update({ id: 'a' }, { set: { email: two.email } })
            tx.members.update({ id: 'd' }, { set: { email: one.email } })
          }),
        () => drawn(own.entries.create(entry())),
        async () => {
          const count = Math.ceil(random() * 3)
          counted.perhaps += count
          const [first, second] = await own.$transaction((tx) => {
            tx.made.increment(count)
            return [tx.entries.create(entry()), tx.entries.create(entry())]
          })
          counted.surely += count
          numbers.push(Number(first?.no), Number(second?.no))
        },
      ]
    }
    const worker = async () => {
      const own = connect(models, { client, table, ...options })
      for (let at = 0; at < 30; at++) {
        try {
          await pick(operations(own))()
        } catch (error) {
          const code = (error as { readonly code?: string }).code ?? String(error)
          codes.set(code, (codes.get(code) ?? 0) + 1)
        }
      }
    }
    await Promise.all(Array.from({ length: 5 }, worker))
    faults.clear()

    for (const code of codes.keys()) expect(CODES).toContain(code)
    await expectSound(db)
    const stored = (await db.entries.scan.go({ pages: 'all' })).data
    const all = stored.map(({ no }) => Number(no)).sort((a, b) => a - b)
    // Entries are never deleted: their numbers are all there, each once.
    expect(all).toEqual(Array.from({ length: all.length }, (_, at) => at + 1))
    expect(all).toEqual(expect.arrayContaining(numbers))
    expect(new Set(numbers).size).toBe(numbers.length)
    const last = await db.entries.pointers.last.read()
    expect(last?.value).toBe(all.length === 0 ? undefined : Math.max(...stored.map(({ at }) => Number(at))))
    const count = await db.made.read()
    expect(count).toBeGreaterThanOrEqual(counted.surely)
    expect(count).toBeLessThanOrEqual(counted.perhaps)
    // No index lists what a create of the same item would not, nor lacks what it would.
    for (const item of (await readTable(db)).filter((each) => each['__edb_e__']?.S === 'member')) {
      const isWhole = item['team'] !== undefined
      expect([item['id']?.S, item['gsi1pk'] !== undefined]).toEqual([item['id']?.S, isWhole])
    }
  },
  60_000,
)
