import { constrain, describeModel, type OperationDescription, type When } from '@latchkey/core'
import { testDatabase } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'

/** Every kind of constraint, indexes with keys of several attributes, and a hook that makes a unique value. */
const Account = new Entity({
  model: { entity: 'account', version: '1', service: 'shop' },
  attributes: {
    id: { type: 'string', required: true },
    tenant: { type: 'string', required: true },
    email: { type: 'string', field: 'mail' },
    name: { type: 'string', required: true },
    first: { type: 'string' },
    last: { type: 'string' },
    full: {
      type: 'string',
      watch: ['first', 'last'],
      set: (_: unknown, { first, last }: { first?: string; last?: string }) =>
        first === undefined || last === undefined ? undefined : `${first} ${last}`,
    },
    note: { type: 'string' },
    city: { type: 'string' },
    street: { type: 'string' },
    house: { type: 'string' },
    number: { type: 'number' },
    seen: { type: 'number' },
    hot: { type: 'number' },
    deleted: { type: 'number' },
    parent: { type: 'string' },
    ttl: { type: 'number' },
  },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } },
    byCity: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['city'] },
      sk: { field: 'gsi1sk', composite: ['street', 'house'] },
    },
  },
})
const unique = {
  email: { attributes: ['email'], normalize: 'lowercase', unless: 'deleted' },
  name: { attributes: ['name'], scope: ['tenant'] },
  full: ['full'],
} as const
const sequences = { member: { attribute: 'number', scope: ['tenant'] } } as const
const pointers = {
  last: { attribute: 'seen', scope: ['tenant'] },
  hottest: { attribute: 'hot', advance: 'after' },
} as const
const references = { parent: { entity: Account, attributes: { id: 'parent' } } } as const
const models = {
  all: constrain(Account, { unique, sequences, pointers, references, expires: 'ttl' }),
  plain: constrain(Account, {}),
  pointed: constrain(Account, { pointers }),
}
type Name = keyof typeof models
type Values = Readonly<Record<string, unknown>>

/** Each constraint's own values, to tell whether they move. */
const KEPT: Readonly<Record<string, readonly string[]>> = {
  email: ['email', 'deleted'],
  name: ['name', 'tenant'],
  full: ['full'],
  member: ['tenant'],
  last: ['seen', 'tenant'],
  parent: ['parent'],
}

interface Change {
  readonly before: Values | undefined
  readonly after: Values | undefined
  readonly changed: readonly string[]
  readonly removed?: readonly string[]
  readonly isTransaction?: boolean
}

const hasAll = (item: Values | undefined, names: readonly string[]): boolean =>
  item !== undefined && names.every((name) => item[name] !== undefined)

/** Values that make one key. */
const isSame = (a: unknown, b: unknown): boolean => String(a).toLowerCase() === String(b).toLowerCase()

/** Whether a request is due for a change, by nothing but its description. */
function isDue(when: When, change: Change, role = ''): boolean {
  const { before, after, changed, removed = [], isTransaction = false } = change
  const kept = KEPT[role.split(' of ')[1] ?? ''] ?? []
  return (
    (when.has === undefined || hasAll(after, when.has)) &&
    (when.hasNot === undefined || after?.[when.hasNot] === undefined) &&
    (when.had === undefined || hasAll(before, when.had)) &&
    (when.hadNot === undefined || before?.[when.hadNot] === undefined) &&
    (when.touches === undefined || when.touches.some((name) => changed.includes(name))) &&
    (when.touchesPartOf === undefined ||
      (when.touchesPartOf.some((name) => changed.includes(name)) &&
        !when.touchesPartOf.every((name) => changed.includes(name)))) &&
    (when.removes === undefined || when.removes.some((name) => removed.includes(name))) &&
    (when.isTransaction === undefined || isTransaction) &&
    (when.moves === undefined || when.moves === kept.some((name) => !isSame(before?.[name], after?.[name])))
  )
}

const open = async () => {
  const plans: string[][] = []
  const commands: string[] = []
  const db = await testDatabase(models, {
    observe: {
      onPlan: ({ plan }) => plans.push(plan.writes.map(({ action, role }) => `${action} ${role}`)),
      onRequest: ({ command }) => commands.push(command),
    },
  })
  const parts = { id: 'a', tenant: 't', name: 'n', email: 'E@x', first: 'Ada', last: 'L', parent: 'p' }
  await db.all.create({ id: 'p', tenant: 'u', name: 'parent' })
  const before = { ...parts, seen: 4, hot: 4, city: 'c', street: 's', house: '1', ttl: 9_999_999_999 }
  return {
    db,
    before,
    seen: () => ({ writes: plans.splice(0).map((each) => each.sort()), commands: commands.splice(0) }),
  }
}

/** What a description says is sent: the writes that are made together, and how many items are read. */
function expected({ reads, writes }: OperationDescription, change: Change) {
  const due = writes.filter(({ when, role }) => isDue(when, change, role))
  const at = (timing: string): string[] =>
    due.filter((write) => write.timing === timing).map(({ action, role }) => `${action} ${role}`)
  const isTransaction = at('with').length > 1
  const gets = (['before', 'after'] as const).filter((timing) =>
    reads.some((read) => read.timing === timing && isDue(read.when, { ...change, isTransaction })),
  )
  return { writes: at('with').sort(), after: at('after'), gets: gets.length }
}

const operation = (model: Name, name: string): OperationDescription => {
  const found = describeModel(models[model]).operations.find((each) => each.name === name)
  if (found === undefined) throw new TypeError(`there is no operation ${name}`)
  return found
}

