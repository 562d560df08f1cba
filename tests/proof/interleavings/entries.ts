import type { Db } from './models.js'
import type { Family, Operation } from './operation.js'
import { readingBack } from './steps.js'

const a = { id: 'a' }
const b = { id: 'b' }

/** A write of a that can be a transaction: without a version, what it left behind has to be read. */
const ofA = (name: string, run: Operation['run']): Operation =>
  readingBack(name, run, (db) => db.entries.get(a, { consistent: true }))

/** Entries of a stream that refuses what comes late, and a pointer that follows the commit. */
export const entries: Family = {
  name: 'entries',
  seeds: [
    { name: 'nothing', plant: async () => undefined },
    { name: 'a', plant: (db) => db.entries.create({ ...a, position: 1, seen: 1 }) },
  ],
  operations: [
    { name: 'create a', run: (db) => db.entries.create({ ...a, position: 1 }) },
    { name: 'create b at 1', run: (db) => db.entries.create({ ...b, position: 1 }) },
    { name: 'create b at 2', run: (db) => db.entries.create({ ...b, position: 2 }) },
    { name: 'create b at 3, seen', run: (db) => db.entries.create({ ...b, position: 3, seen: 3 }) },
    { name: 'create b seen', run: (db) => db.entries.create({ ...b, seen: 2 }) },
    ofA('update a: at 4', (db) => db.entries.update(a, { set: { position: 4 } })),
    ofA('update a: nowhere', (db) => db.entries.update(a, { remove: ['position'] })),
    ofA('update a: seen', (db) => db.entries.update(a, { set: { seen: 5 } })),
    { name: 'put a', run: (db) => db.entries.put({ ...a, position: 6, seen: 6 }) },
    { name: 'delete a', run: (db) => db.entries.delete(a) },
    {
      name: 'create c and d',
      run: (db) =>
        db.$transaction((tx) => [
          tx.entries.create({ id: 'c', position: 7 }),
          tx.entries.create({ id: 'd', position: 8 }),
        ]),
    },
    {
      name: 'create c and d, the later first',
      run: (db) =>
        db.$transaction((tx) => [
          tx.entries.create({ id: 'c', position: 8 }),
          tx.entries.create({ id: 'd', position: 7 }),
        ]),
    },
    { name: 'rebuild what was seen', run: (db) => db.entries.pointers.seen.rebuild({}) },
    { name: 'rebuild the head', run: (db) => db.entries.pointers.head.rebuild({}) },
  ],
  riskiest: [
    ['create a', 'create b at 1'],
    ['create b at 2', 'create c and d'],
    ['create b at 3, seen', 'update a: seen'],
    ['create b seen', 'rebuild what was seen'],
    ['put a', 'update a: at 4'],
  ],
  triples: [
    ['create a', 'create b at 2', 'create c and d'],
    ['update a: seen', 'create b seen', 'rebuild what was seen'],
  ],
}

/** A ticket whose number is taken ahead of it, by a write of its own. */
const ahead = (name: string, id: string): Operation => ({
  name,
  before: async () => ({}),
  run: (db) => db.tickets.create({ id }),
  steps: {
    because: 'a number that may leave a gap is taken by a write of its own, ahead of the create',
    run: [
      async (db, known) =>
        Object.assign(known as object, { block: await db.tickets.sequences.number.reserve({}, 1) }),
      (db, known) => db.tickets.create({ id }, { reserved: { number: (known as Taken).block } }),
    ],
    join: ([, created]) => created ?? { ok: null },
  },
})

interface Taken {
  readonly block: Awaited<ReturnType<Db['tickets']['sequences']['number']['reserve']>>
}

/** Tickets that are numbered by a sequence with gaps. */
export const tickets: Family = {
  name: 'tickets',
  seeds: [
    { name: 'nothing', plant: async () => undefined },
    { name: 'a', plant: (db) => db.tickets.create(a) },
  ],
  operations: [
    ahead('create a', 'a'),
    ahead('create b', 'b'),
    { name: 'delete a', run: (db) => db.tickets.delete(a) },
    { name: 'read the sequence', run: (db) => db.tickets.sequences.number.read({}, { consistent: true }) },
    {
      name: 'reserve two numbers',
      run: async (db) => {
        const { first, last } = await db.tickets.sequences.number.reserve({}, 2)
        return [first, last]
      },
    },
  ],
  riskiest: [
    ['create a', 'create b'],
    ['create a', 'create a'],
    ['create a', 'reserve two numbers'],
  ],
  triples: [['create a', 'create b', 'reserve two numbers']],
}
