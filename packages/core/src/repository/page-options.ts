import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { ErrorContext } from '../errors/latchkey-error.js'
import type { IndexFacts } from '../plan/entity-facts.js'
import { isRecord, refuse } from './read-options.js'
import type { PageOptions } from './types/query.js'

const PAGE_OPTIONS = ['cursor', 'limit', 'count', 'pages', 'attributes', 'consistent', 'signal']

/** Options of a page, checked but for the names of attributes. */
interface Given extends Omit<PageOptions<string>, 'attributes'> {
  readonly attributes?: unknown
  readonly consistent?: boolean
}

function pageProblem(name: string, value: unknown, known: readonly string[]): string | undefined {
  if (!known.includes(name)) return `is no option here: there are ${known.join(', ')}`
  if (value === undefined) return undefined
  const isCount = typeof value === 'number' && Number.isSafeInteger(value) && value > 0
  if ((name === 'limit' || name === 'count') && !isCount) return 'has to be a whole number above 0'
  if (name === 'pages' && value !== 'all' && !isCount) return "has to be a whole number above 0, or 'all'"
  if (name === 'order' && value !== 'asc' && value !== 'desc') return "has to be 'asc' or 'desc'"
  if (name === 'cursor' && value !== null && typeof value !== 'string')
    return 'has to be the cursor of a page, or null'
  if (name === 'consistent' && typeof value !== 'boolean') return 'has to be true or false'
  return undefined
}

/** How many requests to send at most: one, or as many as it takes to give as many items as are wanted. */
export const mostPagesOf = (pages: Given['pages'], count: number | undefined): number => {
  const most = pages ?? (count === undefined ? 1 : 'all')
  return most === 'all' ? Number.POSITIVE_INFINITY : most
}

/** Reads the options of a query, or of a scan where there is no index. */
export function readPageOptions(
  given: unknown = {},
  index: IndexFacts | undefined,
  context: ErrorContext,
): Given {
  if (!isRecord(given))
    throw new InvalidInputError([{ path: 'options', message: 'have to be an object' }], context)
  const known = index === undefined ? PAGE_OPTIONS : [...PAGE_OPTIONS, 'order']
  refuse(
    Object.entries(given).flatMap(([name, value]) => {
      const message = pageProblem(name, value, known)
      return message === undefined ? [] : [{ path: name, message }]
    }),
    context,
  )
  if (given['consistent'] === true && index?.index !== undefined)
    throw new InvalidInputError(
      [
        {
          path: 'consistent',
          message: `the service cannot read the index ${index.index} consistently: read by key, or through a unique constraint`,
        },
      ],
      context,
    )
  return given
}
