import { InvalidInputError } from '../errors/invalid-input-error.js'
import { isRecord } from './read-options.js'
import type { PlainQuery, PlainQueryOptions } from './types/plain.js'
import type { Page } from './types/query.js'

const RANGES = ['begins', 'between', 'gt', 'gte', 'lt', 'lte'] as const

type Given = PlainQueryOptions<never, object, string>

/** The query narrowed to the one range that the options name. */
function narrowed(query: PlainQuery, options: Given): PlainQuery {
  const [range, ...others] = RANGES.filter((name) => options[name] !== undefined)
  if (range === undefined) return query
  if (others.length > 0)
    throw new InvalidInputError(
      [{ path: others.join(), message: `cannot stand beside ${range}: a query has one range of sort keys` }],
      { operation: 'query' },
    )
  const narrow: unknown = Reflect.get(query, range)
  if (typeof narrow !== 'function')
    throw new InvalidInputError([{ path: range, message: 'narrows queries alone: a scan has no sort key' }], {
      operation: 'query',
    })
  return narrow(...(range === 'between' ? (options.between ?? []) : [options[range]]))
}

/** A page of a query or a scan whose options stand in one object: ranges and `where` with those of the page. */
export async function pageOf<T>(query: PlainQuery, options: object = {}): Promise<Page<T>> {
  if (!isRecord(options))
    throw new InvalidInputError([{ path: 'options', message: 'have to be an object' }], {
      operation: 'query',
    })
  const { where, begins, between, gt, gte, lt, lte, ...rest } = options as Given
  const ranged = narrowed(query, options)
  const page = await (where === undefined ? ranged : ranged.where(where)).go(rest)
  return page as Page<T>
}

/** Item after item of a query or a scan, over all of its pages. */
export async function* eachOf<T>(
  query: () => PlainQuery,
  options: object = {},
): AsyncGenerator<T, void, undefined> {
  let cursor: string | null = null
  do {
    const page: Page<T> = await pageOf(query(), { ...options, cursor })
    yield* page.data
    cursor = page.cursor
  } while (cursor !== null)
}
