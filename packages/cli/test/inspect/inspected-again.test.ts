import { constrain, describeModel, inspectDatabase } from '@latchkey/core'
import { testDatabase, testTable } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { checkMarks } from '../../src/inspect/check-marks.js'
import type { Get } from '../../src/inspect/held-items.js'
import { HeldItems } from '../../src/inspect/held-items.js'
import { inspectTarget } from '../../src/inspect/inspect-target.js'

const Run = new Entity({
  model: { entity: 'run', version: '1', service: 'sport' },
  attributes: {
    id: { type: 'string', required: true },
    seconds: { type: 'number' },
    tag: { type: 'string' },
  },
  indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
})
const runs = constrain(Run, {
  unique: { tag: ['tag'] },
  pointers: { fastest: { attribute: 'seconds', order: 'min' } },
})

/** A database with one item, and a read of its table. */
const open = async () => {
  const db = await testDatabase({ runs })
  await db.runs.create({ id: '1', seconds: 9, tag: 'x' })
  const inspection = inspectDatabase(db)
  const stored = await testTable(db).stored()
  const get: Get = async (key) =>
    stored.find((item) => Object.entries(key).every(([field, value]) => item[field]?.S === value.S))
  const inspect = (read: Get) =>
    inspectTarget({
      model: 'runs',
      target: { by: 'key', values: { id: '1' } },
      asked: 'id=1',
      description: describeModel(runs) as never,
      inspection,
      get: read,
      now: Date.now(),
    })
  return { inspection, stored, get, inspect }
}

describe('what looks wrong is looked at again', () => {
  test('and is not wrong where the first look met a write on its way', async () => {
    const { get, inspect } = await open()
    let isFirst = true
    const report = await inspect(async (key) => {
      const item = await get(key)
      if (item?.['_lk']?.S !== 'guard' || !isFirst) return item
      isFirst = false
      return undefined
    })
    expect(isFirst).toBe(false)
    expect(report.problems).toBe(0)
  })

  test('and stays wrong where it is', async () => {
    const { get, inspect } = await open()
    const report = await inspect(async (key) => {
      const item = await get(key)
      return item?.['_lk']?.S === 'guard' ? undefined : item
    })
    expect(report.problems).toBe(1)
  })
})

test('a pointer to the least is behind where it is above an item, and not where it is below', async () => {
  const { inspection, stored, get } = await open()
  const item = stored.find(({ _lk }) => _lk === undefined)
  const found = inspection.inspect(item ?? {})
  const [mark] = found.kind === 'item' ? found.pointers : []
  if (mark === undefined) throw new Error('there is no pointer')
  const statusAt = async (value: string) => {
    const held = new HeldItems()
    await held.read([mark.key], async (key) => ({ ...(await get(key)), _lk_value: { N: value } }))
    return checkMarks('runs', [mark], [], held, inspection).map(({ status }) => status)
  }
  expect([await statusAt('8'), await statusAt('9'), await statusAt('10')]).toEqual([
    ['ok'],
    ['ok'],
    ['behind'],
  ])
})
