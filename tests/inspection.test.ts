import { type AttributeValue, DeleteItemCommand, GetItemCommand } from '@aws-sdk/client-dynamodb'
import { constrain, counter, inspectDatabase, singleton } from '@latchkey/core'
import { testDatabase, testTable } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { readTable } from './table.js'

const Member = new Entity({
  model: { entity: 'member', version: '1', service: 'club' },
  attributes: {
    id: { type: 'string', required: true },
    club: { type: 'string', required: true },
    email: { type: 'string', field: 'mail', set: (value) => value?.trim() },
    number: { type: 'string' },
    seen: { type: 'number' },
    tags: { type: 'set', items: 'string' },
    ttl: { type: 'number' },
  },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } },
    byClub: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['club'] },
      sk: { field: 'gsi1sk', composite: ['email'] },
    },
  },
})
const Flags = new Entity({
  model: { entity: 'flags', version: '1', service: 'club' },
  attributes: { on: { type: 'boolean' } },
  indexes: { primary: { pk: { field: 'pk', composite: [] }, sk: { field: 'sk', composite: [] } } },
})
const models = {
  members: constrain(Member, {
    unique: { email: { attributes: ['email'], scope: ['club'], normalize: 'lowercase' } },
    sequences: { number: { attribute: 'number', scope: ['club'], format: 'M-{000}', start: 998 } },
    pointers: { last: { attribute: 'seen', scope: ['club'] } },
    expires: 'ttl',
  }),
  flags: singleton(Flags, { defaults: {} }),
  visits: counter({ service: 'club', name: 'visits' }),
}

const ada = { id: 'a', club: 'c', email: 'Ada@x', seen: 4, tags: ['x'] }

const open = async () => {
  const db = await testDatabase(models)
  const inspection = inspectDatabase(db)
  const get = async (key: Readonly<Record<string, AttributeValue>>) =>
    (
      await inspection.client.send(
        new GetItemCommand({ TableName: inspection.table, Key: key, ConsistentRead: true }),
      )
    ).Item
  return { db, get, ...inspection }
}

describe('where in the table something stands', () => {
  test('an item by its key attributes, a singleton without any', async () => {
    const { db, get, keyOf } = await open()
    await db.members.create(ada)
    await db.flags.update({ set: { on: true } })
    expect(await get(keyOf('members', { id: 'a' }))).toMatchObject({ mail: { S: 'Ada@x' } })
    expect(await get(keyOf('flags', {}))).toMatchObject({ on: { BOOL: true } })
    expect(() => keyOf('members', {})).toThrow('id: is missing')
  })

  test('a guard by the values of a caller, spelt as they are stored', async () => {
    const { db, get, guardKeyOf } = await open()
    await db.members.create(ada)
    const guard = await get(guardKeyOf('members', 'email', { club: 'c', email: ' ADA@x ' }))
    expect(guard?.['_lk']).toEqual({ S: 'guard' })
    expect(() => guardKeyOf('members', 'email', { email: 'x' })).toThrow('club: is missing')
    expect(() => guardKeyOf('members', 'mail', {})).toThrow('mail is no unique constraint of member')
    expect(() => guardKeyOf('visits', 'email', {})).toThrow('visits is no model or singleton')
    expect(() => keyOfNothing()).toThrow('nothing is no model or singleton')
    function keyOfNothing(): unknown {
      return guardKeyOf('nothing', 'email', {})
    }
  })

  test('an item as the table holds it is what a create stores', async () => {
    const { db, get, keyOf, storedOf } = await open()
    const created = await db.members.create(ada)
    const stored = await get(keyOf('members', { id: 'a' }))
    expect(storedOf('members', { ...created, tags: new Set(ada.tags) })).toEqual(stored)
    expect(() => storedOf('members', { ...created, mail: 'x' })).toThrow('mail: is no attribute of member')
  })
})

describe('what an item must have beside it', () => {
  test('its number, as the sequence counts it', async () => {
    const { db, inspect } = await open()
    for (const id of ['a', 'b', 'c']) await db.members.create({ id, club: 'c' })
    const found = (await readTable(db)).map(inspect)
    const numbers = found.flatMap((each) => (each.kind === 'item' ? each.sequences : []))
    expect(numbers.map(({ value }) => value.N).sort()).toEqual(['1000', '998', '999'])
    const held = found.flatMap((each) => (each.kind === 'sequence' ? [each.value] : []))
    expect(held).toEqual([{ N: '1000' }])
    const item = { ...ada, number: 'M-1' }
    expect(inspect(inspectDatabase(db).storedOf('members', item))).toMatchObject({
      sequences: [{ name: 'number', value: { N: '1' } }],
    })
    for (const number of ['X-1', 'M-', 'M-1x'])
      expect(inspect(inspectDatabase(db).storedOf('members', { ...ada, number }))).toMatchObject({
        sequences: [],
      })
  })
})

describe('whether a guard is its owner’s', () => {
  const now = Date.parse('2030-01-01')

  test('as long as the owner has the value; a guard of a model that is not here is nobody’s to judge', async () => {
    const { db, get, keyOf, guardKeyOf, judge, storedOf } = await open()
    await db.members.create(ada)
    const guard = (await get(guardKeyOf('members', 'email', { club: 'c', email: 'ada@x' }))) ?? {}
    const owner = await get(keyOf('members', { id: 'a' }))
    expect(judge(guard, owner, now)).toBe('held')
    expect(judge(guard, undefined, now)).toBe('gone')
    expect(judge(guard, storedOf('members', { ...ada, email: 'other@x' }), now)).toBe('moved')
    const before = now / 1000 - 301
    expect(judge(guard, { ...owner, ttl: { N: String(before) } }, now)).toBe('expired')
    // Five minutes are left to clocks that differ.
    expect(judge(guard, { ...owner, ttl: { N: String(before + 2) } }, now)).toBe('held')
    expect(judge({ ...guard, _lk_of: { S: 'other.model.email' } }, owner, now)).toBe('unknown')
  })

  test('the next claim says the same', async () => {
    const { db, client, table, keyOf } = await open()
    await db.members.create(ada)
    await client.send(new DeleteItemCommand({ TableName: table, Key: { ...keyOf('members', { id: 'a' }) } }))
    await db.members.create({ ...ada, id: 'b' })
    expect((await testTable(db).stored()).filter((item) => item['_lk'] !== undefined)).toHaveLength(3)
  })
})
