import { constrain } from '@latchkey/core'
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
