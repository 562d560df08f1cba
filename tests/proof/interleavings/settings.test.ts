import { raceFamily } from './cross.js'
import { settings } from './settings.js'

raceFamily(settings)
