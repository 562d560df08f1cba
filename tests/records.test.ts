import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { constrain, counter } from '@latchkey/core'
import { testDatabase } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { readTable } from './table.js'

const Doc = new Entity({
  model: { entity: 'doc', version: '1', service: 'shop' },
  attributes: {
    id: { type: 'string', required: true },
    slug: { type: 'string' },
    no: { type: 'number' },
    at: { type: 'number' },
    tags: { type: 'set', items: 'string' },
    body: { type: 'any' },
    secret: { type: 'string', hidden: true },
  },
  indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
})
const docs = constrain(Doc, {
  unique: { slug: ['slug'] },
  pointers: { last: { attribute: 'at' } },
  sequences: { no: { attribute: 'no' } },
})
const visits = counter({ service: 'shop', name: 'visits' })

/** An image as Lambda delivers it: JSON, with binary values as base64. */
function asDelivered(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (Array.isArray(value)) return value.map(asDelivered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asDelivered(inner)]))
}
const record = (before?: Record<string, AttributeValue>, after?: Record<string, AttributeValue>): never =>
  ({
    eventName: before === undefined ? 'INSERT' : after === undefined ? 'REMOVE' : 'MODIFY',
    dynamodb: {
      ...(before && { OldImage: asDelivered(before) }),
      ...(after && { NewImage: asDelivered(after) }),
    },
  }) as never

describe('a stream record', () => {
  const open = async () => {
    const db = await testDatabase({ docs, visits })
    const body = { bytes: new Uint8Array([0, 255, 7]), list: [1, { deep: new Uint8Array([1]) }] }
    const doc = { id: '1', slug: 's', at: 5, tags: ['a', 'b'], body, secret: 'x' }
    await db.docs.create(doc, { idempotencyKey: 'k' })
    await db.visits.increment()
    const items = await readTable(db)
    const item = items.find((each) => each['__edb_e__'] !== undefined)
    if (item === undefined) throw new Error('no item')
    return { db, items, item }
  }

  test('of an item is the item before and after, as a repository gives it', async () => {
    const { db, item } = await open()
    const stored = await db.docs.get({ id: '1' })
    expect(stored).toMatchObject({ id: '1', no: 1, at: 5 })
    expect(db.$record(record(undefined, item))).toEqual({
      kind: 'item',
      model: 'docs',
      before: null,
      after: stored,
    })
    expect(db.$record(record(item, { ...item, at: { N: '6' } }))).toEqual({
      kind: 'item',
      model: 'docs',
      before: stored,
      after: { ...stored, at: 6 },
    })
    expect(db.$record(record(item))).toEqual({ kind: 'item', model: 'docs', before: stored, after: null })
  })

  test('of an item of ours says whose it is', async () => {
    const { db, items } = await open()
    const seen = items.flatMap((item) =>
      [record(undefined, item), record(item)].map((each) => db.$record(each)),
    )
    const own = seen.flatMap((each) => (each.kind === 'item' ? [] : [JSON.stringify(each)]))
    expect([...new Set(own)].sort()).toEqual(
      [
        { kind: 'counter', constraint: 'shop.visits' },
        { kind: 'guard', constraint: 'shop.doc.slug' },
        { kind: 'idempotency', constraint: 'shop.doc.create' },
        { kind: 'pointer', constraint: 'shop.doc.last' },
        { kind: 'sequence', constraint: 'shop.doc.no' },
      ].map((each) => JSON.stringify(each)),
    )
  })

  test('of anything else is foreign, and what is no record is refused', async () => {
    const { db, item } = await open()
    expect(db.$record(record(undefined, { pk: { S: 'x' }, sk: { S: 'y' } }))).toEqual({ kind: 'foreign' })
    expect(db.$record(record({ ...item, __edb_e__: { S: 'other' } }))).toEqual({ kind: 'foreign' })
    expect(db.$record(record())).toEqual({ kind: 'foreign' })
    for (const wrong of [undefined, null, {}, 'record', { dynamodb: 1 }])
      expect(() => db.$record(wrong as never)).toThrow(
        expect.objectContaining({ code: 'INVALID_INPUT' }) as Error,
      )
  })
})
