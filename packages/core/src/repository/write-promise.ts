import { hasBrand } from '../errors/latchkey-error.js'

/** What became of a write, its error as a value. */
export type WriteResult<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly error: unknown }

/** A promise of a write under way that can give its error as a value. What is chained to it is a plain promise. */
export class WritePromise<T> extends Promise<T> {
  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }

  /** Runs a write at once. */
  static start<T>(run: () => Promise<T>): WritePromise<T> {
    return new WritePromise<T>((resolve, reject) => {
      run().then(resolve, reject)
    })
  }

  result(): Promise<WriteResult<T>> {
    return this.then(
      (data): WriteResult<T> => ({ ok: true, data }),
      (error: unknown): WriteResult<T> => {
        if (hasBrand(error)) return { ok: false, error }
        throw error
      },
    )
  }
}
