import { compileKey } from '../electro/compile-delete.js'
import { formatItem, hasKey } from '../electro/format.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import { identityOf, type StoredItem } from '../plan/attribute-value.js'
import { type EntityFacts, fieldOf } from '../plan/entity-facts.js'
import type { GetRequest } from '../run/store.js'
import { type Binding, runtimeFor } from './binding.js'
import { checkAttributes, checkKey } from './check-input.js'
import { remember } from './current.js'
import { type Options, readOptions } from './read-options.js'

const READ_OPTIONS = ['consistent', 'attributes', 'signal']

/** The fields of a projection, with what says whose an item is. */
export function projectedFields(
  facts: EntityFacts,
  attributes: readonly string[] | undefined,
): readonly string[] | undefined {
  if (attributes === undefined) return undefined
  const { entity, version } = facts.identifiers
  const named = [...attributes, ...facts.keyAttributes].map((name) => fieldOf(facts, name))
  return [...new Set([...named, entity, version])]
}

/** An item as it is given back; a part of one is no basis for a write, so it is not remembered. */
function given(
  binding: Binding,
  item: StoredItem | undefined,
  attributes: readonly string[] | undefined,
  named: Options,
): object | null {
  const { entity, facts } = binding
  if (item === undefined || !hasKey(item, facts, named)) return null
  const formatted = formatItem(entity, facts, item, attributes)
  return formatted === null || attributes !== undefined ? formatted : remember(formatted, item, facts)
}

export async function get(binding: Binding, key: unknown, options: unknown): Promise<object | null> {
  const { facts, entity, table, store } = binding
  const context = { model: facts.entity, operation: 'get' }
  const read = readOptions(options, READ_OPTIONS, context)
  const attributes = checkAttributes(read['attributes'], facts, context)
  const named = checkKey(key, facts, context)
  const tableKey = compileKey(entity, facts, named, table)
  const request = {
    table,
    key: tableKey,
    consistent: read['consistent'] === true,
    fields: projectedFields(facts, attributes),
  }
  const item = await store.get(request, runtimeFor(binding, 'get', read).context)
  return given(binding, item, attributes, named)
}

export async function getMany(binding: Binding, keys: unknown, options: unknown): Promise<(object | null)[]> {
  const { facts, entity, table, store } = binding
  const context = { model: facts.entity, operation: 'getMany' }
  const read = readOptions(options, READ_OPTIONS, context)
  if (!Array.isArray(keys))
    throw new InvalidInputError([{ path: '', message: 'the keys have to be a list' }], context)
  const attributes = checkAttributes(read['attributes'], facts, context)
  const fields =
    attributes === undefined ? undefined : [...(projectedFields(facts, attributes) ?? []), ...facts.keyFields]
  const consistent = read['consistent'] === true
  const named = keys.map((key: unknown) => checkKey(key, facts, context))
  const requests = named.map((key): GetRequest => {
    const tableKey = compileKey(entity, facts, key, table)
    return {
      table,
      key: tableKey,
      consistent,
      fields: fields === undefined ? undefined : [...new Set(fields)],
    }
  })
  const distinct = new Map(requests.map((request) => [identityOf('', request.key), request]))
  const found = await store.getMany([...distinct.values()], runtimeFor(binding, 'getMany', read).context)
  const items = new Map([...distinct.keys()].map((id, at) => [id, found[at]]))
  return requests.map((request, at) =>
    given(binding, items.get(identityOf('', request.key)), attributes, named[at] ?? {}),
  )
}
