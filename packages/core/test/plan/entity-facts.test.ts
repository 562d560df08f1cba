import { Entity } from 'electrodb'
import { describe, expect, it } from 'vitest'
import { entityFacts, fieldOf, keyAttributesOf } from '../../src/plan/entity-facts.js'
import { factsOf } from '../facts-of.js'

const set = (value?: string): string | undefined => value
const touch = (): number => 1

const entity = new Entity({
  model: { entity: 'user.x', version: '2', service: 'shop #1' },
  attributes: {
    id: { type: 'string', field: 'i' },
    org: { type: 'string', readOnly: true },
    status: { type: ['on', 'off'] as const, required: true, default: 'on' },
    slug: { type: 'string', watch: ['org'], set },
    touched: { type: 'number', watch: '*', set: touch },
    rank: { type: 'number' },
  },
  indexes: {
    primary: {
      pk: { field: 'hash', composite: ['org'], casing: 'upper' },
      sk: { field: 'range', composite: ['id'] },
    },
    byRank: {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['status'] },
      sk: { field: 'rank', composite: ['rank'] },
      condition: () => true,
    },
  },
})
/** An entity with these indexes, as far as facts are read off it. */
const entityOf = (indexes: object): object => ({
  schema: {
    model: { service: 'shop', entity: 'user', version: '1' },
    attributes: { id: { type: 'string', field: 'i' }, org: { type: 'string' } },
    indexes,
  },
})

