import * as core from '@latchkey/core'
import { Entity } from 'electrodb'
import { expect, test } from 'vitest'
import { diffTable, type LiveTable } from '../../src/table/diff-table.js'
import { tableSpec } from '../../src/table/table-spec.js'

const Visit = new Entity({
  model: { entity: 'visit', version: '1', service: 'shop' },
  attributes: { id: { type: 'string' }, day: { type: 'string' }, rank: { type: 'number' } },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['id'] } },
    byDay: { index: 'gsi1', projection: ['rank'], pk: { field: 'gsi1pk', composite: ['day'] } },
  },
})
const spec = tableSpec({ models: { visits: core.constrain(Visit, {}) }, core }, 'shop', {
  pointInTimeRecovery: true,
  stream: 'NEW_IMAGE',
})
const live = (projection: object, more: Partial<LiveTable> = {}): LiveTable => ({
  table: {
    KeySchema: spec.create.KeySchema,
    AttributeDefinitions: spec.create.AttributeDefinitions,
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    GlobalSecondaryIndexes: [
      { ...spec.create.GlobalSecondaryIndexes?.[0], IndexStatus: 'ACTIVE', Projection: projection },
    ],
  },
  timeToLive: undefined,
  pointInTimeRecovery: true,
  ...more,
})

test('an index has to have what is projected, and may have more', () => {
  const some = ['rank', '__edb_e__', '__edb_v__']
  expect(diffTable(spec, live({ ProjectionType: 'ALL' }))).toEqual([])
  expect(diffTable(spec, live({ ProjectionType: 'INCLUDE', NonKeyAttributes: [...some, 'more'] }))).toEqual(
    [],
  )
  const lacking = [{ ProjectionType: 'INCLUDE', NonKeyAttributes: ['rank'] }, { ProjectionType: 'KEYS_ONLY' }]
  expect(
    lacking.map((projection) => diffTable(spec, live(projection)).map(({ message }) => message)),
  ).toEqual([
    ['has rank, and has to have rank, __edb_e__, __edb_v__'],
    ['has keys only, and has to have rank, __edb_e__, __edb_v__'],
  ])
})

test('an index that is being made, a stream of another view, recovery that is off, a TTL that nobody declares', () => {
  const made = live({ ProjectionType: 'ALL' })
  const table = {
    ...made.table,
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' as const },
    GlobalSecondaryIndexes: made.table.GlobalSecondaryIndexes?.map((index) => ({
      ...index,
      IndexStatus: 'CREATING' as const,
    })),
  }
  const timeToLive = { AttributeName: 'ttl', TimeToLiveStatus: 'ENABLED' as const }
  expect(diffTable(spec, { table, timeToLive, pointInTimeRecovery: false })).toEqual([
    { kind: 'differs', what: 'index gsi1', message: 'is CREATING: queries work once it is ACTIVE' },
    { kind: 'unused', what: 'TTL', message: 'no model declares ttl as expires' },
    { kind: 'differs', what: 'stream', message: 'is of KEYS_ONLY, and has to be of NEW_IMAGE' },
    { kind: 'missing', what: 'point-in-time recovery', message: 'it is off' },
  ])
})
