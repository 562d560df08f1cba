import * as core from '@latchkey/core'
import { Entity } from 'electrodb'
import { expect, test } from 'vitest'
import { diffTable, type LiveTable } from '../../src/table/diff-table.js'
import { tableSpec } from '../../src/table/table-spec.js'

const Visit = new Entity({
  model: { entity: 'visit', version: '1', service: 'shop' },
  attributes: { id: { type: 'string' }, day: { type: 'string' }, until: { type: 'number' } },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['id'] } },
    byDay: { index: 'gsi1', pk: { field: 'gsi1pk', composite: ['day'] } },
  },
})
const visits = core.constrain(Visit, { expires: 'until' })
const spec = tableSpec({ models: { visits }, core }, 'shop', {})
type Index = NonNullable<LiveTable['table']['GlobalSecondaryIndexes']>[number]

/** What is told of a table that is right but for what is given. */
function told(index: Partial<Index>, timeToLive: LiveTable['timeToLive']): readonly string[] {
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes = [] } = spec.create
  const live: LiveTable = {
    table: {
      KeySchema,
      AttributeDefinitions,
      GlobalSecondaryIndexes: [{ ...GlobalSecondaryIndexes[0], IndexStatus: 'ACTIVE', ...index }],
    },
    timeToLive,
  }
  return diffTable(spec, live).map(({ kind, what, message }) => `${kind} ${what} ${message}`)
}
const ttl = { AttributeName: 'until', TimeToLiveStatus: 'ENABLED' } as const

test('a table that has all that is needed differs in nothing', () => {
  expect(told({}, ttl)).toEqual([])
})

test.each(['KEYS_ONLY', 'INCLUDE'] as const)('an index of %s lacks what has to be all', (ProjectionType) => {
  expect(told({ Projection: { ProjectionType, NonKeyAttributes: ['day', 'until'] } }, ttl)).toEqual([
    expect.stringMatching(/^differs index gsi1 has .*, and has to have all$/),
  ])
})

test.each(['CREATING', 'UPDATING', 'DELETING'] as const)(
  'an index that is %s is none to query yet',
  (status) => {
    expect(told({ IndexStatus: status }, ttl)).toEqual([expect.stringContaining(`gsi1 is ${status}`)])
  },
)

test('a TTL on another attribute, or that is off, is not the one that is needed', () => {
  expect(told({}, { ...ttl, AttributeName: 'other' })).toEqual([
    'differs TTL is on other, and has to be on until',
  ])
  for (const TimeToLiveStatus of ['DISABLED', 'DISABLING'] as const)
    expect(told({}, { ...ttl, TimeToLiveStatus })).toEqual([
      `missing TTL on until: it is ${TimeToLiveStatus}`,
    ])
})
