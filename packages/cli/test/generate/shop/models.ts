import { accounts } from './accounts.js'
import { orders } from './orders.js'
import { flags, total, visits } from './settings.js'

export const models = { accounts, orders, flags, visits, total }
