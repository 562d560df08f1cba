import { raceFamily } from './cross.js'
import { orders } from './orders.js'

raceFamily(orders)
