import { PutItemCommand } from '@aws-sdk/client-dynamodb'
import { constrain } from '@latchkey/core'
import { testDatabase, testTable } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { users } from './models.js'
import { expectSound, readTable } from './table.js'

const Doc = new Entity({
  model: { entity: 'doc', version: '1', service: 'shop' },
  attributes: {
    id: { type: 'string', required: true },
    slug: { type: 'string' },
    shelf: { type: 'string' },
    state: { type: 'string' },
    createdBy: { type: 'string', readOnly: true },
    no: { type: 'number' },
  },
  indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
})
const docs = constrain(Doc, {
  unique: { slug: ['slug'] },
  sequences: { no: { attribute: 'no', scope: ['shelf'] } },
})
const Counted = new Entity({
  model: { entity: 'counted', version: '1', service: 'shop' },
  attributes: { id: { type: 'string', required: true }, revision: { type: 'number' } },
  indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
})
const counted = constrain(Counted, { version: 'revision' })
const Loan = new Entity({
  model: { entity: 'loan', version: '1', service: 'shop' },
  attributes: {
    id: { type: 'string', required: true },
    shelf: { type: 'string' },
    place: { type: 'string' },
    day: { type: 'number' },
  },
  indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
})
const Slot = new Entity({
  model: { entity: 'slot', version: '1', service: 'shop' },
  attributes: { shelf: { type: 'string', required: true }, place: { type: 'string', required: true } },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['shelf'] }, sk: { field: 'sk', composite: ['place'] } },
  },
})
const slots = constrain(Slot, {})
const loans = constrain(Loan, {
  references: { slot: { entity: Slot, attributes: { shelf: 'shelf', place: 'place' } } },
  pointers: { last: { attribute: 'day', scope: ['shelf'] } },
})

const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems']

