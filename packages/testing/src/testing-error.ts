/** A mistake in how this package is used: the message says what, where, and what to do. */
export class TestingError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'TestingError'
  }
}