/** The item with what hooks make of it. */
function withFull(item: Values): Values {
  const { first, last } = item
  return typeof first === 'string' && typeof last === 'string' ? { ...item, full: `${first} ${last}` } : item
}

/** What an update writes, with what its hooks do. */
const changedBy = (set: Values): readonly string[] => [
  ...Object.keys(set),
  ...('first' in set || 'last' in set ? ['full'] : []),
]

const UPDATES: readonly Values[] = [
  { note: 'x' },
  { email: 'new@x' },
  { email: 'e@X' },
  { email: 'E@x' },
  { name: 'other' },
  { tenant: 'v' },
  { deleted: 1 },
  { first: 'Eve' },
  { first: 'Eve', last: 'M' },
  { seen: 7 },
  { seen: 4 },
  { hot: 7 },
  { city: 'd' },
  { street: 't' },
  { street: 't', house: '2' },
  { city: 'd', street: 't' },
  { parent: 'p' },
  { ttl: 9_999_999_990 },
  { ttl: 9_999_999_990, email: 'third@x' },
  { note: 'y', seen: 8, name: 'third', city: 'e' },
]

const names = Object.keys(models) as Name[]
const cases = names.flatMap((model) => UPDATES.map((set) => [model, set] as const))

describe('what a description says of each operation is what is sent', () => {
  test.each(cases)('%s.update %j', async (model, set) => {
    const { db, before: given, seen } = await open()
    const { number, ...stored } = await db[model].create(given)
    const before: Values = { ...stored, number }
    seen()
    const change = { before, after: withFull({ ...before, ...set }), changed: changedBy(set) }
    const { writes, after, gets } = expected(operation(model, 'update'), change)
    await db[model].update({ id: 'a' }, { set })
    const found = seen()
    expect(found.writes).toEqual([writes, ...after.map((write) => [write])])
    const sent = found.commands.filter((command) => command !== 'GetItem')
    expect(found.commands).toHaveLength(sent.length + gets)
    expect(operation(model, 'update').requests).toContain(sent[0])
  })

  test.each(names)('%s.update that removes', async (model) => {
    const { db, before: given, seen } = await open()
    const before: Values = await db[model].create(given)
    for (const removed of [['note'], ['street'], ['email'], ['street', 'house']] as const) {
      seen()
      const after = Object.fromEntries(
        Object.entries(before).filter(([name]) => !removed.some((each) => each === name)),
      )
      const { writes, gets } = expected(operation(model, 'update'), {
        before,
        after,
        changed: removed,
        removed,
      })
      await db[model].update({ id: 'a' }, { remove: [...removed] })
      const found = seen()
      expect(found.writes).toEqual([writes])
      expect(found.commands).toHaveLength(gets + 1)
      await db[model].put(given)
    }
  })

  const CREATES: readonly Values[] = [
    {},
    { email: 'b@x' },
    { email: 'b@x', deleted: 1 },
    { seen: 7 },
    { hot: 7 },
    { parent: 'p', first: 'Eve', last: 'M' },
  ]
  test.each(names.flatMap((model) => CREATES.map((more) => [model, more] as const)))(
    '%s.create %j',
    async (model, more) => {
      const { db, seen } = await open()
      seen()
      const item = { id: 'b', tenant: 't', name: 'b', ...more }
      const change = { before: undefined, after: withFull(item), changed: Object.keys(item) }
      const { writes, after, gets } = expected(operation(model, 'create'), change)
      await db[model].create(item)
      const found = seen()
      expect(found.writes).toEqual([writes, ...after.map((write) => [write])])
      expect(found.commands.filter((command) => command === 'GetItem')).toHaveLength(gets)
      expect(operation(model, 'create').requests).toContain(found.commands[gets])
    },
  )

  test.each(names)('%s.delete and put', async (model) => {
    const { db, before: given, seen } = await open()
    const stored: Values = await db[model].create(given)
    seen()
    const next = { ...given, email: 'next@x', seen: 9, ttl: 9_999_999_999 }
    const put = { before: stored, after: withFull(next), changed: ['email', 'seen'] }
    const replaced = expected(operation(model, 'put'), put)
    const item: Values = await db[model].put(next)
    // Its sequence keeps the number, so it is not read.
    const replacing = seen()
    expect(replacing.writes).toEqual([replaced.writes, ...replaced.after.map((write) => [write])])
    expect(operation(model, 'put').requests).toContain(replacing.commands.find((each) => each !== 'GetItem'))
    const { writes, gets } = expected(operation(model, 'delete'), {
      before: item,
      after: undefined,
      changed: [],
    })
    await db[model].delete({ id: 'a' })
    const found = seen()
    expect(found.writes).toEqual([writes])
    expect(found.commands.filter((command) => command === 'GetItem')).toHaveLength(gets)
  })

  test('all lookups and reads of a repository are there, and no others', async () => {
    const { db } = await open()
    const methods = Object.entries({ by: db.all.by, sequences: db.all.sequences, pointers: db.all.pointers })
    const real = methods.flatMap(([group, members]) => Object.keys(members).map((name) => `${group}.${name}`))
    const described = describeModel(models.all).operations.map(({ name }) => name)
    const grouped = described.filter((name) => /^(by|pointers|sequences)\./.test(name))
    expect([...new Set(grouped.map((name) => name.split('.').slice(0, 2).join('.')))]).toEqual(real)
    expect(described.filter((name) => name.startsWith('query.'))).toEqual(
      Object.keys(db.all.query).map((name) => `query.${name}`),
    )
  })
})
