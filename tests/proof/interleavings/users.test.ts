import { raceFamily } from './cross.js'
import { users } from './users.js'

raceFamily(users)
