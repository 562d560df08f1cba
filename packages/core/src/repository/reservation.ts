import { InvalidInputError } from '../errors/invalid-input-error.js'

/** Numbers of a sequence that were taken out of it at once, for the creates that come. */
export class Reservation {
  /** The first number. */
  readonly first: number
  /** The last number. */
  readonly last: number
  readonly #step: number
  readonly #sequence: string
  #next: number

  constructor(first: number, last: number, step: number, sequence: string) {
    this.first = first
    this.last = last
    this.#step = step
    this.#sequence = sequence
    this.#next = first
  }

  /** How many numbers are left. */
  get remaining(): number {
    return Math.max(0, (this.last - this.#next) / this.#step + 1)
  }

  /** The next number, for an item of the sequence that it was reserved of. */
  static take(reservation: Reservation, sequence: string): number {
    if (reservation.#sequence !== sequence)
      throw new InvalidInputError([{ path: 'reserved', message: 'is of another scope than the item' }])
    if (reservation.remaining < 1)
      throw new InvalidInputError([{ path: 'reserved', message: 'has no number left: reserve more' }])
    const number = reservation.#next
    reservation.#next += reservation.#step
    return number
  }
}
