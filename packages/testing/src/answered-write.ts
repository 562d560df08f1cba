import type { Write } from '@latchkey/core'

/** A write that has come to its end: what is chained to it is a plain promise. */
class AnsweredWrite extends Promise<never> {
  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }

  result(): Promise<never> {
    return this.then(
      (data: unknown) => ({ ok: true, data }),
      (error: unknown) => ({ ok: false, error }),
    ) as Promise<never>
  }
}

/**
 * A write that was applied and gives this, for a repository that a test makes up. Its type fits every write, so what is
 * given is not compared with what the model has.
 *
 * @example
 * ```ts
 * const accounts = { create: (item: NewAccount) => applied({ ...item, accountId: 'a1', revision: 1 }) }
 * ```
 */
export const applied = (data?: unknown): Write<never, never> =>
  new AnsweredWrite((resolve) => resolve(data as never))

/**
 * A write that was refused with this error, for a repository that a test makes up: it rejects, and `result` gives it.
 *
 * @example
 * ```ts
 * const taken = { code: 'UNIQUE', model: 'account', key: {}, constraint: 'email', fields: ['email'], owner: undefined } as const
 * const accounts = { create: () => refused(new ConstraintViolationError([taken])) }
 * ```
 */
export const refused = (error: Error): Write<never, never> => new AnsweredWrite((_, reject) => reject(error))
