import { constrain, counter, singleton } from '@latchkey/core'
import { Entity } from 'electrodb'

const Member = new Entity({
  model: { entity: 'member', version: '1', service: 'soak' },
  attributes: {
    id: { type: 'string', required: true },
    email: { type: 'string' },
    name: { type: 'string' },
    team: { type: 'string' },
    credit: { type: 'number' },
    revision: { type: 'number' },
  },
  indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
})
const members = constrain(Member, {
  version: 'revision',
  unique: {
    email: { attributes: ['email'], normalize: 'lowercase' },
    name: { attributes: ['name'], scope: ['team'] },
  },
})

const Order = new Entity({
  model: { entity: 'order', version: '1', service: 'soak' },
  attributes: {
    id: { type: 'string', required: true },
    member: { type: 'string' },
    no: { type: 'number' },
    at: { type: 'number' },
  },
  indexes: { primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
})
const orders = constrain(Order, {
  sequences: { no: { attribute: 'no' } },
  pointers: { last: { attribute: 'at' } },
  references: { member: { entity: members, attributes: { id: 'member' } } },
})

const Flags = new Entity({
  model: { entity: 'flags', version: '1', service: 'soak' },
  attributes: { flips: { type: 'number' } },
  indexes: { primary: { pk: { field: 'pk', composite: [] }, sk: { field: 'sk', composite: [] } } },
})
const flags = singleton(Flags, { defaults: { flips: 0 } })

/** Every kind of constraint, on few enough items that workers meet all the time. */
export const models = { members, orders, flags, made: counter({ service: 'soak', name: 'made', shards: 4 }) }
