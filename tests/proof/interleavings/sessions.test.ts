import { raceFamily } from './cross.js'
import { sessions } from './sessions.js'

raceFamily(sessions)
