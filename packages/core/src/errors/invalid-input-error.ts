import { describeProblems, type Problems } from './describe-problems.js'
import { type ErrorContext, LatchkeyError, nameError } from './latchkey-error.js'

/** What the caller passed cannot be stored or asked for. Nothing was sent. */
export class InvalidInputError extends LatchkeyError<'INVALID_INPUT'> {
  /** Everything that is wrong: where, what, and what to write instead. */
  readonly problems: Problems

  constructor(problems: Problems, context: ErrorContext = {}) {
    super({ ...context, code: 'INVALID_INPUT', message: describeProblems(problems) })
    this.problems = problems
  }

  static {
    nameError(InvalidInputError, 'InvalidInputError')
  }
}
