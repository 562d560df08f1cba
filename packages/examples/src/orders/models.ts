import { constrain, type InputOf, type ItemOf, type Named } from '@latchkey/core'
import { Entity } from 'electrodb'

const OrderEntity = new Entity({
  model: { service: 'shop', entity: 'order', version: '1' },
  attributes: {
    orderId: { type: 'string', required: true },
    tenantId: { type: 'string', required: true },
    // The tenant's till counts its orders. They arrive here in whatever order the queue likes.
    orderNumber: { type: 'number', required: true },
    // What the customer calls it.
    reference: { type: 'string', required: true },
    invoiceNumber: { type: 'string', required: true },
  },
  indexes: {
    primary: { pk: { field: 'pk', composite: ['orderId'] }, sk: { field: 'sk', composite: [] } },
  },
})

const declaredOrders = constrain(OrderEntity, {
  unique: { reference: { attributes: ['reference'], scope: ['tenantId'] } },
  pointers: { last: { attribute: 'orderNumber', scope: ['tenantId'] } },
  sequences: { invoice: { attribute: 'invoiceNumber', scope: ['tenantId'], format: 'INV-{000000}' } },
})

export interface Orders extends Named<typeof declaredOrders> {}
export const orders: Orders = declaredOrders
export type Order = ItemOf<Orders>
/** What the till says of an order: everything but the invoice number, which the create gives it. */
export type OrderPlaced = InputOf<Orders>

const EntryEntity = new Entity({
  model: { service: 'shop', entity: 'entry', version: '1' },
  attributes: {
    tenantId: { type: 'string', required: true },
    at: { type: 'string', required: true },
    text: { type: 'string', required: true },
    entryId: { type: 'string', required: true, default: () => crypto.randomUUID() },
  },
  indexes: {
    primary: {
      pk: { field: 'pk', composite: ['tenantId'] },
      sk: { field: 'sk', composite: ['at', 'entryId'] },
    },
  },
})

// A journal that grows at its end alone: what has been read of it never changes.
const declaredJournal = constrain(EntryEntity, {
  pointers: { end: { attribute: 'at', scope: ['tenantId'], stale: 'reject' } },
})

export interface Journal extends Named<typeof declaredJournal> {}
export const journal: Journal = declaredJournal
export type Entry = ItemOf<Journal>

export const models = { orders, journal }
