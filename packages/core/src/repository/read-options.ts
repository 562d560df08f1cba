import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { ErrorContext } from '../errors/latchkey-error.js'
import type { Problem } from '../errors/registry.js'
import { DEFAULT_RETRY, ONCE, type RetryPolicy } from '../run/retry.js'

export type Options = Readonly<Record<string, unknown>>

/** Throws everything that is wrong at once; nothing where all is well. */
export function refuse(problems: readonly Problem[], context: ErrorContext): void {
  const [first, ...rest] = problems
  if (first !== undefined) throw new InvalidInputError([first, ...rest], context)
}

export const isRecord = (value: unknown): value is Options =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const RETRY_OPTIONS: readonly (keyof RetryPolicy)[] = [
  'attempts',
  'maxElapsedMs',
  'baseDelayMs',
  'maxDelayMs',
]

/** What is wrong with a retry policy. */
export function retryProblems(retry: unknown): Problem[] {
  if (retry === undefined || retry === false) return []
  if (!isRecord(retry))
    return [{ path: 'retry', message: `has to be false, or an object of ${RETRY_OPTIONS.join(', ')}` }]
  return Object.entries(retry).flatMap(([name, value]) => {
    if (!RETRY_OPTIONS.some((option) => option === name))
      return [{ path: `retry.${name}`, message: `is no option: there are ${RETRY_OPTIONS.join(', ')}` }]
    const least = name === 'attempts' ? 1 : 0
    if (value === undefined || (typeof value === 'number' && value >= least)) return []
    return [{ path: `retry.${name}`, message: `has to be a number, at least ${least}` }]
  })
}

/** Fills up a retry policy; what is not named is as it was. */
export function readRetry(
  retry: Partial<RetryPolicy> | false | undefined,
  otherwise: RetryPolicy = DEFAULT_RETRY,
): RetryPolicy {
  refuse(retryProblems(retry), {})
  if (retry === false) return ONCE
  const named = Object.entries(retry ?? {}).filter(([, value]) => value !== undefined)
  return { ...otherwise, ...Object.fromEntries(named) }
}

/** Options whose absence would leave something unprotected: present and undefined is a mistake, not a choice. */
const PROTECTING = ['current', 'version', 'where', 'idempotencyKey']

function optionProblem(name: string, value: unknown, known: readonly string[]): Problem | undefined {
  if (!known.includes(name))
    return { path: name, message: `is no option here: there are ${known.join(', ')}` }
  if (value === undefined)
    return PROTECTING.includes(name)
      ? { path: name, message: 'is undefined, which would protect nothing: leave it out, or give it a value' }
      : undefined
  if (name === 'idempotencyKey' && !(typeof value === 'string' && value !== ''))
    return { path: name, message: 'has to be a text that is not empty' }
  if (name === 'where' && typeof value !== 'function') return { path: name, message: 'has to be a function' }
  if (name === 'returns' && value !== 'item' && value !== 'none')
    return { path: name, message: "has to be 'item' or 'none'" }
  if (name === 'signal' && !(typeof value === 'object' && value !== null && 'aborted' in value))
    return { path: name, message: 'has to be an AbortSignal' }
  if (name === 'consistent' && typeof value !== 'boolean')
    return { path: name, message: 'has to be true or false' }
  if (name === 'version' && !(typeof value === 'number' && Number.isSafeInteger(value) && value >= 0))
    return { path: name, message: 'has to be a whole number, as it was read from the item' }
  if (name === 'current' && !isRecord(value)) return { path: name, message: 'has to be an item' }
  return undefined
}

/** Checks the options of a call, every one of them. */
export function readOptions(options: unknown, known: readonly string[], context: ErrorContext): Options {
  if (options === undefined) return {}
  if (!isRecord(options))
    throw new InvalidInputError([{ path: 'options', message: 'have to be an object' }], context)
  const problems = Object.entries(options).flatMap(([name, value]) => optionProblem(name, value, known) ?? [])
  refuse([...problems, ...retryProblems(options['retry'])], context)
  return options
}
