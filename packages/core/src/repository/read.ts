import { compileKey } from '../electro/compile-delete.js'
import { formatItem } from '../electro/format.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import { identityOf, type StoredItem } from '../plan/attribute-value.js'
import { fieldOf } from '../plan/entity-facts.js'
import type { GetRequest } from '../run/store.js'
import { type Binding, runtimeFor } from './binding.js'
import { checkAttributes, checkKey } from './check-input.js'
import { remember } from './current.js'
import { readOptions } from './read-options.js'

const READ_OPTIONS = ['consistent', 'attributes', 'signal']

/** The fields of a projection, with what says whose an item is. */
function projected(
  { facts }: Binding,
  attributes: readonly string[] | undefined,
): readonly string[] | undefined {
  if (attributes === undefined) return undefined
  const { entity, version } = facts.identifiers
  return [...new Set([...attributes.map((name) => fieldOf(facts, name)), entity, version])]
}

/** An item as it is given back; a part of one is no basis for a write, so it is not remembered. */
function given(
  binding: Binding,
  item: StoredItem | undefined,
  attributes: readonly string[] | undefined,
): object | null {
  const formatted = formatItem(binding.entity, binding.facts, item, attributes)
  if (formatted === null || item === undefined || attributes !== undefined) return formatted
  return remember(formatted, item, binding.facts)
}

export async function get(binding: Binding, key: unknown, options: unknown): Promise<object | null> {
  const { facts, entity, table, store } = binding
  const context = { model: facts.entity, operation: 'get' }
  const read = readOptions(options, READ_OPTIONS, context)
  const attributes = checkAttributes(read['attributes'], facts, context)
  const tableKey = compileKey(entity, facts, checkKey(key, facts, context), table)
  const request = {
    table,
    key: tableKey,
    consistent: read['consistent'] === true,
    fields: projected(binding, attributes),
  }
  return given(binding, await store.get(request, runtimeFor(binding, 'get', read).context), attributes)
}

export async function getMany(binding: Binding, keys: unknown, options: unknown): Promise<(object | null)[]> {
  const { facts, entity, table, store } = binding
  const context = { model: facts.entity, operation: 'getMany' }
  const read = readOptions(options, READ_OPTIONS, context)
  if (!Array.isArray(keys))
    throw new InvalidInputError([{ path: '', message: 'the keys have to be a list' }], context)
  const attributes = checkAttributes(read['attributes'], facts, context)
  const fields =
    attributes === undefined ? undefined : [...(projected(binding, attributes) ?? []), ...facts.keyFields]
  const consistent = read['consistent'] === true
  const requests = keys.map((key: unknown): GetRequest => {
    const tableKey = compileKey(entity, facts, checkKey(key, facts, context), table)
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
  return requests.map((request) => given(binding, items.get(identityOf('', request.key)), attributes))
}
