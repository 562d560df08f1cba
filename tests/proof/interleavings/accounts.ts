import type { Db } from './models.js'
import type { Family, Operation } from './operation.js'
import { handingOver, rows } from './steps.js'

const a = { id: 'a' }
const b = { id: 'b' }

type Account = NonNullable<Awaited<ReturnType<Db['accounts']['get']>>>

/** The account a as it was before anything raced; its write is skipped where there was none. */
const withCurrent = (name: string, run: (db: Db, current: Account) => PromiseLike<unknown>): Operation => ({
  name,
  before: (db) => db.accounts.get(a, { consistent: true }),
  run: async (db, known) => (known === null ? 'nothing to change' : run(db, known as Account)),
})

const taken = (name: string, id: string, owner: string): unknown => ({
  code: 'UNIQUE',
  constraint: name,
  fields: [name],
  key: { id },
  model: 'account',
  owner: { id: owner },
})

/** Accounts with unique values of all sorts, a version, and teams that share their names with them. */
export const accounts: Family = {
  name: 'accounts',
  seeds: [
    { name: 'nothing', plant: async () => undefined },
    {
      name: 'a',
      plant: (db) => db.accounts.create({ ...a, email: 'x', handle: 'h', first: 'f', last: 'l' }),
    },
    {
      name: 'a and b',
      plant: async (db) => {
        await db.accounts.create({ ...a, email: 'x', handle: 'h' })
        await db.accounts.create({ ...b, email: 'y', handle: 'k' })
      },
    },
    {
      name: 'b, and guards of an a that is gone',
      plant: async (db, raw) => {
        await db.accounts.create({ ...a, email: 'x', handle: 'h' })
        await db.accounts.create({ ...b, nickname: 'bob' })
        await raw.remove('account', 'a')
      },
    },
  ],
  operations: [
    { name: 'create a', run: (db) => db.accounts.create({ ...a, email: 'x', handle: 'h' }) },
    {
      name: 'create b with the e-mail of a',
      run: (db) => db.accounts.create({ ...b, email: 'X', handle: 'k' }),
    },
    {
      name: 'create c with the handle of a',
      run: (db) => db.accounts.create({ id: 'c', email: 'z', handle: 'h' }),
    },
    {
      name: 'create c with both of a',
      run: (db) => db.accounts.create({ id: 'c', email: 'x', handle: 'h' }),
    },
    { name: 'create a team with the handle of a', run: (db) => db.teams.create({ id: 't', slug: 'H' }) },
    { name: 'update a: another e-mail', run: (db) => db.accounts.update(a, { set: { email: 'y' } }) },
    { name: 'update a: its e-mail again', run: (db) => db.accounts.update(a, { set: { email: 'x' } }) },
    { name: 'update b: the e-mail of a', run: (db) => db.accounts.update(b, { set: { email: 'x' } }) },
    { name: 'update a: no e-mail', run: (db) => db.accounts.update(a, { remove: ['email'] }) },
    { name: 'update a: deleted softly', run: (db) => db.accounts.update(a, { set: { deletedAt: 1 } }) },
    { name: 'update a: not deleted', run: (db) => db.accounts.update(a, { remove: ['deletedAt'] }) },
    { name: 'update a: another tenant', run: (db) => db.accounts.update(a, { set: { tenant: 't2' } }) },
    { name: 'update a: half of its name', run: (db) => db.accounts.update(a, { set: { first: 'g' } }) },
    { name: 'update a: nickname', run: (db) => db.accounts.update(a, { set: { nickname: 'n' } }) },
    { name: 'update a: add credit', run: (db) => db.accounts.update(a, { add: { credit: 5 } }) },
    {
      name: 'update a at version 1: another e-mail',
      run: (db) => db.accounts.update(a, { set: { email: 'v' } }, { version: 1 }),
    },
    {
      name: 'update a at version 1: nickname',
      run: (db) => db.accounts.update(a, { set: { nickname: 'v' } }, { version: 1 }),
    },
    withCurrent('update a as read: another e-mail', (db, current) =>
      db.accounts.update(a, { set: { email: 'w' } }, { current }),
    ),
    withCurrent('update a as a copy says: nickname', (db, current) =>
      db.accounts.update(a, { set: { nickname: 'w' } }, { current: { ...current } }),
    ),
    {
      name: 'update a where credit is below 5: add credit',
      run: (db) =>
        db.accounts.update(a, { add: { credit: 5 } }, { where: ({ credit }, { lt }) => lt(credit, 5) }),
    },
    {
      name: 'modify a: credit',
      run: (db) => db.accounts.modify(a, ({ credit = 0 }) => ({ set: { credit: credit + 1 } })),
    },
    {
      name: 'modify a: e-mail and handle',
      run: (db) =>
        db.accounts.modify(a, ({ email }) => ({ set: { email: email === 'x' ? 'y' : 'x', handle: 'm' } })),
    },
    { name: 'put a', run: (db) => db.accounts.put({ ...a, email: 'z' }) },
    { name: 'put b with the e-mail of a', run: (db) => db.accounts.put({ ...b, email: 'x', handle: 'k' }) },
    {
      name: 'upsert a',
      run: (db) => db.accounts.upsert({ ...a, email: 'u' }, { onInsert: { handle: 'h' } }),
    },
    { name: 'upsert b: the handle of a', run: (db) => db.accounts.upsert({ ...b, handle: 'h' }) },
    { name: 'delete a', run: (db) => db.accounts.delete(a) },
    { name: 'delete a at version 1', run: (db) => db.accounts.delete(a, { version: 1 }) },
    withCurrent('delete a as read', (db, current) => db.accounts.delete(a, { current })),
    {
      name: 'replace a: delete it, then create it with another e-mail',
      run: async (db) => {
        await db.accounts.delete(a)
        return db.accounts.create({ ...a, email: 'again' }).result()
      },
      steps: {
        because: 'these are two operations, one after the other',
        run: [(db) => db.accounts.delete(a), (db) => db.accounts.create({ ...a, email: 'again' }).result()],
        join: ([, created]) => created ?? { ok: null },
      },
    },
    { name: 'delete b', run: (db) => db.accounts.delete(b) },
    {
      name: 'swap e-mails',
      run: (db) =>
        db.$transaction((tx) => [
          tx.accounts.update(a, { set: { email: 'y' } }),
          tx.accounts.update(b, { set: { email: 'x' } }),
        ]),
    },
    {
      name: 'swap e-mails and handles, b first',
      run: (db) =>
        db.$transaction((tx) => [
          tx.accounts.update(b, { set: { email: 'x', handle: 'h' } }),
          tx.accounts.update(a, { set: { email: 'y', handle: 'k' } }),
        ]),
    },
    handingOver(
      'hand over: delete a, create c with its e-mail',
      (db) =>
        db.$transaction((tx) => [
          tx.accounts.delete(a),
          tx.accounts.create({ id: 'c', email: 'x', handle: 'h' }),
        ]),
      ['email', 'handle'].map((name) => taken(name, 'c', 'a')),
    ),
    {
      name: 'read a in a transaction, and create c by it',
      run: (db) =>
        db.$transaction(async (tx) => {
          const found = await tx.accounts.get(a)
          return tx.accounts.create({
            id: 'c',
            nickname: found?.email ?? 'nobody',
            credit: found?.revision ?? 0,
          })
        }),
    },
    {
      name: 'read b and update a in a transaction',
      run: (db) =>
        db.$transaction(async (tx) => {
          const found = await tx.accounts.get(b)
          return tx.accounts.update(a, { set: { handle: found?.email ?? 'nobody' } })
        }),
    },
    {
      name: 'check that a is absent, and create a team',
      run: (db) =>
        db.$transaction((tx) => {
          tx.accounts.check(a).absent()
          return tx.teams.create({ id: 't', slug: 'a' })
        }),
    },
    {
      name: 'check a, and put a team with its handle',
      run: (db) =>
        db.$transaction((tx) => {
          tx.accounts.check(a).where(({ email }, { eq }) => eq(email, 'x'))
          return tx.teams.put({ id: 't', slug: 'h' })
        }),
    },
    rows(
      'createMany',
      [
        { ...b, email: 'x' },
        { ...a, email: 'y' },
      ],
      (db, given) => db.accounts.createMany(given, { concurrency: 1 }),
      (db, row) => db.accounts.create(row),
    ),
    rows(
      'putMany',
      [
        { ...a, email: 'y' },
        { ...b, email: 'x' },
      ],
      (db, given) => db.accounts.putMany(given, { concurrency: 1 }),
      (db, row) => db.accounts.put(row),
    ),
    rows(
      'deleteMany',
      [a, b],
      (db, given) => db.accounts.deleteMany(given, { concurrency: 1 }),
      (db, row) => db.accounts.delete(row),
    ),
    {
      name: 'putMany as one',
      run: (db) =>
        db.accounts.putMany(
          [
            { ...a, email: 'y' },
            { ...b, email: 'x' },
          ],
          { atomic: true },
        ),
    },
    { name: 'get a', run: (db) => db.accounts.get(a, { consistent: true }) },
    { name: 'look the e-mail up', run: (db) => db.accounts.by.email({ email: 'x' }) },
    { name: 'whose is the e-mail', run: (db) => db.accounts.by.email.key({ email: 'x' }) },
    { name: 'both at one moment', run: (db) => db.$get((read) => [read.accounts(a), read.accounts(b)]) },
  ],
  riskiest: [
    ['create a', 'create b with the e-mail of a'],
    ['create a', 'put b with the e-mail of a'],
    ['create a', 'hand over: delete a, create c with its e-mail'],
    ['create c with both of a', 'create c with both of a'],
    ['create c with the handle of a', 'create a team with the handle of a'],
    ['create b with the e-mail of a', 'update a: another e-mail'],
    ['create b with the e-mail of a', 'delete a'],
    ['update a: another e-mail', 'update a: no e-mail'],
    ['update a: another e-mail', 'replace a: delete it, then create it with another e-mail'],
    ['update a: deleted softly', 'update b: the e-mail of a'],
    ['update a at version 1: another e-mail', 'update a as read: another e-mail'],
    ['modify a: credit', 'modify a: credit'],
    ['put a', 'delete a'],
    ['put a', 'put a'],
    ['upsert a', 'delete a'],
    ['upsert a', 'create a'],
    ['swap e-mails', 'swap e-mails and handles, b first'],
    ['swap e-mails', 'update b: the e-mail of a'],
    ['read a in a transaction, and create c by it', 'update a: another e-mail'],
    ['createMany', 'deleteMany'],
  ],
  triples: [
    ['delete a', 'create b with the e-mail of a', 'create c with both of a'],
    ['update a: no e-mail', 'create b with the e-mail of a', 'create c with both of a'],
    ['delete a', 'create a', 'update a: another e-mail'],
    ['delete a at version 1', 'create a', 'create a'],
    ['delete a', 'put a', 'upsert a'],
    ['create b with the e-mail of a', 'create c with both of a', 'update a: its e-mail again'],
    ['put b with the e-mail of a', 'create c with both of a', 'create a'],
    ['swap e-mails', 'delete a', 'create c with both of a'],
    ['modify a: credit', 'modify a: credit', 'update a: add credit'],
    ['modify a: credit', 'update a at version 1: nickname', 'delete a as read'],
    ['hand over: delete a, create c with its e-mail', 'create a', 'put b with the e-mail of a'],
    ['look the e-mail up', 'update a: another e-mail', 'create c with both of a'],
  ],
}
