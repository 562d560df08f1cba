import { LatchkeyError } from '../errors/latchkey-error.js'
import { type Environment, systemEnvironment } from './environment.js'
import { backoff } from './retry.js'
