import type { Family } from './operation.js'
import { handingOver } from './steps.js'

const a = { id: 'a' }
const b = { id: 'b' }

/** Long over, and long to come: no run sees the one become the other. */
const PAST = 1_000_000_000
const FUTURE = 4_000_000_000

const taken = (id: string, owner: string): unknown => ({
  code: 'UNIQUE',
  constraint: 'token',
  fields: ['token'],
  key: { id },
  model: 'session',
  owner: { id: owner },
})

/** Sessions that expire: their guards carry the time, and may be taken over once it is past. */
export const sessions: Family = {
  name: 'sessions',
  seeds: [
    { name: 'nothing', plant: async () => undefined },
    { name: 'a', plant: (db) => db.sessions.create({ ...a, token: 'x', expiresAt: FUTURE }) },
    {
      name: 'an a that is expired',
      plant: (db) => db.sessions.create({ ...a, token: 'x', expiresAt: PAST }),
    },
    {
      name: 'an a that is expired, and c',
      plant: async (db) => {
        await db.sessions.create({ ...a, token: 'x', expiresAt: PAST })
        await db.sessions.create({ id: 'c', token: 'y' })
      },
    },
    {
      name: 'the guard of an a that was deleted when it was expired',
      plant: async (db, raw) => {
        await db.sessions.create({ ...a, token: 'x', expiresAt: PAST })
        await raw.remove('session', 'a')
      },
    },
  ],
  operations: [
    { name: 'create a', run: (db) => db.sessions.create({ ...a, token: 'x', expiresAt: FUTURE }) },
    {
      name: 'create b with the token of a',
      run: (db) => db.sessions.create({ ...b, token: 'x', expiresAt: FUTURE }),
    },
    { name: 'create c with the token of a', run: (db) => db.sessions.create({ id: 'c', token: 'x' }) },
    { name: 'create b without a token', run: (db) => db.sessions.create({ ...b, expiresAt: PAST }) },
    { name: 'update a: later', run: (db) => db.sessions.update(a, { set: { expiresAt: FUTURE + 1 } }) },
    { name: 'update a: for ever', run: (db) => db.sessions.update(a, { remove: ['expiresAt'] }) },
    { name: 'update a: over', run: (db) => db.sessions.update(a, { set: { expiresAt: PAST + 1 } }) },
    { name: 'update a: another token', run: (db) => db.sessions.update(a, { set: { token: 'y' } }) },
    { name: 'update a: note', run: (db) => db.sessions.update(a, { set: { note: 'n' } }) },
    { name: 'update b: the token of a', run: (db) => db.sessions.update(b, { set: { token: 'x' } }) },
    {
      name: 'modify a: note',
      run: (db) => db.sessions.modify(a, ({ note = '' }) => ({ set: { note: `${note}m` } })),
    },
    { name: 'put a', run: (db) => db.sessions.put({ ...a, token: 'z', expiresAt: FUTURE }) },
    { name: 'put b with the token of a', run: (db) => db.sessions.put({ ...b, token: 'x' }) },
    { name: 'upsert a', run: (db) => db.sessions.upsert({ ...a, token: 'x', expiresAt: FUTURE }) },
    { name: 'delete a', run: (db) => db.sessions.delete(a) },
    { name: 'delete b', run: (db) => db.sessions.delete(b) },
    handingOver(
      'delete a, create b with its token',
      (db) => db.$transaction((tx) => [tx.sessions.delete(a), tx.sessions.create({ ...b, token: 'x' })]),
      [taken('b', 'a')],
    ),
    {
      name: 'swap the tokens of a and c',
      run: (db) =>
        db.$transaction((tx) => [
          tx.sessions.update(a, { set: { token: 'y' } }),
          tx.sessions.update({ id: 'c' }, { set: { token: 'x' } }),
        ]),
    },
    { name: 'look the token up', run: (db) => db.sessions.by.token({ token: 'x' }) },
  ],
  riskiest: [
    ['create b with the token of a', 'create c with the token of a'],
    ['create b with the token of a', 'update a: later'],
    ['create b with the token of a', 'delete a'],
    ['create b with the token of a', 'update a: note'],
    ['create a', 'put b with the token of a'],
    ['upsert a', 'update b: the token of a'],
    ['delete a, create b with its token', 'create c with the token of a'],
    ['swap the tokens of a and c', 'create b with the token of a'],
  ],
  triples: [
    ['create b with the token of a', 'create c with the token of a', 'update a: later'],
    ['create b with the token of a', 'create c with the token of a', 'update a: note'],
    ['create b with the token of a', 'put b with the token of a', 'delete a'],
    ['create a', 'create b with the token of a', 'delete b'],
  ],
}
