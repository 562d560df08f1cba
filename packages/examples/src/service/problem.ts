import type { AccountErrors, OrderErrors, SettingsErrors } from './generated/index.js'

/** Everything that a write of this service can be refused for, as its repositories say it. */
export type WriteError =
  | AccountErrors[keyof AccountErrors]
  | OrderErrors[keyof OrderErrors]
  | SettingsErrors[keyof SettingsErrors]

/** The body of a response that is no success (RFC 9457), in names of fields and without values. */
export interface Problem {
  readonly status: 400 | 403 | 404 | 409 | 410 | 412 | 413 | 422 | 428 | 500 | 503
  readonly title: string
  /** For programs: the code of the error. */
  readonly code: string
  /** The fields that are wrong, and what is wrong with each. */
  readonly problems?: readonly { readonly path: string; readonly message: string }[]
}

/** What the caller sent, by what is wrong with each field. */
export const invalid = (problems: NonNullable<Problem['problems']>): Problem => ({
  status: 400,
  code: 'INVALID_INPUT',
  title: 'The request is not valid',
  problems,
})

/** What is stored is not what the caller has seen. */
export const changed = (code: 'VERSION' | 'CONDITION'): Problem => ({
  status: 412,
  code,
  title: 'It was changed meanwhile: read it again',
})

/** What a refused write is in HTTP. A code that the repositories get and this does not know does not compile. */
export function problemOf(error: WriteError): Problem {
  const { code } = error
  switch (error.code) {
    case 'UNIQUE':
    case 'EXISTS':
      return { status: 409, code, title: 'Somebody has this already', ...byField(error.violations) }
    case 'NOT_FOUND':
      return { status: 404, code, title: 'There is no such thing' }
    case 'VERSION':
    case 'CONDITION':
      return changed(error.code)
    case 'REFERENCE':
      // The URL is right, so not 404, and no other write is in the way, so not 409: a field names what is not there.
      return { status: 422, code, title: 'It refers to what is not there', ...byField(error.violations) }
    case 'INVALID_INPUT':
      return invalid(error.problems)
    case 'IDEMPOTENCY_KEY_REUSED':
      return { status: 422, code, title: 'The Idempotency-Key was used for another request' }
    case 'PLAN_TOO_LARGE':
      return { status: 413, code, title: 'It is too large to be stored' }
    case 'CONTENTION':
      return { status: 503, code, title: 'Too many want the same at once: try again' }
    case 'OUTCOME_UNKNOWN':
      // Not 500: the caller can do something. With the same Idempotency-Key a repeat finds out, and applies nothing twice.
      return {
        status: 503,
        code,
        title: 'It may have been done: send it again with the same Idempotency-Key',
      }
    default:
      // No write is refused for anything else, so this is a fault: it is reported and not told to the caller.
      throw error satisfies never
  }
}

type Violation = Extract<WriteError, { readonly violations: unknown }>['violations'][number]
type Reference = Extract<Violation, { readonly code: 'REFERENCE' }>['constraint']

/** By reference, the field in which a caller names what is referred to. */
const fieldOf: Readonly<Record<Reference, string>> = { account: 'accountId' }

/** Every field that is in the way, not the first alone: a caller wants to know of all at once. */
function byField(violations: readonly Violation[]): Pick<Problem, 'problems'> {
  return { problems: violations.flatMap(problemsOf) }
}

/** Names alone: who has a value, and which, is nobody else's business. */
function problemsOf(violation: Violation): NonNullable<Problem['problems']> {
  switch (violation.code) {
    case 'UNIQUE':
      return violation.fields.map((path) => ({ path, message: 'is taken' }))
    case 'EXISTS':
      return Object.keys(violation.key).map((path) => ({ path, message: 'is taken' }))
    case 'REFERENCE':
      return [{ path: fieldOf[violation.constraint], message: 'does not exist' }]
    default:
      return []
  }
}
