import { singleton } from '@latchkey/core'
import { testDatabase } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'

const Limits = new Entity({
  model: { entity: 'limits', version: '1', service: 'app' },
  attributes: {
    limits: { type: 'map', properties: { max: { type: 'number' } } },
    list: { type: 'list', items: { type: 'string' } },
    deep: { type: 'any' },
    schema: { type: 'any', required: true, default: { own: ['schema'] } },
    note: { type: 'string' },
  },
  indexes: {
    primary: {
      pk: { field: 'pk', composite: [], template: 'LIMITS', casing: 'none' },
      sk: { field: 'sk', composite: [], template: 'V1', casing: 'none' },
    },
  },
})

const fresh = () => ({
  limits: { max: 1 },
  list: ['a'],
  deep: { rows: [{ n: 1 }], tags: new Set(['x']), bytes: new Uint8Array([1, 2]), at: new Map([['k', [1]]]) },
})
const whole = { ...fresh(), schema: { own: ['schema'] } }

/** Writes into everything that a value holds, however deep. */
function spoil(value: unknown): void {
  if (value instanceof Uint8Array) value.fill(99)
  else if (value instanceof Set) value.add('EVIL')
  else if (value instanceof Map) {
    for (const held of value.values()) spoil(held)
    value.set('EVIL', true)
  } else if (Array.isArray(value)) {
    value.forEach(spoil)
    value.push('EVIL')
  } else if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(spoil)
    if (!Object.isFrozen(value)) Object.assign(value, { evil: true })
  }
}

const open = async () => {
  const defaults = fresh()
  const flags = singleton(Limits, { defaults })
  return { defaults, flags, db: await testDatabase({ flags }) }
}

describe('what a singleton gives out is the caller’s own', () => {
  test('the object that it was declared with', async () => {
    const { db, defaults } = await open()
    spoil(defaults)
    expect(await db.flags.get()).toEqual(whole)
  })

  test('the defaults that the declaration shows', async () => {
    const { db, flags } = await open()
    spoil(flags.defaults)
    expect(await db.flags.get()).toEqual(whole)
    expect(await (await testDatabase({ flags })).flags.get()).toEqual(whole)
  })

  test('what was read, decided on, and given back', async () => {
    const { db } = await open()
    spoil(await db.flags.get())
    expect(await db.flags.get()).toEqual(whole)
    await db.flags.modify((record) => {
      spoil(record)
      return null
    })
    expect(await db.flags.get()).toEqual(whole)
    spoil(await db.flags.modify(() => null))
    spoil(await db.flags.update({ set: { note: 'x' } }))
    expect(await db.flags.get()).toEqual({ ...whole, note: 'x' })
    const live = db.flags.cached({ ttlMs: 60_000 })
    spoil(await live.get())
    expect(await live.get()).toEqual({ ...whole, note: 'x' })
  })

  test('what a cache serves: read, written, and stale', async () => {
    const { db } = await open()
    const live = db.flags.cached({ ttlMs: 60_000 })
    const stale = db.flags.cached({ ttlMs: 0, staleWhileRevalidateMs: 60_000 })
    for (const view of await Promise.all([live.get(), live.get(), stale.get(), stale.get()])) spoil(view)
    expect(await live.get()).toEqual(whole)
    spoil(await stale.get())
    expect(await stale.get()).toEqual(whole)
    spoil(await db.flags.update({ set: { note: 'x' } }))
    spoil(await live.get())
    expect(await live.get()).toEqual({ ...whole, note: 'x' })
  })

  test('a record is decided on as it was read, whatever the function does to its copy', async () => {
    const { db } = await open()
    await db.flags.update({ set: { deep: { bytes: new Uint8Array([1]) } } })
    const after = await db.flags.modify(
      (record) => {
        spoil(record)
        return { set: { note: 'y' } }
      },
      { retry: false },
    )
    expect(after).toMatchObject({ note: 'y', deep: { bytes: new Uint8Array([1]) } })
  })
})
