import type { Db } from './models.js'
import type { Family } from './operation.js'
import { readingBack } from './steps.js'

const a = { id: 'a' }
const b = { id: 'b' }
const c = { id: 'c' }
const scope = { tenant: 't1' }

const getA = (db: Db): PromiseLike<unknown> => db.orders.get(a, { consistent: true })

/** Orders with a pointer that skips, a sequence without gaps and a reference to customers. */
export const orders: Family = {
  name: 'orders',
  seeds: [
    { name: 'nothing', plant: async () => undefined },
    {
      name: 'the customer and a',
      plant: async (db) => {
        await db.customers.create(c)
        await db.orders.create({ ...a, at: 5, customer: 'c' })
      },
    },
    {
      name: 'the customer, a, and a pointer that is behind',
      plant: async (db, raw) => {
        await db.customers.create(c)
        await db.orders.create({ ...a, at: 5 })
        await raw.set('order', 'a', 'at', 6)
      },
    },
  ],
  operations: [
    { name: 'create a at 5', run: (db) => db.orders.create({ ...a, at: 5 }) },
    { name: 'create b at 5', run: (db) => db.orders.create({ ...b, at: 5 }) },
    { name: 'create b at 7', run: (db) => db.orders.create({ ...b, at: 7 }) },
    { name: 'create b at 3 of the customer', run: (db) => db.orders.create({ ...b, at: 3, customer: 'c' }) },
    { name: 'create d at 6', run: (db) => db.orders.create({ id: 'd', at: 6 }) },
    { name: 'create b nowhere', run: (db) => db.orders.create(b) },
    { name: 'create b of another tenant', run: (db) => db.orders.create({ ...b, tenant: 't2', at: 9 }) },
    { name: 'update a: at 9', run: (db) => db.orders.update(a, { set: { at: 9 } }) },
    { name: 'update a: at 1', run: (db) => db.orders.update(a, { set: { at: 1 } }) },
    { name: 'update a: another tenant', run: (db) => db.orders.update(a, { set: { tenant: 't2' } }) },
    { name: 'update a: of the customer', run: (db) => db.orders.update(a, { set: { customer: 'c' } }) },
    { name: 'update a: of another customer', run: (db) => db.orders.update(a, { set: { customer: 'd' } }) },
    { name: 'update a: of no customer', run: (db) => db.orders.update(a, { remove: ['customer'] }) },
    { name: 'update a: note', run: (db) => db.orders.update(a, { set: { note: 'n' } }) },
    {
      name: 'modify a: one further',
      run: (db) => db.orders.modify(a, ({ at = 0 }) => ({ set: { at: at + 1 } })),
    },
    { name: 'put a at 8', run: (db) => db.orders.put({ ...a, at: 8 }) },
    { name: 'put b of the customer', run: (db) => db.orders.put({ ...b, at: 6, customer: 'c' }) },
    { name: 'upsert a at 6', run: (db) => db.orders.upsert({ ...a, at: 6 }) },
    { name: 'delete a', run: (db) => db.orders.delete(a) },
    { name: 'create the customer', run: (db) => db.customers.create(c) },
    { name: 'delete the customer', run: (db) => db.customers.delete(c) },
    {
      name: 'delete the customer and a',
      run: (db) => db.$transaction((tx) => [tx.customers.delete(c), tx.orders.delete(a)]),
    },
    {
      name: 'create another customer and b of it',
      run: (db) =>
        db.$transaction((tx) => [
          tx.customers.create({ id: 'd' }),
          tx.orders.create({ ...b, at: 4, customer: 'd' }),
        ]),
    },
    {
      name: 'create b and d',
      run: (db) =>
        db.$transaction((tx) => [tx.orders.create({ ...b, at: 7 }), tx.orders.create({ id: 'd', at: 6 })]),
    },
    readingBack(
      'read the customer, and update a',
      (db) =>
        db.$transaction(async (tx) => {
          const found = await tx.customers.get(c)
          return tx.orders.update(a, { set: { note: found === null ? 'nobody' : 'somebody' } })
        }),
      getA,
    ),
    { name: 'rebuild the pointer', run: (db) => db.orders.pointers.last.rebuild(scope) },
    { name: 'read the pointer', run: (db) => db.orders.pointers.last.read(scope, { consistent: true }) },
    { name: 'follow the pointer', run: (db) => db.orders.pointers.last.follow(scope) },
    { name: 'read the sequence', run: (db) => db.orders.sequences.invoice.read(scope, { consistent: true }) },
    {
      name: 'reserve two numbers',
      run: async (db) => {
        const { first, last } = await db.orders.sequences.invoice.reserve(scope, 2)
        return [first, last]
      },
    },
  ],
  riskiest: [
    ['create a at 5', 'create b at 7'],
    ['create a at 5', 'create b at 5'],
    ['create b at 7', 'create b and d'],
    ['update a: at 9', 'create b at 7'],
    ['update a: at 9', 'delete a'],
    ['update a: at 9', 'follow the pointer'],
    ['modify a: one further', 'follow the pointer'],
    ['put a at 8', 'follow the pointer'],
    ['upsert a at 6', 'follow the pointer'],
    ['rebuild the pointer', 'create b at 7'],
    ['rebuild the pointer', 'rebuild the pointer'],
    ['create b at 3 of the customer', 'delete the customer'],
    ['update a: of the customer', 'delete the customer and a'],
    ['put a at 8', 'update a: another tenant'],
    ['create b at 7', 'reserve two numbers'],
    ['read the customer, and update a', 'delete the customer'],
  ],
  triples: [
    ['create a at 5', 'create b at 7', 'rebuild the pointer'],
    ['create a at 5', 'create b and d', 'reserve two numbers'],
    ['create b at 3 of the customer', 'delete the customer', 'create the customer'],
    ['update a: at 9', 'delete a', 'rebuild the pointer'],
    ['update a: at 9', 'create b at 7', 'read the pointer'],
    ['create b at 7', 'delete a', 'follow the pointer'],
  ],
}
