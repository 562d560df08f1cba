import { expressionTokens } from './condition-tokens.js'

/** A syntax error in the service's words: the token that does not fit, and what stands around it. */
export function syntaxError(text: string, at: number): SyntaxError {
  const tokens = expressionTokens(text)
  const position = tokens.findIndex(({ end }) => end > at)
  const token = tokens[position]
  const before = position < 0 ? tokens[tokens.length - 1] : tokens[position - 1]
  const after = token === undefined ? undefined : tokens[position + 1]
  const from = before?.start ?? token?.start ?? 0
  const near = text.slice(from, (after ?? token ?? before)?.end ?? 0)
  return new SyntaxError(`token: "${token?.text ?? '<EOF>'}", near: "${near}"`)
}

/** A parser of dynalite: it throws an error that knows where it is. */
type Parse<T> = (text: string, options: object) => T

/** A parser whose syntax errors are told in the service's words. */
export function withServiceErrors<T>(parse: Parse<T>): Parse<T> {
  return (text, options) => {
    try {
      return parse(text, options)
    } catch (error) {
      throw isLocated(error) ? syntaxError(text, error.location.start.offset) : error
    }
  }
}

interface Located {
  readonly location: { readonly start: { readonly offset: number } }
}

function isLocated(error: unknown): error is Located {
  return error instanceof Error && error.name === 'SyntaxError' && 'location' in error
}
