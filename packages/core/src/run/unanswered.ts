import { isUnanswered } from './read-answer.js'

/** Counts the sends beneath one call of a command that got no answer. */
export interface SendCount {
  unanswered: number
}

type Next = (args: unknown) => Promise<unknown>

/** The part of a command's middleware stack that the count needs. */
interface Stack {
  add(
    middleware: (next: Next) => Next,
    options: { step: 'finalizeRequest'; priority: 'low'; name: string },
  ): void
}

/**
 * Counts inside the SDK's own retries, where each send is seen: `$metadata.attempts` counts throttled sends too, of
 * which it is certain that they applied nothing.
 */
export function countUnanswered(command: { readonly middlewareStack: object }): SendCount {
  const count: SendCount = { unanswered: 0 }
  const middleware =
    (next: Next): Next =>
    async (args) => {
      try {
        return await next(args)
      } catch (error) {
        if (isUnanswered(error)) count.unanswered += 1
        throw error
      }
    }
  const stack = command.middlewareStack as Stack
  stack.add(middleware, { step: 'finalizeRequest', priority: 'low', name: 'latchkeyCountUnanswered' })
  return count
}
