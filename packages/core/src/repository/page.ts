import { toInputError } from '../electro/compile-error.js'
import { enclosed } from '../electro/compile-update.js'
import type { ReadChain, WhereText } from '../electro/electro-entity.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { ErrorContext } from '../errors/latchkey-error.js'
import type { EntityFacts, IndexFacts } from '../plan/entity-facts.js'
import { toNativeItem, toStoredItem } from '../plan/native-value.js'
import type { RequestContext, Store } from '../run/store.js'
import { type Binding, runtimeFor } from './binding.js'
import { checkAttributes } from './check-input.js'
import { checkStart, toCursorError } from './cursor.js'
import { observed } from './observed.js'
import { isRecord, type Options, refuse } from './read-options.js'

const PAGE_OPTIONS = ['cursor', 'limit', 'count', 'pages', 'attributes', 'consistent', 'signal']
const RANGES = ['begins', 'between', 'gt', 'gte', 'lt', 'lte'] as const
type Range = (typeof RANGES)[number]

const inAttributeForm = (input: Options, name: string): object =>
  isRecord(input[name]) ? { [name]: toStoredItem(input[name]) } : {}

/** What ElectroDB takes for a client: it hands over commands, and their input goes through our store. */
function clientOver(store: Store, context: RequestContext, check: (input: Options) => void): object {
  const send = async ({ input }: { readonly input: Options }): Promise<unknown> => {
    check(input)
    const values = inAttributeForm(input, 'ExpressionAttributeValues')
    const request = { ...input, ...values, ...inAttributeForm(input, 'ExclusiveStartKey') }
    const { items, next } = await store.page(
      'KeyConditionExpression' in input ? 'Query' : 'Scan',
      request,
      context,
    )
    return {
      Items: items.map(toNativeItem),
      ...(next === undefined ? {} : { LastEvaluatedKey: toNativeItem(next) }),
    }
  }
  return { send }
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

function readPageOptions({ binding, operation, index }: Chain, given: unknown): Options {
  const context = { model: binding.facts.entity, operation }
  if (given !== undefined && !isRecord(given))
    throw new InvalidInputError([{ path: 'options', message: 'have to be an object' }], context)
  const options = given ?? {}
  const known = index === undefined ? PAGE_OPTIONS : [...PAGE_OPTIONS, 'order']
  refuse(
    Object.entries(options).flatMap(([name, value]) => {
      const message = pageProblem(name, value, known)
      return message === undefined ? [] : [{ path: name, message }]
    }),
    context,
  )
  if (options['consistent'] === true && index?.index !== undefined)
    throw new InvalidInputError(
      [
        {
          path: 'consistent',
          message: `the service cannot read the index ${index.index} consistently: read by key, or through a unique constraint`,
        },
      ],
      context,
    )
  return options
}

async function go(current: Chain, binding: Binding, given: unknown): Promise<unknown> {
  const { operation, steps } = current
  const { facts, store, table } = binding
  const { signal, attributes, ...options } = readPageOptions(current, given)
  const context: ErrorContext = { model: facts.entity, operation }
  const names = checkAttributes(attributes, facts, context)
  const runtime = runtimeFor(binding, operation, { signal: signal as AbortSignal | undefined })
  const { keyFields } = facts
  const client = clientOver(store, runtime.context, (input) =>
    checkStart(input, { keyFields, index: current.index }, context),
  )
  const projection = names === undefined ? {} : { attributes: names }
  try {
    return await steps().go({ ...options, ...projection, client, table, originalErr: true })
  } catch (error) {
    throw toInputError(toCursorError(error, options['cursor'], context), facts)
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
