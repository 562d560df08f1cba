import { connect, constrain } from '@latchkey/core'
import { testDatabase, testTable } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { expectSound, Requests, readTable } from './table.js'

const Invoice = new Entity({
  model: { entity: 'invoice', version: '1', service: 'shop' },
  attributes: {
    id: { type: 'string', required: true, default: () => crypto.randomUUID() },
    tenantId: { type: 'string', set: (value?: string) => value?.toLowerCase() },
    number: { type: 'number', required: true },
    label: { type: 'string' },
    email: { type: 'string' },
  },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } },
    byNumber: {
      index: 'number-index',
      pk: { field: 'gpk', composite: ['tenantId'] },
      sk: { field: 'gsk', composite: ['number'] },
    },
  },
})
const invoices = constrain(Invoice, {
  unique: { email: ['email'] },
  sequences: {
    number: { attribute: 'number', scope: ['tenantId'] },
    label: { attribute: 'label', start: 100, step: 10, format: 'INV-{000000}' },
  },
})
const loose = constrain(Invoice, { sequences: { number: { attribute: 'number', gapless: false } } })

/** Keyed by the number itself. */
const Ticket = new Entity({
  model: { entity: 'ticket', version: '1', service: 'shop' },
  attributes: {
    queue: { type: 'string', required: true },
    no: { type: 'number', required: true },
    text: { type: 'string' },
  },
  indexes: { primary: { pk: { field: 'pk', composite: ['queue'] }, sk: { field: 'sk', composite: ['no'] } } },
})
const tickets = constrain(Ticket, { sequences: { no: { attribute: 'no', scope: ['queue'] } } })
const t = { tenantId: 'T' }
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

