import { constrain, counter } from '@latchkey/core'
import { Entity } from 'electrodb'

/** An account with a unique e-mail and a version. */
export const accounts = constrain(
  new Entity({
    model: { entity: 'account', service: 'shop', version: '1' },
    attributes: {
      id: { type: 'string', required: true },
      email: { type: 'string', required: true },
      revision: { type: 'number' },
    },
    indexes: {
      main: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } },
    },
  }),
  { unique: { email: ['email'] }, version: 'revision' },
)

/** An order whose numbers a pointer follows, tenant by tenant. */
export const orders = constrain(
  new Entity({
    model: { entity: 'order', service: 'shop', version: '1' },
    attributes: {
      id: { type: 'string', required: true },
      tenantId: { type: 'string', required: true },
      number: { type: 'number' },
    },
    indexes: {
      main: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } },
    },
  }),
  { pointers: { last: { attribute: 'number', scope: ['tenantId'] } } },
)

/** Visits, counted on a table that no model describes. */
export const visits = counter({ service: 'shop', name: 'visits' })
