import type { ElectroParams } from '../electro/electro-entity.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { ErrorContext } from '../errors/latchkey-error.js'
import { type EntityFacts, fieldOf, type IndexFacts } from '../plan/entity-facts.js'
import { toStoredItem } from '../plan/native-value.js'
import { Placeholders } from '../plan/placeholders.js'
import type { PageRequest } from '../run/store.js'
import { startFields } from './cursor.js'
import { projectedFields } from './read.js'

/** What is asked of a query or a scan. */
export interface PagesAsked {
  /** The index that is queried; undefined for a scan. */
  readonly index: IndexFacts | undefined
  readonly limit: number | undefined
  readonly count: number | undefined
  /** Only these attributes; all where it is undefined. */
  readonly attributes: readonly string[] | undefined
}

/** The fields that an index has of each item; undefined where it has all. */
function heldFields(facts: EntityFacts, index: IndexFacts | undefined): ReadonlySet<string> | undefined {
  if (index?.holds === undefined) return undefined
  const held = index.holds.map((name) => fieldOf(facts, name))
  return new Set([...startFields(facts, index), ...held])
}

/** What a condition looks at has to be in the index: the service takes what is not there for missing. */
function checkHeld(
  { ExpressionAttributeNames: names = {} }: ElectroParams,
  held: ReadonlySet<string> | undefined,
  facts: EntityFacts,
  context: ErrorContext,
): void {
  if (held === undefined) return
  const lacking = Object.values(names).flatMap((field) => {
    const attribute = facts.names.get(field)
    return attribute === undefined || held.has(field) ? [] : [attribute]
  })
  if (lacking.length === 0) return
  const message = `the index does not hold ${lacking.join(', ')}: project it into the index, or filter the items that it gives`
  throw new InvalidInputError([{ path: 'where', message }], context)
}

/** The fields to read, where not all: those asked for, and what tells whose an item is and where it stands. */
export function fieldsToRead(
  facts: EntityFacts,
  { index, attributes }: PagesAsked,
): readonly string[] | undefined {
  const projected = projectedFields(facts, attributes)
  return projected && [...new Set([...startFields(facts, index), ...projected])]
}

/** Whether an index holds a part of its items. What tells whose they are is in none for sure, so all of them are read as well. */
export const isPart = ({ index }: PagesAsked): boolean => index?.holds !== undefined

function projection(params: ElectroParams, fields: readonly string[] | undefined): object {
  if (fields === undefined) return {}
  const placeholders = new Placeholders(params.ExpressionAttributeNames)
  const projected = fields.map((field) => placeholders.name(field))
  return { ProjectionExpression: projected.join(', '), ExpressionAttributeNames: placeholders.names() }
}

/**
 * How many items the service is to look at for one page: one more than are wanted tells whether there are others. Left
 * to the service where it filters, and nobody knows how many it takes.
 */
function limitOf(params: ElectroParams, { limit, count }: PagesAsked): object {
  const wanted = count === undefined || params.FilterExpression !== undefined ? limit : (limit ?? count + 1)
  return wanted === undefined ? {} : { Limit: wanted }
}

/** The request of a page, but for where it begins: what ElectroDB compiled, values in attribute form. */
export function toPageRequest(
  params: ElectroParams,
  facts: EntityFacts,
  asked: PagesAsked,
  context: ErrorContext,
): PageRequest {
  checkHeld(params, heldFields(facts, asked.index), facts, context)
  const { ExpressionAttributeValues: values } = params
  return {
    ...params,
    ...(values === undefined ? {} : { ExpressionAttributeValues: toStoredItem(values) }),
    ...limitOf(params, asked),
    ...projection(params, isPart(asked) ? startFields(facts, asked.index) : fieldsToRead(facts, asked)),
  }
}