describe('a sequence', () => {
  test('numbers items by the create itself, each scope by its own, after hooks', async () => {
    const requests = new Requests()
    const db = await testDatabase({ invoices }, { observe: requests.observe })
    const one = await db.invoices.create({ ...t })
    expect(one).toMatchObject({ tenantId: 't', number: 1, label: 'INV-000100' })
    expect(requests.take()).toEqual(['GetItem', 'GetItem', 'TransactWriteItems'])
    expect(await db.invoices.create({ tenantId: 't' })).toMatchObject({ number: 2, label: 'INV-000110' })
    expect(await db.invoices.create({ tenantId: 'U' })).toMatchObject({ number: 1, label: 'INV-000120' })
    expect(await db.invoices.sequences.number.read({ tenantId: 't' })).toBe(2)
    expect(await db.invoices.sequences.label.read({})).toBe(120)
    const found = await db.invoices.query.byNumber({ tenantId: 't', number: 2 }).go()
    expect(found.data).toMatchObject([{ label: 'INV-000110' }])
    const items = (await readTable(db)).filter((item) => item['_lk']?.S === 'sequence')
    expect(items.map((item) => item['pk']?.S).sort()).toEqual([
      'SEQ#shop.invoice.label',
      'SEQ#shop.invoice.number#t',
      'SEQ#shop.invoice.number#u',
    ])
  })

  test('cannot be set by hand', async () => {
    const db = await testDatabase({ invoices })
    await expect(db.invoices.create({ ...t, number: 7 } as never)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      problems: [{ path: 'number' }],
    })
    const one = await db.invoices.create({ ...t })
    for (const changes of [{ set: { number: 7 } }, { add: { number: 1 } }, { remove: ['label'] }])
      await expect(db.invoices.update({ id: one.id }, changes as never)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      })
    await expect(
      db.invoices.update({ id: one.id }, { data: (a, { set }) => set(Reflect.get(a, 'number'), 7) }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT', problems: [{ path: 'data.number' }] })
    expect(await db.invoices.get({ id: one.id })).toEqual(one)
  })

  test('gives 50 creates at the same moment 50 consecutive numbers, from one process and from several', async () => {
    const db = await testDatabase({ invoices }, { retry: { attempts: 200, baseDelayMs: 1, maxDelayMs: 20 } })
    const { dynamo, name } = testTable(db)
    const others = Array.from({ length: 3 }, () => db.$with({ client: dynamo.client, table: name }))
    const all = [db, ...others]
    const made = await Promise.all(upTo(50).map((at) => (all[at % 4] ?? db).invoices.create({ ...t })))
    expect(made.map(({ number }) => number).sort((a, b) => a - b)).toEqual(upTo(50))
    await expectSound(db)
  })

  test('leaves no gap where a create is refused, and none where answers are lost', async () => {
    const db = await testDatabase({ invoices }, { retry: { attempts: 30, baseDelayMs: 1, maxDelayMs: 5 } })
    const { faults } = testTable(db).dynamo
    await db.invoices.create({ ...t, email: 'a' })
    await expect(db.invoices.create({ ...t, email: 'a' })).rejects.toMatchObject({ code: 'UNIQUE' })
    faults.lostAnswer({ operation: 'TransactWriteItems', times: 4 })
    faults.conflict({ operation: 'TransactWriteItems', times: 2 })
    const made = await Promise.all(upTo(10).map(() => db.invoices.create({ ...t })))
    expect(made.map(({ number }) => number).sort((a, b) => a - b)).toEqual(upTo(11).slice(1))
  })

  test('may be part of the key', async () => {
    const db = await testDatabase({ tickets })
    const made = await Promise.all(upTo(5).map((at) => db.tickets.create({ queue: 'q', text: `${at}` })))
    expect(made.map(({ no }) => no).sort()).toEqual(upTo(5))
    expect(await db.tickets.get({ queue: 'q', no: 3 })).toMatchObject({ no: 3 })
    expect((await db.tickets.query.primary({ queue: 'q' }).go()).data.map(({ no }) => no)).toEqual(upTo(5))
  })

  test('without gapless is one atomic write ahead, and gives different numbers', async () => {
    const requests = new Requests()
    const db = await testDatabase({ loose }, { observe: requests.observe })
    await db.loose.create({})
    expect(requests.take()).toEqual(['UpdateItem', 'PutItem'])
    const made = await Promise.all(upTo(20).map(() => db.loose.create({})))
    expect(new Set(made.map(({ number }) => number)).size).toBe(20)
  })

  test('without gapless gives a create its number once, however often that is tried', async () => {
    const both = constrain(Invoice, {
      sequences: {
        label: { attribute: 'label', format: '{0}' },
        number: { attribute: 'number', gapless: false },
      },
    })
    const db = await testDatabase({ both })
    const { dynamo, name } = testTable(db)
    const other = connect({ both }, { client: dynamo.client, table: name })
    const gate = dynamo.hold({ operation: 'TransactWriteItems' })
    const late = db.both.create({})
    const [held] = await gate.waitFor()
    const early = other.both.create({})
    const [, second] = await gate.waitFor(2)
    await gate.release(second)
    expect(await early).toMatchObject({ label: '1', number: 2 })
    await gate.release(held)
    gate.open()
    expect(await late).toMatchObject({ label: '2', number: 1 })
    expect(await db.both.sequences.number.read()).toBe(2)
  })

  test('gives a transaction what was reserved', async () => {
    const db = await testDatabase({ invoices })
    const number = await db.invoices.sequences.number.reserve({ tenantId: 't' }, 2)
    await db.invoices.create({ ...t })
    const made = await db.$transaction((tx) => [
      tx.invoices.create({ ...t }, { reserved: { number } }),
      tx.invoices.create({ ...t }, { reserved: { number } }),
    ])
    expect(made).toMatchObject([{ number: 1 }, { number: 2 }])
    expect(number.remaining).toBe(0)
  })

  test('is reserved in blocks for bulk loads', async () => {
    const db = await testDatabase({ invoices })
    await db.invoices.create({ ...t })
    const block = await db.invoices.sequences.number.reserve({ tenantId: 't' }, 3)
    expect([block.first, block.last, block.remaining]).toEqual([2, 4, 3])
    expect(await db.invoices.create({ ...t })).toMatchObject({ number: 5 })
    const made = await Promise.all(
      upTo(3).map(() => db.invoices.create({ ...t }, { reserved: { number: block } })),
    )
    expect(made.map(({ number }) => number).sort()).toEqual([2, 3, 4])
    await expect(db.invoices.create({ ...t }, { reserved: { number: block } })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    const other = await db.invoices.sequences.number.reserve({ tenantId: 'u' }, 1)
    await expect(db.invoices.create({ ...t }, { reserved: { number: other } })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    for (const count of [0, 1.5, -1])
      await expect(db.invoices.sequences.number.reserve({ tenantId: 't' }, count)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      })
  })

  test('ends below 2^53, where numbers are no longer exact, however they are taken', async () => {
    const last = Number.MAX_SAFE_INTEGER
    const ending = (gapless: boolean) =>
      constrain(Invoice, {
        sequences: { number: { attribute: 'number', scope: ['tenantId'], start: last, gapless } },
      })
    const db = await testDatabase({ strict: ending(true) })
    const loose = await testDatabase({ loose: ending(false) })
    const usedUp = {
      code: 'INVALID_INPUT',
      problems: [{ path: 'number', message: 'has no number left below 2^53: its sequence is used up' }],
    }
    const reserve = (tenantId: string, count: number) =>
      db.strict.sequences.number.reserve({ tenantId }, count)
    expect(await reserve('t', 1)).toMatchObject({ first: last, last })
    await expect(reserve('t', 1)).rejects.toMatchObject(usedUp)
    await expect(reserve('u', 2)).rejects.toMatchObject(usedUp)
    await expect(db.strict.create({ tenantId: 't' })).rejects.toMatchObject(usedUp)
    expect(await loose.loose.create({ tenantId: 't' })).toMatchObject({ number: last })
    await expect(loose.loose.create({ tenantId: 't' })).rejects.toMatchObject(usedUp)
  })

  test('says when it is declared what cannot work', () => {
    const declare = (sequence: object) => () => constrain(Invoice, { sequences: { x: sequence } } as never)
    expect(declare({ attribute: 'nope' })).toThrow(/sequences\.x\.attribute: nope is no attribute/)
    expect(declare({ attribute: 'label' })).toThrow(/format: is needed/)
    expect(declare({ attribute: 'label', format: 'INV' })).toThrow(/format: has to be a text with one/)
    expect(declare({ attribute: 'number', format: '{0}' })).toThrow(/format: is for string/)
    expect(declare({ attribute: 'number', step: 0 })).toThrow(/step: has to be a whole number above 0/)
    expect(declare({ attribute: 'number', scopes: ['tenantId'] })).toThrow(/scopes: is no option/)
  })
})
