import { raceFamily } from './cross.js'
import { entries, tickets } from './entries.js'

raceFamily(entries)
raceFamily(tickets)
