import { accounts } from './accounts.js'
import { raceFamily } from './cross.js'

raceFamily(accounts)
