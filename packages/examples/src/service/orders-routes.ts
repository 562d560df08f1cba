import { Hono } from 'hono'
import type { NewOrder, OrdersRepository } from './generated/index.js'
import { pageOf, readFields, sending, stop } from './read-request.js'
import { gone, refuse, respondItem } from './respond.js'

export interface OrdersNeeds {
  readonly orders: Pick<OrdersRepository, 'create' | 'lastOrder' | 'queryByAccount'>
}

export function ordersRoutes({ orders }: OrdersNeeds): Hono {
  return new Hono()
    .post('/tenants/:tenantId/orders', async (context) => {
      const tenantId = context.req.param('tenantId')
      const fields = await readFields<NewOrder>(context, ['accountId', 'total'])
      const created = await orders.create({ ...fields, tenantId }, sending(context, tenantId)).result()
      if (!created.ok) return refuse(context, created.error)
      return created.data === null ? gone(context) : respondItem(context, created.data, 201)
    })
    .get('/tenants/:tenantId/orders/last', async (context) => {
      const order = await orders.lastOrder(context.req.param(), { signal: context.req.raw.signal })
      return order === null
        ? stop(context, { status: 404, code: 'NOT_FOUND', title: 'There is no order yet' })
        : respondItem(context, order)
    })
    .get('/tenants/:tenantId/accounts/:accountId/orders', async (context) => {
      const page = await orders.queryByAccount(context.req.param(), pageOf(context))
      return context.json({ items: page.data, cursor: page.cursor })
    })
}