const open = async () => {
  const db = await testDatabase(
    { docs, users, counted, slots, loans },
    { retry: { attempts: 5, baseDelayMs: 1, maxDelayMs: 5 } },
  )
  /** Runs something between what an operation reads and what it writes. */
  const overtaken = async <T>(run: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<T> => {
    const { dynamo } = testTable(db)
    const gate = dynamo.hold({ operation: WRITES })
    const running = run()
    const [held] = await gate.waitFor()
    const other = meanwhile()
    const [, second] = await gate.waitFor(2)
    await gate.release(second)
    await other
    await gate.release(held)
    gate.open()
    return running
  }
  return { db, overtaken }
}

describe('a put that is overtaken', () => {
  test('by a create replaces what was created, and releases its values', async () => {
    const { db, overtaken } = await open()
    const put = await overtaken(
      () => db.docs.put({ id: '1', slug: 'mine' }),
      () => db.docs.create({ id: '1', slug: 'other', state: 'there' }),
    )
    expect(put).toEqual({ id: '1', slug: 'mine' })
    expect(await db.docs.get({ id: '1' })).toEqual(put)
    expect(await db.docs.by.slug({ slug: 'other' })).toBeNull()
    await expectSound(db)
  })

  test('by an update of what it replaces releases the value that there is now', async () => {
    const { db, overtaken } = await open()
    await db.docs.create({ id: '1', slug: 'first' })
    await overtaken(
      () => db.docs.put({ id: '1', slug: 'mine' }),
      () => db.docs.update({ id: '1' }, { set: { slug: 'other' } }),
    )
    expect(await db.docs.by.slug({ slug: 'mine' })).toMatchObject({ id: '1' })
    await expectSound(db)
  })

  test('by a delete creates', async () => {
    const { db, overtaken } = await open()
    await db.docs.create({ id: '1', slug: 'first' })
    await overtaken(
      () => db.docs.put({ id: '1', slug: 'mine' }),
      () => db.docs.delete({ id: '1' }),
    )
    expect(await db.docs.get({ id: '1' })).toEqual({ id: '1', slug: 'mine' })
    await expectSound(db)
  })

  test('by a move to another scope does not keep the number of that scope', async () => {
    const { db, overtaken } = await open()
    await db.docs.create({ id: '0', shelf: 'a' })
    await db.docs.create({ id: '1', shelf: 'a' })
    expect(
      await overtaken(
        () => db.docs.put({ id: '1', shelf: 'a' }),
        () => db.docs.update({ id: '1' }, { set: { shelf: 'b' } }),
      ),
    ).toMatchObject({ no: 3 })
  })
})

describe('an upsert that is overtaken', () => {
  test('by a create changes what was created, without onInsert', async () => {
    const { db, overtaken } = await open()
    expect(
      await overtaken(
        () => db.docs.upsert({ id: '1', slug: 'mine' }, { onInsert: { state: 'new' } }),
        () => db.docs.create({ id: '1', slug: 'other', state: 'there' }),
      ),
    ).toEqual({ id: '1', slug: 'mine', state: 'there' })
    await expectSound(db)
  })

  test('by a delete creates, with onInsert', async () => {
    const { db, overtaken } = await open()
    await db.docs.create({ id: '1', slug: 'other', state: 'there' })
    expect(
      await overtaken(
        () => db.docs.upsert({ id: '1', slug: 'mine' }, { onInsert: { state: 'new' } }),
        () => db.docs.delete({ id: '1' }),
      ),
    ).toEqual({ id: '1', slug: 'mine', state: 'new' })
    await expectSound(db)
  })
})

describe('a delete that is overtaken', () => {
  test('gives back what it deleted, not what it read', async () => {
    const { db, overtaken } = await open()
    await db.users.create({ id: '1', email: 'a', name: 'old' })
    expect(
      await overtaken(
        () => db.users.delete({ id: '1' }),
        () => db.users.update({ id: '1' }, { set: { name: 'new' } }),
      ),
    ).toMatchObject({ id: '1', name: 'new' })
    expect(await readTable(db)).toEqual([])
  })

  test('is refused where the item that the caller gave is no longer so, also if it gives nothing back', async () => {
    const { db } = await open()
    const user = await db.users.create({ id: '1', email: 'a', name: 'old' })
    await db.users.update({ id: '1' }, { set: { name: 'new' } })
    for (const returns of ['none', 'item'] as const)
      await expect(db.users.delete({ id: '1' }, { current: user, returns })).rejects.toMatchObject({
        code: 'VERSION',
      })
    expect(await db.users.get({ id: '1' })).toMatchObject({ name: 'new' })
  })
})

test('a put over an item that is older than its version begins to count it', async () => {
  const { db } = await open()
  const plain = constrain(Counted, {})
  const { name: table, dynamo } = testTable(db)
  const older = (await testDatabase({ plain })).$with({ client: dynamo.client, table })
  await older.plain.create({ id: '1' })
  expect(await db.counted.put({ id: '1' })).toMatchObject({ revision: 1 })
  expect(await db.counted.put({ id: '1' })).toMatchObject({ revision: 2 })
})

describe('an update that is overtaken', () => {
  test('refers to what both leave behind: half a reference each makes none to what is not there', async () => {
    const { db, overtaken } = await open()
    for (const [shelf, place] of [
      ['a', '1'],
      ['b', '1'],
      ['a', '2'],
    ] as const)
      await db.slots.create({ shelf, place })
    await db.loans.create({ id: 'l', shelf: 'a', place: '1' })
    const late = overtaken(
      () => db.loans.update({ id: 'l' }, { set: { shelf: 'b' } }),
      () => db.loans.update({ id: 'l' }, { set: { place: '2' } }),
    )
    await expect(late).rejects.toMatchObject({ code: 'REFERENCE' })
    expect(await db.loans.get({ id: 'l' })).toEqual({ id: 'l', shelf: 'a', place: '2' })
  })

  test('moves the pointer of the scope that there is now', async () => {
    const { db, overtaken } = await open()
    await db.loans.create({ id: 'l', shelf: 'a', day: 1 })
    await overtaken(
      () => db.loans.update({ id: 'l' }, { set: { day: 5 } }),
      () => db.loans.update({ id: 'l' }, { set: { shelf: 'b' } }),
    )
    expect(await db.loans.pointers.last.read({ shelf: 'a' })).toMatchObject({ value: 1 })
    expect(await db.loans.pointers.last.read({ shelf: 'b' })).toMatchObject({ value: 5 })
  })
})

describe('an upsert of what is there', () => {
  test('leaves alone what is read-only, and what it is given counts more than onInsert', async () => {
    const { db } = await open()
    const input = { id: '1', createdBy: 'ada', state: 'given' }
    const made = { id: '1', createdBy: 'ada', state: 'given' }
    expect(await db.docs.upsert(input, { onInsert: { state: 'inserted' } })).toEqual(made)
    expect(await db.docs.upsert({ ...input, createdBy: 'bob', state: 'moved' })).toEqual({
      ...made,
      state: 'moved',
    })
  })
})

describe('what a transaction left behind', () => {
  /** An update whose item is read back once something else was done. */
  const readBackAfter = async (
    meanwhile: (context: Awaited<ReturnType<typeof open>> & { readonly stop: AbortController }) => unknown,
  ) => {
    const opened = await open()
    const { db } = opened
    const { dynamo } = testTable(db)
    await db.users.create({ id: '1', email: 'a', n: 1 })
    const stop = new AbortController()
    const writes = dynamo.hold({ operation: WRITES })
    const changes = { set: { email: 'b' }, add: { n: 4 } }
    const running = db.users.update({ id: '1' }, changes, { signal: stop.signal })
    await writes.waitFor()
    const reads = dynamo.hold({ operation: 'GetItem' })
    await writes.release()
    writes.open()
    await reads.waitFor()
    await meanwhile({ ...opened, stop })
    reads.open()
    return running
  }

  test('is read back although the caller gives up meanwhile', async () => {
    expect(await readBackAfter(({ stop }) => stop.abort())).toMatchObject({ email: 'b', n: 5 })
  })

  test('is given back as it was computed where something else is there by then', async () => {
    const item = await readBackAfter(async ({ db }) => {
      const [stored] = (await readTable(db)).filter((each) => each['_lk'] === undefined)
      await testTable(db).dynamo.client.send(
        new PutItemCommand({
          TableName: testTable(db).name,
          Item: { pk: { S: stored?.['pk']?.S ?? '' }, sk: { S: stored?.['sk']?.S ?? '' }, x: { S: 'x' } },
        }),
      )
    })
    expect(item).toMatchObject({ id: '1', email: 'b' })
  })
})
