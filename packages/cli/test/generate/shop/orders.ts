import { constrain, type Named } from '@latchkey/core'
import { CustomAttributeType, Entity } from 'electrodb'
import { accounts } from './accounts.js'
import type { Money, Step } from './money.js'

const Order = new Entity({
  model: { entity: 'order', version: '1', service: 'shop' },
  attributes: {
    tenantId: { type: 'string', required: true },
    orderId: { type: 'string', required: true },
    accountId: { type: 'string' },
    step: { type: CustomAttributeType<Step>('string'), default: 'paid' },
    total: { type: CustomAttributeType<Money>('any'), required: true },
    discounts: { type: CustomAttributeType<readonly Money[]>('any') },
    placedAt: { type: 'number', required: true },
    rank: { type: 'string' },
    invoice: { type: 'string' },
    position: { type: 'number' },
  },
  indexes: {
    primary: {
      pk: { field: 'pk', composite: ['tenantId'] },
      sk: { field: 'sk', composite: ['orderId'] },
    },
    'by-account': {
      index: 'gsi1',
      pk: { field: 'gsi1pk', composite: ['accountId'] },
      sk: { field: 'gsi1sk', composite: ['placedAt'] },
    },
  },
})

const declared = constrain(Order, {
  pointers: {
    last: { attribute: 'placedAt', scope: ['tenantId'], stale: 'reject' },
    lowest: { attribute: 'rank', order: 'min', advance: 'after' },
  },
  sequences: {
    invoice: { attribute: 'invoice', scope: ['tenantId'], format: 'INV-{0000}' },
    position: { attribute: 'position', gapless: false },
  },
  references: { account: { entity: accounts, attributes: { accountId: 'accountId' } } },
})
export interface Orders extends Named<typeof declared> {}
export const orders: Orders = declared
