import { randomBytes } from 'node:crypto'

const PREFIX = randomBytes(20).toString('hex').toUpperCase()

let answered = 0

/** An id as the service gives them, 52 characters long: random for the process, and counted on. */
export function requestId(): string {
  answered += 1
  return `${PREFIX}${answered.toString(36).toUpperCase().padStart(12, '0')}`
}
