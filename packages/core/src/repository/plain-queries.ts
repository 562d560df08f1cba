import { InvalidInputError } from '../errors/invalid-input-error.js'
import { isRecord } from './read-options.js'
import type { Delegate, PlainQuery, PlainQueryOptions } from './types/plain.js'
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

async function pageOf(query: PlainQuery, options: unknown = {}): Promise<Page<unknown>> {
  if (!isRecord(options))
    throw new InvalidInputError([{ path: 'options', message: 'have to be an object' }], {
      operation: 'query',
    })
  const { where, begins, between, gt, gte, lt, lte, ...rest } = options as Given
  const ranged = narrowed(query, options)
  return (where === undefined ? ranged : ranged.where(where)).go(rest)
}

async function* itemsOf(query: PlainQuery, options: unknown = {}): AsyncGenerator<unknown, void, undefined> {
  let cursor: string | null = null
  do {
    const page: Page<unknown> = await pageOf(query, isRecord(options) ? { ...options, cursor } : options)
    yield* page.data
    cursor = page.cursor
  } while (cursor !== null)
}

/** Reads pages of a query by its key and by options that stand in one object: ranges and `where` with those of the page. */
export const pagesOf = (query: (key: unknown) => PlainQuery): Delegate =>
  delegate((key, options) => pageOf(query(key), options))

/** Reads item after item of a query by its key and by options, over all of its pages. */
export const eachOf = (query: (key: unknown) => PlainQuery): Delegate =>
  delegate((key, options) => itemsOf(query(key), options))

/** Reads pages of a scan by options that stand in one object. */
export const scanPagesOf = (scan: PlainQuery): Delegate => delegate((options) => pageOf(scan, options))

/** Reads item after item of a scan by options, over all of its pages. */
export const eachOfScan = (scan: PlainQuery): Delegate => delegate((options) => itemsOf(scan, options))

/** Whoever calls it says what it gives. */
const delegate = (run: (...given: readonly unknown[]) => unknown): Delegate => run as Delegate
