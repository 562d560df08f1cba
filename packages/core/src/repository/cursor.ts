import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { ErrorContext } from '../errors/latchkey-error.js'
import { type AttributeValue, isSameValue, type TableKey } from '../plan/attribute-value.js'
import { type EntityFacts, fieldOf, type IndexFacts } from '../plan/entity-facts.js'
import type { PageRequest } from '../run/store.js'
import { isRecord } from './read-options.js'

const noCursor = (context: ErrorContext): InvalidInputError =>
  new InvalidInputError(
    [{ path: 'cursor', message: 'is no cursor of this query: begin without one' }],
    context,
  )

const keyFieldsOf = (facts: EntityFacts, { pk, sk, isComposite }: IndexFacts): readonly string[] =>
  isComposite
    ? [...pk.composite, ...(sk?.composite ?? [])].map((name) => fieldOf(facts, name))
    : [pk.field, ...(sk === undefined ? [] : [sk.field])]

/** The fields of the key at which a page begins: the table's key, and that of the index. */
export const startFields = (facts: EntityFacts, index: IndexFacts | undefined): readonly string[] => [
  ...new Set([...facts.keyFields, ...(index === undefined ? [] : keyFieldsOf(facts, index))]),
]

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Where a page begins, as text that a caller keeps and that fits into an address. */
export const toCursor = (start: TableKey): string =>
  btoa(JSON.stringify(start).replace(/[^\0-~]/g, escaped))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

const isKeyValue = (value: unknown): boolean =>
  isRecord(value) &&
  Object.keys(value).length === 1 &&
  (typeof value['S'] === 'string' || typeof value['N'] === 'string')

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return undefined
  }
}

function isStart(start: unknown, fields: readonly string[]): start is TableKey {
  if (!isRecord(start) || !Object.values(start).every(isKeyValue)) return false
  return Object.keys(start).length === fields.length && fields.every((field) => Object.hasOwn(start, field))
}

/**
 * Where a query begins that a caller goes on with. A cursor often comes back from one who may have changed it, or has it
 * from another query, so it has to have the fields of such keys and be of the partition that is read. The service
 * looks at that as well, not every engine does.
 */
export function readCursor(
  cursor: string,
  facts: EntityFacts,
  index: IndexFacts | undefined,
  { ExpressionAttributeValues: values }: PageRequest,
  context: ErrorContext,
): TableKey {
  const start = parsed(cursor)
  if (!isStart(start, startFields(facts, index))) throw noCursor(context)
  if (index === undefined || index.isComposite) return start
  const partition = isRecord(values) ? values[':pk'] : undefined
  if (!isSameValue(start[index.pk.field], partition as AttributeValue)) throw noCursor(context)
  return start
}

/** What the service says of a key at which this query cannot begin. */
const REFUSALS = /start(ing)? ?key|cannot be restarted/i

/** What refuses a start is the mistake of who gave it. Gives other errors as they are. */
export function toCursorError(error: unknown, cursor: unknown, context: ErrorContext): unknown {
  const isRefused = typeof cursor === 'string' && error instanceof Error && REFUSALS.test(error.message)
  return isRefused ? noCursor(context) : error
}
