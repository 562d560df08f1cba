import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { ErrorContext } from '../errors/latchkey-error.js'
import type { IndexFacts } from '../plan/entity-facts.js'
import { isRecord, type Options } from './read-options.js'

const noCursor = (context: ErrorContext): InvalidInputError =>
  new InvalidInputError(
    [{ path: 'cursor', message: 'is no cursor of this query: begin without one' }],
    context,
  )

/** What ElectroDB says of a cursor that is none, and the service of a key at which this query cannot begin. */
const REFUSALS = /unable to parse cursor|start(ing)? ?key|cannot be restarted/i

/**
 * A cursor often comes back from a caller who may have changed it, or has it from another query. What refuses it is then
 * the caller's mistake. Gives other errors as they are.
 */
export function toCursorError(error: unknown, cursor: unknown, context: ErrorContext): unknown {
  const isRefused = typeof cursor === 'string' && error instanceof Error && REFUSALS.test(error.message)
  return isRefused ? noCursor(context) : error
}

const isScalar = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'

/** The fields of the key at which a page of an index begins; undefined where they are attributes of the caller's own. */
function startFields(keyFields: readonly string[], index: IndexFacts | undefined): string[] | undefined {
  if (index === undefined) return [...keyFields]
  if (index.isComposite) return undefined
  const sk = index.sk === undefined ? [] : [index.sk.field]
  return [...new Set([...keyFields, index.pk.field, ...sk])]
}

/**
 * Whether a page can begin at a key: it has the fields that such keys have, and is of the partition that is read. The
 * service looks at that as well, not every engine does.
 */
function isStart(
  start: unknown,
  partition: unknown,
  keyFields: readonly string[],
  index: IndexFacts | undefined,
): boolean {
  if (!isRecord(start) || !Object.values(start).every(isScalar)) return false
  const fields = startFields(keyFields, index)
  if (fields === undefined) return true
  const isWhole = fields.length === Object.keys(start).length && fields.every((field) => field in start)
  return isWhole && (index === undefined || start[index.pk.field] === partition)
}

/** Refuses a request of ElectroDB whose cursor is of another query, or made up. */
export function checkStart(
  { ExclusiveStartKey: start, ExpressionAttributeValues: values }: Options,
  { keyFields, index }: { readonly keyFields: readonly string[]; readonly index: IndexFacts | undefined },
  context: ErrorContext,
): void {
  if (start === undefined) return
  const partition = isRecord(values) ? values[':pk'] : undefined
  if (!isStart(start, partition, keyFields, index)) throw noCursor(context)
}
