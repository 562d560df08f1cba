// Names and shapes that are in each other's way: what is generated for them has to compile all the same.
import { constrain, counter, singleton } from '@latchkey/core'
import { CustomAttributeType, Entity } from 'electrodb'

/** The same name as what is generated for it. */
export interface Order {
  readonly placedBy: string
}

const attributes = { id: { type: 'string', required: true } } as const
const indexes = {
  primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } },
} as const

/** An entity that is called as everybody's dates are. */
const dates = constrain(
  new Entity({ model: { entity: 'date', version: '1', service: 'odd' }, attributes, indexes }),
  {},
)

/** The second version of an entity beside the first. */
const first = constrain(
  new Entity({ model: { entity: 'user-account', version: '1', service: 'odd' }, attributes, indexes }),
  {},
)
const second = constrain(
  new Entity({
    model: { entity: 'userAccount', version: '2', service: 'odd' },
    attributes: { ...attributes, index: { type: 'string' } },
    indexes,
  }),
  { unique: { 'e-mail': ['index'] } },
)

/** Has methods that every repository has, and one name for two of its own. */
const orders = constrain(
  new Entity({
    model: { entity: 'order', version: '1', service: 'odd' },
    attributes: {
      '2fa': { type: 'string', required: true },
      order: { type: CustomAttributeType<Order>('any') },
      at: { type: 'number' },
      position: { type: 'number' },
      "o'clock": { type: 'string' },
      nested: { type: 'map', properties: { 'in-it': { type: 'any' } } },
    },
    indexes: {
      many: { pk: { field: 'pk', composite: ['2fa'] }, sk: { field: 'sk', composite: ['at'] } },
      _: {
        index: 'gsi1',
        pk: { field: 'gsi1pk', composite: ['at'] },
        sk: { field: 'gsi1sk', composite: [] },
      },
    },
  }),
  {
    pointers: { last: { attribute: 'at', scope: ['2fa'] }, read: { attribute: 'at' } },
    sequences: { order: { attribute: 'position' } },
  },
)

const repositories = constrain(
  new Entity({ model: { entity: 'repositories', version: '1', service: 'odd' }, attributes, indexes }),
  {},
)

/** Its key is all that it has. */
const keys = constrain(
  new Entity({
    model: { entity: 'order-key', version: '1', service: 'odd' },
    attributes: { 'odd-id': { type: 'string', required: true, readOnly: true } },
    indexes: { primary: { pk: { field: 'pk', composite: ['odd-id'] }, sk: { field: 'sk', composite: [] } } },
  }),
  {},
)

const settings = singleton(
  new Entity({
    model: { entity: 'settings', version: '1', service: 'odd' },
    attributes: { on: { type: 'boolean' } },
    indexes: { primary: { pk: { field: 'pk', composite: [] }, sk: { field: 'sk', composite: [] } } },
  } as const),
  { defaults: {} },
)

export default {
  dates,
  first,
  second,
  orders,
  repositories,
  keys,
  'the-settings': settings,
  index: counter({ service: 'odd', name: 'delete', scope: ['odd-scope'] }),
}
