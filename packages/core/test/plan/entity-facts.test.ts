import { Entity } from 'electrodb'
import { describe, expect, it } from 'vitest'
import { entityFacts, fieldOf, keyAttributesOf } from '../../src/plan/entity-facts.js'
import { factsOf } from '../facts-of.js'

const entity = new Entity({
  model: { entity: 'user.x', version: '2', service: 'shop #1' },
  attributes: {
    id: { type: 'string', field: 'i' },
    org: { type: 'string', readOnly: true },
    status: { type: ['on', 'off'] as const, required: true },
    slug: { type: 'string', watch: ['org'], set: (value?: string) => value },
    touched: { type: 'number', watch: '*', set: () => 1 },
    rank: { type: 'number' },
  },
  indexes: {
    primary: { pk: { field: 'hash', composite: ['org'] }, sk: { field: 'range', composite: ['id'] } },
    byRank: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['status'] },
      sk: { field: 'rank', composite: ['rank'] },
      condition: () => true,
    },
  },
})
const facts = factsOf(entity)

describe('entityFacts', () => {
  it('names the entity, its key and its label', () => {
    expect(facts).toMatchObject({
      service: 'shop #1',
      entity: 'user.x',
      version: '2',
      label: 'shop %231.user%2Ex',
      keyFields: ['hash', 'range'],
      keyAttributes: ['org', 'id'],
      identifiers: { entity: '__edb_e__', version: '__edb_v__' },
    })
  })

  it('knows each attribute', () => {
    expect(facts.attributes.get('id')).toMatchObject({
      field: 'i',
      type: 'string',
      required: false,
      watch: [],
    })
    expect(facts.attributes.get('org')).toMatchObject({ readOnly: true, isSettable: false })
    expect(facts.attributes.get('status')).toMatchObject({
      type: 'enum',
      required: true,
      values: ['on', 'off'],
    })
    expect(facts.attributes.get('slug')).toMatchObject({ isSettable: true, watch: ['org'] })
    expect(facts.attributes.get('touched')).toMatchObject({ watch: '*' })
    expect(facts.names.get('i')).toBe('id')
    expect(fieldOf(facts, 'id')).toBe('i')
    expect(fieldOf(facts, 'pk')).toBe('pk')
  })

  it('knows each index, and which keys are numbers', () => {
    expect(facts.table).toMatchObject({ index: undefined, pk: { field: 'hash', isNumber: false } })
    expect(facts.indexes[1]).toMatchObject({
      accessPattern: 'byRank',
      index: 'gsi1',
      isConditional: true,
      isComposite: false,
      sk: { field: 'rank', composite: ['rank'], isNumber: true },
    })
  })

  it('knows a table without a sort key, and renamed identifiers', () => {
    const plain = new Entity(
      {
        model: { entity: 'a', version: '1', service: 's' },
        attributes: { id: { type: 'string' } },
        indexes: { primary: { pk: { field: 'pk', composite: ['id'], cast: 'number' } } },
      },
      { identifiers: { entity: 'kind', version: 'kindVersion' } },
    )
    expect(factsOf(plain)).toMatchObject({
      keyFields: ['pk'],
      table: { sk: undefined, pk: { isNumber: true } },
      identifiers: { entity: 'kind', version: 'kindVersion' },
    })
  })

  it.each([
    undefined,
    null,
    'entity',
    {},
    { schema: {} },
    { schema: { model: {}, attributes: {}, indexes: {} } },
  ])('takes %j for no entity', (value) => {
    expect(entityFacts(value)).toBeUndefined()
  })
})

describe('keyAttributesOf', () => {
  it('gives the key attributes by name, as far as they are stored', () => {
    expect(keyAttributesOf({ i: { S: '1' }, org: { S: 'o' }, rank: { N: '1' } }, facts)).toEqual({
      org: { S: 'o' },
      id: { S: '1' },
    })
    expect(keyAttributesOf({ i: { S: '1' } }, facts)).toEqual({ id: { S: '1' } })
  })
})
