import { type AnyModel, constrain, describeModel } from '@latchkey/core'
import { Entity } from 'electrodb'
import { expect, test } from 'vitest'
import { nameMethods } from '../../../src/generate/names/method-names.js'

const entity = new Entity({
  model: { entity: 'order', version: '1', service: 'shop' },
  attributes: { id: { type: 'string', required: true }, at: { type: 'number' }, no: { type: 'number' } },
  indexes: {
    byId: { pk: { field: 'pk', composite: ['id'] } },
    Many: { index: 'gsi1', pk: { field: 'gsi1pk', composite: ['at'] } },
  },
})

const named = (model: Parameters<typeof describeModel<AnyModel>>[0]) =>
  nameMethods('orders', describeModel(model), 'Order')

test('methods are named after constraints and indexes', () => {
  const { methods, notes } = named(
    constrain(entity, {
      unique: { 'e-mail': ['id'] },
      pointers: { last: { attribute: 'at' } },
      sequences: { number: { attribute: 'no' } },
    }),
  )
  expect(Object.fromEntries(Object.entries(methods).map(([kind, names]) => [kind, [...names]]))).toEqual({
    find: [['e-mail', 'findByEMail']],
    findKey: [['e-mail', 'findKeyByEMail']],
    follow: [['last', 'lastOrder']],
    readPointer: [['last', 'readLastOrder']],
    rebuild: [['last', 'rebuildLastOrder']],
    readSequence: [['number', 'readNumber']],
    reserve: [['number', 'reserveNumber']],
    query: [
      ['byId', 'queryById'],
      ['Many', 'queryMany'],
    ],
    each: [
      ['byId', 'eachById'],
      ['Many', 'eachMany'],
    ],
  })
  expect(notes).toEqual([])
})

test('two with one name get what they are behind it', () => {
  const { methods, notes } = named(
    constrain(entity, {
      pointers: { read: { attribute: 'at' } },
      sequences: { order: { attribute: 'no' } },
    }),
  )
  expect([methods.follow.get('read'), methods.readSequence.get('order')]).toEqual([
    'readOrderPointer',
    'readOrderSequence',
  ])
  expect(notes).toEqual([
    'orders: the name readOrder is taken, so the method of read is readOrderPointer',
    'orders: the name readOrder is taken, so the method of order is readOrderSequence',
  ])
})

test('two that are left with one name are an error that says what to do', () => {
  const model = constrain(entity, { pointers: { last: { attribute: 'at' }, readLast: { attribute: 'no' } } })
  expect(() => named(model)).toThrow(
    'last and readLast of orders would both give the method readLastOrderPointer: rename one of them',
  )
})
