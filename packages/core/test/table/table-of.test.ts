import { Entity } from 'electrodb'
import { describe, expect, test } from 'vitest'
import { DeclarationError } from '../../src/errors/declaration-error.js'
import { tableOf } from '../../src/table/table-of.js'

const Account = new Entity({
  model: { entity: 'account', service: 'shop', version: '1' },
  attributes: {
    id: { type: 'string' },
    email: { type: 'string' },
    rank: { type: 'number', field: 'gsi2sk' },
  },
  indexes: {
    main: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } },
    byEmail: { index: 'gsi1', pk: { field: 'gsi1pk', composite: ['email'] } },
    byRank: {
      index: 'gsi2',
      pk: { field: 'gsi2pk', composite: ['email'] },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how ElectroDB spells a template
      sk: { field: 'gsi2sk', composite: ['rank'], template: '${rank}' },
    },
  },
})

const Order = new Entity({
  model: { entity: 'order', service: 'shop', version: '1' },
  attributes: { id: { type: 'string' }, total: { type: 'number' } },
  indexes: {
    main: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } },
    byTotal: {
      index: 'lsi1',
      pk: { field: 'pk', composite: ['id'] },
      sk: { field: 'lsi1sk', composite: ['total'], cast: 'number' },
    },
  },
})

describe('tableOf', () => {
  test('has the keys and indexes of all models, with their types', () => {
    expect(tableOf({ account: Account, order: Order }, 'shop')).toEqual({
      TableName: 'shop',
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'S' },
        { AttributeName: 'gsi1pk', AttributeType: 'S' },
        { AttributeName: 'gsi2pk', AttributeType: 'S' },
        { AttributeName: 'gsi2sk', AttributeType: 'N' },
        { AttributeName: 'lsi1sk', AttributeType: 'N' },
      ],
      LocalSecondaryIndexes: [
        {
          IndexName: 'lsi1',
          KeySchema: [
            { AttributeName: 'pk', KeyType: 'HASH' },
            { AttributeName: 'lsi1sk', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'gsi1',
          KeySchema: [{ AttributeName: 'gsi1pk', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'ALL' },
        },
        {
          IndexName: 'gsi2',
          KeySchema: [
            { AttributeName: 'gsi2pk', KeyType: 'HASH' },
            { AttributeName: 'gsi2sk', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
    })
  })

  test('projects what the models ask for, under the names that the table has', () => {
    const schema = {
      attributes: { id: { type: 'string' }, email: { type: 'string', field: 'e' } },
      indexes: {
        main: { pk: { field: 'pk' } },
        keys: { index: 'gsi1', pk: { field: 'gsi1pk' }, projection: 'keys_only' },
        some: { index: 'gsi2', pk: { field: 'gsi2pk' }, projection: ['email'] },
      },
    }
    const indexes = tableOf({ account: { schema } }, 'shop').GlobalSecondaryIndexes
    expect(indexes?.map(({ Projection }) => Projection)).toEqual([
      { ProjectionType: 'KEYS_ONLY' },
      { ProjectionType: 'INCLUDE', NonKeyAttributes: ['e', '__edb_e__', '__edb_v__'] },
    ])
  })

  const other = (indexes: object, attributes = {}) => ({ schema: { attributes, indexes: { ...indexes } } })

  test('refuses two names for a key', () => {
    const hash = other({ main: { pk: { field: 'hash' } } })
    expect(() => tableOf({ account: Account, visit: hash }, 'shop')).toThrow(
      'visit: cannot share a table with account. The keys of the table are pk (string) and sk (string) in account, ' +
        'and hash (string) in visit',
    )
  })

  test('refuses an index that two models key differently', () => {
    const visit = other({
      main: { pk: { field: 'pk' }, sk: { field: 'sk' } },
      byDay: { index: 'gsi1', pk: { field: 'gsi1pk', cast: 'number' } },
    })
    expect(() => tableOf({ account: Account, visit }, 'shop')).toThrow(
      'The keys of the index gsi1 are gsi1pk (string) in account, and gsi1pk (number) in visit',
    )
  })

  test('refuses a key attribute with two types', () => {
    const visit = other({
      main: { pk: { field: 'pk' }, sk: { field: 'sk' } },
      byDay: { index: 'gsi9', pk: { field: 'gsi1pk', cast: 'number' } },
    })
    expect(() => tableOf({ account: Account, visit }, 'shop')).toThrow(
      'the key attribute gsi1pk is a string to one of them and a number to the other',
    )
  })

  test('refuses models without a primary index, and a key without a field', () => {
    expect(() => tableOf({ counter: {} }, 'shop')).toThrow('declare no primary index')
    const open = other({ main: { pk: {} } })
    expect(() => tableOf({ open }, 'shop')).toThrow(DeclarationError)
    expect(() => tableOf({ open }, 'shop')).toThrow('open.indexes.main.pk: has no field')
  })

  test('an index whose key the service makes has several key attributes, each with its type', () => {
    const ranked = other(
      {
        main: { pk: { field: 'pk' } },
        byRank: {
          index: 'gsi1',
          type: 'composite',
          pk: { composite: ['team'] },
          sk: { composite: ['rank', 'at'] },
        },
      },
      { team: { type: 'string', field: 't' }, rank: { type: 'number' }, at: { type: ['early', 'late'] } },
    )
    const { AttributeDefinitions, GlobalSecondaryIndexes } = tableOf({ ranked }, 'shop')
    expect(GlobalSecondaryIndexes?.[0]?.KeySchema).toEqual([
      { AttributeName: 't', KeyType: 'HASH' },
      { AttributeName: 'rank', KeyType: 'RANGE' },
      { AttributeName: 'at', KeyType: 'RANGE' },
    ])
    expect(AttributeDefinitions).toEqual([
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 't', AttributeType: 'S' },
      { AttributeName: 'rank', AttributeType: 'N' },
      { AttributeName: 'at', AttributeType: 'S' },
    ])
  })

  test("an index on the table's partition key alone is a global one: a local one has a sort key of its own", () => {
    const lone = other({
      main: { pk: { field: 'pk' }, sk: { field: 'sk' } },
      all: { index: 'i', pk: { field: 'pk' } },
    })
    expect(tableOf({ lone }, 'shop')).toMatchObject({ GlobalSecondaryIndexes: [{ IndexName: 'i' }] })
    expect(tableOf({ lone }, 'shop')).not.toHaveProperty('LocalSecondaryIndexes')
  })

  test('where there are only counters, the keys are named', () => {
    expect(tableOf({ visits: {} }, 'shop', { partitionKey: 'id', sortKey: null })).toMatchObject({
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    })
  })
})
