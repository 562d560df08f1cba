/** A connection that broke: what the caller of the SDK sees when no answer comes, and what the SDK sends again. */
export class ConnectionBroken extends Error {
  readonly code = 'ECONNRESET'

  constructor() {
    super('socket hang up')
    this.name = 'ConnectionBroken'
  }
}