describe('entityFacts', () => {
  it('names the entity, its key and its label', () => {
    expect(factsOf(entity)).toMatchObject({
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
    const facts = factsOf(entity)
    const plain = { required: false, readOnly: false, isSettable: false, watch: [], values: undefined }
    expect(Object.fromEntries(facts.attributes)).toEqual({
      id: { ...plain, name: 'id', field: 'i', type: 'string' },
      org: { ...plain, name: 'org', field: 'org', type: 'string', readOnly: true },
      status: {
        ...plain,
        name: 'status',
        field: 'status',
        type: 'enum',
        required: true,
        default: 'on',
        values: ['on', 'off'],
      },
      slug: { ...plain, name: 'slug', field: 'slug', type: 'string', isSettable: true, set, watch: ['org'] },
      touched: {
        ...plain,
        name: 'touched',
        field: 'touched',
        type: 'number',
        isSettable: true,
        set: touch,
        watch: '*',
      },
      rank: { ...plain, name: 'rank', field: 'rank', type: 'number' },
    })
    expect(Object.fromEntries(facts.names)).toMatchObject({ i: 'id', org: 'org' })
    expect(facts.names.has('id')).toBe(false)
    expect(fieldOf(facts, 'id')).toBe('i')
    expect(fieldOf(facts, 'pk')).toBe('pk')
  })

  it('knows each index, which keys are numbers, and how they spell text', () => {
    const { table, indexes } = factsOf(entity)
    expect(indexes[0]).toBe(table)
    expect(table).toMatchObject({
      accessPattern: 'primary',
      index: undefined,
      pk: { field: 'hash', composite: ['org'], isNumber: false, casing: 'upper' },
      sk: { field: 'range', composite: ['id'], isNumber: false, casing: 'default' },
      isConditional: false,
    })
    expect(indexes[1]).toMatchObject({
      accessPattern: 'byRank',
      index: 'gsi1',
      isConditional: true,
      isComposite: false,
      pk: { field: 'gsi1pk', composite: ['status'], isNumber: false },
      sk: { field: 'rank', composite: ['rank'], isNumber: true },
    })
  })

  it('finds the table by its having no name, wherever it stands, and makes one key attribute of two', () => {
    const facts = factsOf(
      entityOf({
        byOrg: { index: 'gsi1', pk: { field: 'g', composite: ['org'] } },
        primary: {
          index: '',
          pk: { field: 'pk', composite: ['org', 'id'] },
          sk: { field: 'sk', composite: ['id'] },
        },
      }),
    )
    expect(facts.table.accessPattern).toBe('primary')
    expect(facts.keyFields).toEqual(['pk', 'sk'])
    expect(facts.keyAttributes).toEqual(['org', 'id'])
  })

  it.each<[string, object, boolean]>([
    ['a sort key that ElectroDB makes', { sk: { field: 'sk', composite: [] } }, true],
    ['a partition key alone that it makes', {}, true],
    ['an isolated index', { type: 'isolated' }, true],
    ['a clustered index, whose items are of several entities', { type: 'clustered' }, false],
    ['an index of a collection', { collection: 'all' }, false],
    ['a composite index', { type: 'composite' }, false],
    [
      'a template for its sort key',
      { sk: { field: 'sk', composite: ['id'], template: 'of a table' } },
      false,
    ],
    [
      'a template for its partition key alone',
      { pk: { field: 'pk', composite: ['id'], template: 'of a table' } },
      false,
    ],
    ['a number for its sort key', { sk: { field: 'sk', composite: ['id'], cast: 'number' } }, false],
    ['a sort key that is an attribute', { sk: { field: 'i', composite: ['id'] } }, false],
    [
      'a partition key that is an attribute, and a sort key that is none',
      {
        pk: { field: 'i', composite: ['id'] },
        sk: { field: 'sk', composite: [] },
      },
      true,
    ],
    [
      'a name of an attribute for a sort key that is stored otherwise',
      { sk: { field: 'id', composite: [] } },
      true,
    ],
  ])('knows whether its keys name the entity: %s', (_, index, namesEntity) => {
    const { table } = factsOf(entityOf({ primary: { pk: { field: 'pk', composite: ['id'] }, ...index } }))
    expect(table.namesEntity).toBe(namesEntity)
  })

  it('knows a key that is a number by the field of an attribute, whatever its name', () => {
    const attributes = { no: { type: 'number', field: 'sk' }, pk: { type: 'number', field: 'other' } }
    const indexes = {
      primary: { pk: { field: 'pk', composite: [] }, sk: { field: 'sk', composite: ['no'] } },
    }
    const { table } = factsOf({ schema: { model: {}, attributes, indexes } })
    expect([table.pk.isNumber, table.sk?.isNumber]).toEqual([false, true])
  })

  it.each([
    ['composite', true],
    ['isolated', false],
    [undefined, false],
  ])('knows whether the service makes its keys of attributes: %s', (type, isComposite) => {
    const { table } = factsOf(entityOf({ primary: { type, pk: { field: 'pk', composite: ['id'] } } }))
    expect(table.isComposite).toBe(isComposite)
  })

  it.each<[string, unknown, readonly string[] | undefined]>([
    ['all of them', 'all', undefined],
    ['all of them, where it does not say', undefined, undefined],
    ['none but keys', 'keys_only', []],
    ['those that it names', ['org', 1], ['org']],
  ])('knows which attributes an index holds: %s', (_, projection, holds) => {
    const { table } = factsOf(entityOf({ primary: { pk: { field: 'pk', composite: ['id'] }, projection } }))
    expect(table.holds).toEqual(holds)
  })

  it('takes what is not declared, or not as ElectroDB has it, for not said', () => {
    const facts = factsOf({
      schema: {
        model: {},
        attributes: {
          a: null,
          b: { field: 1, type: 2, watch: ['x', 3], required: 'yes', readOnly: 1, set: 'no' },
        },
        indexes: { primary: { index: null, pk: { composite: ['a', 4], casing: 5 } } },
      },
    })
    expect(facts).toMatchObject({ service: '', entity: '', version: '', label: '.', keyFields: [''] })
    expect(facts.identifiers).toEqual({ entity: '__edb_e__', version: '__edb_v__' })
    const plain = { type: 'any', required: false, readOnly: false, isSettable: false, set: undefined }
    expect(facts.attributes.get('a')).toMatchObject({ ...plain, field: 'a', watch: [] })
    expect(facts.attributes.get('b')).toMatchObject({ ...plain, field: 'b', watch: ['x'] })
    expect(facts.table.pk).toEqual({ field: '', composite: ['a'], isNumber: false, casing: 'default' })
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

  const index = { primary: { pk: { field: 'pk', composite: [] } } }
  it.each([
    undefined,
    null,
    'entity',
    {},
    { schema: null },
    { schema: {} },
    { schema: { attributes: {}, indexes: index } },
    { schema: { model: {}, indexes: index } },
    { schema: { model: {}, attributes: {} } },
    { schema: { model: 'm', attributes: {}, indexes: index } },
    { schema: { model: null, attributes: {}, indexes: index } },
    { schema: { model: {}, attributes: {}, indexes: {} } },
    { schema: { model: {}, attributes: {}, indexes: { byRank: { ...index.primary, index: 'gsi1' } } } },
  ])('takes %j for no entity', (value) => {
    expect(entityFacts(value)).toBeUndefined()
  })
})

describe('keyAttributesOf', () => {
  it('gives the key attributes by name, as far as they are stored', () => {
    const facts = factsOf(entity)
    expect(keyAttributesOf({ i: { S: '1' }, org: { S: 'o' }, rank: { N: '1' } }, facts)).toEqual({
      org: { S: 'o' },
      id: { S: '1' },
    })
    expect(keyAttributesOf({ i: { S: '1' } }, facts)).toStrictEqual({ id: { S: '1' } })
  })
})
