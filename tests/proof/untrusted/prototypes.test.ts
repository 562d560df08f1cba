import { constrain } from '@latchkey/core'
import { testDatabase, testTable } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { expect, test } from 'vitest'
import { expectSound } from '../../table.js'

/** ElectroDB takes no attributes and fields of such names, but entities and services. */
const Named = new Entity({
  model: { entity: 'constructor', version: '1', service: 'toString' },
  attributes: {
    id: { type: 'string', required: true },
    a: { type: 'string' },
    b: { type: 'string' },
    c: { type: 'string' },
    n: { type: 'number' },
  },
  indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
})

const PROTO = '__proto__'
/** `__proto__` in brackets is a name as any other. */
const names = constrain(Named, {
  unique: {
    [PROTO]: { attributes: ['a'] },
    constructor: { attributes: ['b'], scope: ['c'] },
  },
  pointers: { toString: { attribute: 'n' } },
})

test('constraints, entities and services may be called as what every object has', async () => {
  const db = await testDatabase({ constructor: names })
  const { constructor: repository } = db
  await repository.create({ id: '1', a: 'x', b: 'y', c: 't', n: 1 })
  const again = { code: 'UNIQUE' }
  await expect(repository.create({ id: '2', a: 'x' })).rejects.toMatchObject(again)
  await expect(repository.create({ id: '2', b: 'y', c: 't' })).rejects.toMatchObject(again)
  // An item without these attributes has none of them, whatever an object inherits.
  await repository.create({ id: '3' })
  await repository.create({ id: '4' })
  const kinds = (await testTable(db).stored()).map((item) => item['_lk']?.S ?? 'item')
  expect(kinds.sort()).toEqual(['guard', 'guard', 'item', 'item', 'item', 'pointer'])
  expect(await repository.by[PROTO]({ a: 'x' })).toMatchObject({ id: '1' })
  expect(await repository.by.constructor({ b: 'y', c: 't' })).toMatchObject({ id: '1' })
  expect(await repository.pointers.toString.read()).toMatchObject({ value: 1 })
  await repository.update({ id: '1' }, { set: { a: 'z' }, remove: ['b'] })
  await repository.create({ id: '2', a: 'x', b: 'y', c: 't' })
  await expectSound(db)
})

const Account = new Entity({
  model: { entity: 'account', version: '1', service: 'shop' },
  attributes: {
    id: { type: 'string', required: true },
    email: { type: 'string' },
    meta: { type: 'any' },
    map: { type: 'map', properties: { inner: { type: 'string' } } },
  },
  indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
})
const accounts = constrain(Account, { unique: { email: ['email'] } })

/** As a body of a request comes in: `__proto__` is a property of its own there. */
const parsed = (text: string): never => JSON.parse(text) as never

/** Bodies, and what of them may be nowhere in the table: it stands in a prototype. */
const POLLUTED: readonly (readonly [string, readonly string[]])[] = [
  ['{"id":"p","__proto__":{"email":"stolen","polluted":true}}', ['stolen', 'polluted']],
  ['{"id":"p","constructor":{"prototype":{"polluted":true}}}', ['polluted']],
  ['{"__proto__":{"id":"smuggled"},"email":"x"}', ['smuggled']],
  ['{"id":"p","map":{"__proto__":{"inner":"stolen"}}}', ['stolen']],
  ['{"__proto__":{"set":{"email":"stolen"},"current":{},"version":1},"set":{"meta":1}}', ['stolen']],
]

test.each(POLLUTED)(
  'what is parsed from %s is refused, or harms nothing',
  async (text, absent) => {
    const db = await testDatabase({ accounts })
    await db.accounts.create({ id: '1', email: 'mine' })
    const before = Object.getOwnPropertyNames(Object.prototype)
    const attempts: (() => Promise<unknown>)[] = [
      () => db.accounts.create(parsed(text)),
      () => db.accounts.put(parsed(text)),
      () => db.accounts.upsert(parsed(text)),
      () => db.accounts.upsert({ id: 'q' }, { onInsert: parsed(text) }),
      () => db.accounts.update({ id: '1' }, { set: parsed(text) }),
      () => db.accounts.update({ id: '1' }, parsed(text)),
      () => db.accounts.update(parsed(text), { set: { email: 'x' } }),
      () => db.accounts.update({ id: '1' }, { set: { email: 'x' } }, parsed(text)),
      () => db.accounts.modify({ id: '1' }, () => ({ set: parsed(text) })),
      () => db.accounts.get(parsed(text)),
      () => db.accounts.by.email(parsed(text)),
      () => db.accounts.createMany([parsed(text)], { atomic: true }),
      () => db.$transaction((tx) => tx.accounts.create(parsed(text))),
    ]
    for (const attempt of attempts) await attempt().catch(() => undefined)
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
    expect([Reflect.get({}, 'polluted'), Reflect.get({}, 'email')]).toEqual([undefined, undefined])
    const stored = JSON.stringify(await testTable(db).stored())
    expect(absent.filter((each) => stored.includes(each))).toEqual([])
  },
  60_000,
)

test('halves of a surrogate pair have no form in a key, and are refused wherever one is made', async () => {
  const db = await testDatabase({ accounts })
  const half = 'x\uD800'
  const refused: (() => Promise<unknown>)[] = [
    () => db.accounts.create({ id: '1', email: half }),
    () => db.accounts.create({ id: half }),
    () => db.accounts.put({ id: '1', email: half }),
    () => db.accounts.upsert({ id: '1', email: half }),
    () => db.accounts.by.email({ email: half }),
    () => db.accounts.get({ id: half }),
    () => db.accounts.delete({ id: half }),
    () => db.$transaction((tx) => tx.accounts.create({ id: '1', email: half })),
  ]
  for (const attempt of refused) await expect(attempt()).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await db.accounts.create({ id: '1', email: 'x' })
  await expect(db.accounts.update({ id: '1' }, { set: { email: half } })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  })
  expect(await testTable(db).stored()).toHaveLength(2)
})
