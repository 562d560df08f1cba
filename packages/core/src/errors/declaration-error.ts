import { describeProblems, type Problems } from './describe-problems.js'
import { type ErrorContext, LatchkeyError, nameError } from './latchkey-error.js'

/** A declaration or an option of `connect` cannot work. Thrown when it is declared, with everything that is wrong. */
export class DeclarationError extends LatchkeyError<'DECLARATION'> {
  /** Everything that is wrong: where, what, and what to write instead. */
  readonly problems: Problems

  constructor(problems: Problems, context: ErrorContext = {}) {
    super({ ...context, code: 'DECLARATION', message: describeProblems(problems) })
    this.problems = problems
  }

  static {
    nameError(DeclarationError, 'DeclarationError')
  }
}
