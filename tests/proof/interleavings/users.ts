import type { Db } from './models.js'
import type { Family, Operation } from './operation.js'
import { handingOver, readingBack, rows } from './steps.js'

const a = { id: 'a' }
const b = { id: 'b' }

type User = NonNullable<Awaited<ReturnType<Db['users']['get']>>>

const getA = (db: Db): Promise<unknown> => db.users.get(a, { consistent: true })

/** A write of a that is a transaction: without a version, what it left behind has to be read. */
const ofA = (name: string, run: Operation['run']): Operation => readingBack(name, run, getA)

const withCurrent = (name: string, run: (db: Db, current: User) => PromiseLike<unknown>): Operation => ({
  ...ofA(name, async (db, known) => (known === null ? null : run(db, known as User))),
  before: getA,
})

/** The same key for two calls, as a caller has it who repeats one. */
const once = { idempotencyKey: 'once' }

const taken = (id: string, owner: string): unknown => ({
  code: 'UNIQUE',
  constraint: 'email',
  fields: ['email'],
  key: { id },
  model: 'user',
  owner: { id: owner },
})

/** Users with a unique value and no version, so that every attribute is a fence, and requests that are repeated. */
export const users: Family = {
  name: 'users',
  seeds: [
    { name: 'nothing', plant: async () => undefined },
    { name: 'a', plant: (db) => db.users.create({ ...a, email: 'x', name: 'ada' }) },
    {
      name: 'a and b',
      plant: async (db) => {
        await db.users.create({ ...a, email: 'x' })
        await db.users.create({ ...b, email: 'y' })
      },
    },
    {
      name: 'b, and the guard of an a that is gone',
      plant: async (db, raw) => {
        await db.users.create({ ...a, email: 'x' })
        await db.users.create(b)
        await raw.remove('user', 'a')
      },
    },
  ],
  operations: [
    { name: 'create a', run: (db) => db.users.create({ ...a, email: 'x' }) },
    { name: 'create a with nothing', run: (db) => db.users.create(a) },
    { name: 'create b with the e-mail of a', run: (db) => db.users.create({ ...b, email: 'x' }) },
    ofA('update a: another e-mail', (db) => db.users.update(a, { set: { email: 'y' } })),
    ofA('update a: e-mail and count', (db) => db.users.update(a, { set: { email: 'z' }, add: { n: 1 } })),
    ofA('update a: no e-mail', (db) => db.users.update(a, { remove: ['email'] })),
    { name: 'update a: name', run: (db) => db.users.update(a, { set: { name: 'n' } }) },
    { name: 'update a: count', run: (db) => db.users.update(a, { add: { n: 1 } }) },
    {
      name: 'update a where it has a name: count',
      run: (db) => db.users.update(a, { add: { n: 1 } }, { where: ({ name }, { exists }) => exists(name) }),
    },
    withCurrent('update a as read: another e-mail', (db, current) =>
      db.users.update(a, { set: { email: 'w' } }, { current }),
    ),
    {
      ...withCurrent('update a as a copy says: name', (db, current) =>
        db.users.update(a, { set: { name: 'w' } }, { current: { ...current } }),
      ),
      mayRefuse: {
        because:
          'a copy is compared with what is read, and every attribute that was read is a fence after that',
        outcome: {
          error: { code: 'VERSION', violations: [{ code: 'VERSION', key: a, model: 'user' }] },
        },
      },
    },
    { name: 'modify a: count', run: (db) => db.users.modify(a, ({ n = 0 }) => ({ set: { n: n + 1 } })) },
    ofA('modify a: e-mail', (db) =>
      db.users.modify(a, ({ email, n = 0 }) => ({ set: { email: `${email}${n}` } })),
    ),
    { name: 'put a', run: (db) => db.users.put({ ...a, email: 'z' }) },
    { name: 'put a again', run: (db) => db.users.put({ ...a, email: 'x', name: 'put' }) },
    { name: 'put b with the e-mail of a', run: (db) => db.users.put({ ...b, email: 'x' }) },
    ofA('upsert a', (db) => db.users.upsert({ ...a, email: 'u' }, { onInsert: { name: 'new' } })),
    { name: 'upsert a: name', run: (db) => db.users.upsert({ ...a, name: 'u' }) },
    { name: 'delete a', run: (db) => db.users.delete(a) },
    {
      name: 'delete a where it has a name',
      run: (db) => db.users.delete(a, { where: ({ name }, { exists }) => exists(name) }),
    },
    { name: 'delete b', run: (db) => db.users.delete(b) },
    {
      name: 'swap e-mails',
      run: (db) =>
        db.$transaction((tx) => {
          tx.users.update(a, { set: { email: 'y' } })
          tx.users.update(b, { set: { email: 'x' } })
        }),
    },
    handingOver(
      'delete a, create b with its e-mail',
      (db) => db.$transaction((tx) => [tx.users.delete(a), tx.users.create({ ...b, email: 'x' })]),
      [taken('b', 'a')],
    ),
    handingOver(
      'delete b, create a with its e-mail',
      (db) => db.$transaction((tx) => [tx.users.delete(b), tx.users.create({ ...a, email: 'y' })]),
      [taken('a', 'b')],
    ),
    {
      name: 'read a, and create c by it',
      run: (db) =>
        db.$transaction(async (tx) => {
          const found = await tx.users.get(a)
          return tx.users.create({ id: 'c', name: `${found?.name} ${found?.n}` })
        }),
    },
    {
      name: 'read c, and count a by it',
      run: (db) =>
        db.$transaction(async (tx) => {
          const found = await tx.users.get({ id: 'c' })
          tx.users.update(a, { set: { name: `${found?.name}` } })
        }),
    },
    ofA('create a once', (db) => db.users.create({ ...a, email: 'x' }, once)),
    ofA('create a once, with other input', (db) => db.users.create({ ...a, email: 'o' }, once)),
    ofA('update a once: count', (db) => db.users.update(a, { add: { n: 1 } }, once)),
    ofA('upsert a once', (db) => db.users.upsert({ ...a, email: 'x' }, once)),
    { name: 'delete a once', run: (db) => db.users.delete(a, once) },
    ofA('transaction once', (db) =>
      db.$transaction((tx) => tx.users.update(a, { set: { email: 'o' }, add: { n: 1 } }), once),
    ),
    rows(
      'createMany',
      [
        { ...b, email: 'x' },
        { ...a, email: 'y' },
      ],
      (db, given) => db.users.createMany(given, { concurrency: 1 }),
      (db, row) => db.users.create(row),
    ),
    rows(
      'deleteMany',
      [a, b],
      (db, given) => db.users.deleteMany(given, { concurrency: 1 }),
      (db, row) => db.users.delete(row),
    ),
    { name: 'deleteMany as one', run: (db) => db.users.deleteMany([a, b], { atomic: true }) },
    { name: 'look the e-mail up', run: (db) => db.users.by.email({ email: 'x' }) },
    { name: 'both at one moment', run: (db) => db.$get((read) => [read.users(a), read.users(b)]) },
  ],
  riskiest: [
    ['modify a: count', 'modify a: count'],
    ['modify a: e-mail', 'update a: another e-mail'],
    ['update a: e-mail and count', 'delete a'],
    ['create a once', 'create a once'],
    ['create a once', 'create a once, with other input'],
    ['update a once: count', 'update a once: count'],
    ['upsert a once', 'delete a once'],
    ['transaction once', 'transaction once'],
    ['read a, and create c by it', 'read c, and count a by it'],
    ['delete a, create b with its e-mail', 'delete b, create a with its e-mail'],
    ['create a', 'put b with the e-mail of a'],
    ['deleteMany as one', 'createMany'],
  ],
  triples: [
    ['delete a', 'create b with the e-mail of a', 'put a'],
    ['create a', 'create b with the e-mail of a', 'update a: e-mail and count'],
    ['put b with the e-mail of a', 'create a', 'delete b'],
    ['modify a: count', 'modify a: e-mail', 'update a: count'],
    ['create a once', 'create a once', 'delete a'],
    ['update a once: count', 'update a once: count', 'modify a: count'],
    ['delete a, create b with its e-mail', 'delete b, create a with its e-mail', 'create a'],
  ],
}
