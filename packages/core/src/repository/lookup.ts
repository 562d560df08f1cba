import type { Lookup } from '../constraint/constraint.js'
import { KIND, labelOf, OWNER, OWNER_KEY, ownerKey } from '../constraint/guard-item.js'
import { formatItem, isOwnItem } from '../electro/format.js'
import { ContentionError } from '../errors/contention-error.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import { identityOf, isSameValue, keyOf, type StoredItem, type TableKey } from '../plan/attribute-value.js'
import { toNativeItem } from '../plan/native-value.js'
import type { Runtime } from '../run/execute.js'
import { type Binding, runtimeFor } from './binding.js'
import { remember } from './current.js'
import { readNamedValues } from './named-values.js'
import { readOptions } from './read-options.js'

/** How often a value may move from one owner to the next while it is looked up. */
const MOST_MOVES = 8

function guardOf(binding: Binding, lookup: Lookup, values: unknown, runtime: Runtime): TableKey {
  const { facts, prefixes } = binding
  const { model, operation } = runtime.context
  const context = { model, operation }
  const named = readNamedValues(values, lookup.attributes, 'the lookup', facts, context)
  const key = lookup.key(named, prefixes)
  if (key === undefined)
    throw new InvalidInputError([{ path: '', message: 'these values have no guard' }], context)
  return key
}

/** The owner that a guard names, if it can be one of this model. */
function ownerOf(binding: Binding, guard: StoredItem | undefined): TableKey | undefined {
  const owner = guard?.[OWNER]?.S
  if (guard === undefined || owner === undefined || labelOf(guard) !== binding.facts.label) return undefined
  const key = ownerKey(owner, binding.facts.keyFields)
  const own = keyOf(guard, binding.facts.keyFields)
  return key !== undefined && identityOf('', key) !== identityOf('', own) ? key : undefined
}

/** Whether an item has, by this very constraint, a right to the guard. */
function isOwner(
  binding: Binding,
  lookup: Lookup,
  guard: TableKey,
  item: StoredItem | undefined,
): item is StoredItem {
  if (item === undefined || !isOwnItem(item, binding.facts)) return false
  const key = lookup.keyOfItem(item, binding.prefixes)
  return key !== undefined && identityOf('', key) === identityOf('', guard)
}

/**
 * Reads a guard and its owner in one snapshot until they say the same: the two reads before may have met a change on
 * its way from one owner to the next. Null only when a snapshot says so.
 */
async function bySnapshot(
  binding: Binding,
  lookup: Lookup,
  guardKey: TableKey,
  first: TableKey,
  runtime: Runtime,
): Promise<StoredItem | undefined> {
  const { table, store } = binding
  const started = runtime.environment.now()
  let owner = first
  for (let move = 0; move < MOST_MOVES; move += 1) {
    const requests = [guardKey, owner].map((key) => ({ table, key, consistent: true }))
    const [guard, item] = await store.snapshot(requests, runtime.context)
    const named = ownerOf(binding, guard)
    if (named === undefined) return undefined
    const isSame = Object.keys(named).every((field) => isSameValue(named[field], owner[field]))
    if (isSame) return isOwner(binding, lookup, guardKey, item) ? item : undefined
    owner = named
  }
  const { model, operation } = runtime.context
  const elapsedMs = runtime.environment.now() - started
  throw new ContentionError({ attempts: MOST_MOVES, elapsedMs }, { model, operation })
}

export async function lookUp(
  binding: Binding,
  lookup: Lookup,
  values: unknown,
  options: unknown,
): Promise<object | null> {
  const { facts, entity, table, store } = binding
  const operation = `by.${lookup.name}`
  const read = readOptions(options, ['signal'], { model: facts.entity, operation })
  const runtime = runtimeFor(binding, operation, read)
  const guardKey = guardOf(binding, lookup, values, runtime)
  const guard = await store.get({ table, key: guardKey, consistent: true }, runtime.context)
  const owner = ownerOf(binding, guard)
  if (owner === undefined) return null
  const item = await store.get({ table, key: owner, consistent: true }, runtime.context)
  const found = isOwner(binding, lookup, guardKey, item)
    ? item
    : await bySnapshot(binding, lookup, guardKey, owner, runtime)
  const formatted = formatItem(entity, facts, found)
  return formatted === null || found === undefined ? null : remember(formatted, found, facts)
}

/** Whose a value is, by its guard alone: one read, which trusts the guard. */
export async function lookUpKey(
  binding: Binding,
  lookup: Lookup,
  values: unknown,
  options: unknown,
): Promise<object | null> {
  const { facts, table, store } = binding
  const operation = `by.${lookup.name}.key`
  const read = readOptions(options, ['signal'], { model: facts.entity, operation })
  const runtime = runtimeFor(binding, operation, read)
  const guardKey = guardOf(binding, lookup, values, runtime)
  const guard = await store.get({ table, key: guardKey, consistent: true }, runtime.context)
  const attributes = guard?.[OWNER_KEY]?.M
  if (guard?.[KIND] === undefined || attributes === undefined || ownerOf(binding, guard) === undefined)
    return null
  return toNativeItem(attributes)
}
