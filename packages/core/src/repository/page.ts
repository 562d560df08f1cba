import { toInputError } from '../electro/compile-error.js'
import { enclosed } from '../electro/compile-update.js'
import type { ReadChain, WhereText } from '../electro/electro-entity.js'
import { formatItem } from '../electro/format.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { ErrorContext } from '../errors/latchkey-error.js'
import type { EntityFacts, IndexFacts } from '../plan/entity-facts.js'
import { type Binding, runtimeFor } from './binding.js'
import { checkAttributes } from './check-input.js'
import { shown } from './current.js'
import { readCursor, toCursorError } from './cursor.js'
import { observed } from './observed.js'
import { mostPagesOf, readPageOptions } from './page-options.js'
import { toPageRequest } from './page-request.js'
import { isRecord, type Options, refuse } from './read-options.js'
import { sendPages } from './send-pages.js'
import type { Page } from './types/query.js'

const RANGES = ['begins', 'between', 'gt', 'gte', 'lt', 'lte'] as const
type Range = (typeof RANGES)[number]

/**
 * One query or scan, as the steps that make it: ElectroDB's chains change as they are used, so each send begins with a new
 * one, and what is filtered once stays as it was for whoever holds it.
 */
interface Chain {
  readonly binding: Binding
  readonly operation: string
  readonly index: IndexFacts | undefined
  readonly steps: () => ReadChain
}

async function go(
  { operation, steps, index }: Chain,
  binding: Binding,
  options: unknown,
): Promise<Page<unknown>> {
  const { entity, facts, table } = binding
  const context: ErrorContext = { model: facts.entity, operation }
  const { signal, cursor, pages, limit, count, order, consistent, ...rest } = readPageOptions(
    options,
    index,
    context,
  )
  const attributes = checkAttributes(rest.attributes, facts, context)
  const asked = { index, limit, count, attributes }
  const runtime = runtimeFor(binding, operation, { signal })
  try {
    const compiled = steps().params({ table, order, consistent })
    const request = toPageRequest(compiled, facts, asked, context)
    const start = typeof cursor === 'string' ? readCursor(cursor, facts, index, request, context) : undefined
    const mostPages = mostPagesOf(pages, count)
    const page = await sendPages(start, { binding, runtime, request, asked, mostPages })
    const data = page.items.map((item) =>
      attributes === undefined ? shown(binding, item) : formatItem(entity, facts, item, attributes),
    )
    return { data, cursor: page.cursor }
  } catch (error) {
    throw toInputError(toCursorError(error, cursor, context), facts)
  }
}

function withWhere(current: Chain, where: unknown): Chain {
  if (typeof where === 'function')
    return { ...current, steps: () => current.steps().where(enclosed(where as WhereText)) }
  throw new InvalidInputError([{ path: 'where', message: 'has to be a function' }], {
    model: current.binding.facts.entity,
    operation: current.operation,
  })
}

/** What a caller holds of a query or scan that can be filtered and sent. */
function filterable(current: Chain): object {
  const { binding, operation } = current
  return {
    where: (where: unknown) => filterable(withWhere(current, where)),
    go: (options?: unknown) =>
      observed(binding, binding.facts.entity, operation, (seen) => go(current, seen, options)),
  }
}

function keyProblems(
  key: unknown,
  allowed: readonly string[],
  facts: EntityFacts,
  context: ErrorContext,
): void {
  if (!isRecord(key))
    throw new InvalidInputError(
      [{ path: '', message: `the key has to be an object of ${allowed.join(', ')}` }],
      context,
    )
  refuse(
    Object.keys(key).flatMap((name) => {
      if (allowed.includes(name)) return []
      const message = facts.attributes.has(name)
        ? 'is no part of the key of this index'
        : `is no attribute of ${facts.entity}`
      return [{ path: name, message }]
    }),
    context,
  )
}

function ranged(current: Chain, range: Range, keys: readonly unknown[]): object {
  const { binding, operation, index } = current
  const context = { model: binding.facts.entity, operation: `${operation}.${range}` }
  for (const key of keys) keyProblems(key, index?.sk?.composite ?? [], binding.facts, context)
  const steps = (): ReadChain => {
    const chain = current.steps()
    return (chain[range] as (...given: readonly unknown[]) => ReadChain).apply(chain, [...keys])
  }
  return filterable({ ...current, steps })
}

export function queryBy(binding: Binding, index: IndexFacts, key: unknown): object {
  const { facts, entity } = binding
  const operation = `query.${index.accessPattern}`
  const context = { model: facts.entity, operation }
  keyProblems(key, [...index.pk.composite, ...(index.sk?.composite ?? [])], facts, context)
  const missing = index.pk.composite.filter((name) => (key as Options)[name] === undefined)
  refuse(
    missing.map((name) => ({ path: name, message: 'is missing' })),
    context,
  )
  const query = entity.query[index.accessPattern]
  if (query === undefined)
    throw new InvalidInputError([{ path: '', message: 'there is no such access pattern' }], context)
  const current: Chain = { binding, operation, index, steps: () => query(key as Options) }
  const ranges = RANGES.map((range) => [range, (...keys: unknown[]) => ranged(current, range, keys)] as const)
  return { ...filterable(current), ...Object.fromEntries(ranges) }
}

export const scanOf = (binding: Binding): object =>
  filterable({ binding, operation: 'scan', index: undefined, steps: () => binding.entity.scan })
