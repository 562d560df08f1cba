import { KIND, OF, VALUE } from '../constraint/guard-item.js'
import { scopedText } from '../constraint/key-text.js'
import type { CounterDefinition } from '../define/declare-counter.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { Part } from '../plan/assemble.js'
import { identityOf, type TableKey } from '../plan/attribute-value.js'
import { canonicalNumber } from '../plan/canonical-number.js'
import { toNative } from '../plan/native-value.js'
import { hasLoneSurrogate, SEPARATOR } from '../plan/own-key.js'
import { Placeholders } from '../plan/placeholders.js'
import type { Write } from '../plan/write.js'
import type { Runtime } from '../run/execute.js'
import { sendAlone, sendTogether } from '../run/send-alone.js'
import type { Bound } from './binding.js'
import { isRecord } from './read-options.js'

/** A counter bound to a table and a client. */
export interface CounterBinding extends Bound {
  readonly counter: CounterDefinition
}

function runtimeOf(binding: CounterBinding, operation: string): Runtime {
  const { store, environment, hooks, retry, keyFields, counter, table } = binding
  return {
    store,
    environment,
    hooks,
    retry,
    keyFields,
    table,
    context: { model: counter.name, operation, signal: undefined, attempt: 1, seen: hooks.request },
  }
}

function fault({ counter }: CounterBinding, operation: string, path: string, message: string): never {
  throw new InvalidInputError([{ path, message }], { model: counter.name, operation })
}

function scopeText(binding: CounterBinding, operation: string, name: string, value: unknown): string {
  const isNumber = typeof value === 'number' && Number.isFinite(value)
  if (isNumber) return canonicalNumber(String(value))
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  if (typeof value !== 'string')
    return fault(binding, operation, name, 'has to be a text, a number or a boolean')
  if (hasLoneSurrogate(value))
    return fault(
      binding,
      operation,
      name,
      'holds half of a surrogate pair, which has no form in UTF-8: repair the text',
    )
  return value
}

/** The keys of a scope's shards. */
function shardKeys(binding: CounterBinding, operation: string, scope: unknown): (shard: number) => TableKey {
  const { counter, prefixes, keyFields } = binding
  if (!isRecord(scope ?? {}))
    fault(binding, operation, 'scope', `has to be an object of ${counter.scope.join(', ')}`)
  const given = (scope ?? {}) as Readonly<Record<string, unknown>>
  for (const name of Object.keys(given))
    if (!counter.scope.includes(name))
      fault(
        binding,
        operation,
        name,
        `is no part of the scope: that is ${counter.scope.join(', ') || 'empty'}`,
      )
  const values = counter.scope.map((name) => scopeText(binding, operation, name, given[name]))
  return (shard) => {
    const key = `${scopedText([prefixes.counter, counter.origin], values)}${SEPARATOR}${shard}`
    return Object.fromEntries(keyFields.map((field) => [field, { S: key }]))
  }
}

function addTo(binding: CounterBinding, key: TableKey, by: number): Write {
  const placeholders = new Placeholders()
  const kind = `${placeholders.name(KIND)} = ${placeholders.value({ S: 'counter' })}`
  const origin = `${placeholders.name(OF)} = ${placeholders.value({ S: binding.counter.origin })}`
  return {
    action: 'Update',
    role: `increment of ${binding.counter.name}`,
    table: binding.table,
    key,
    update: `SET ${kind}, ${origin} ADD ${placeholders.name(VALUE)} ${placeholders.value({ N: String(by) })}`,
    condition: '',
    names: placeholders.names(),
    values: placeholders.values(),
  }
}

/** Where a counter has no scope, the amount comes first. */
function readArguments(
  { counter }: CounterBinding,
  given: readonly unknown[],
): { readonly scope: unknown; readonly by: unknown } {
  const [first, second = 1] = given
  // Not `??`: null is what an amount that got lost looks like, and nothing to count.
  if (counter.scope.length === 0 && !isRecord(first))
    return { scope: {}, by: first === undefined ? 1 : first }
  return { scope: first, by: second }
}

/** What an increment adds to which shard. */
export interface Increment {
  readonly binding: CounterBinding
  readonly key: TableKey
  readonly by: number
}

/** Checks an increment, and chooses a shard for it. */
export function readIncrement(binding: CounterBinding, given: readonly unknown[], random: number): Increment {
  const { scope, by } = readArguments(binding, given)
  const isAmount =
    typeof by === 'number' && Number.isFinite(by) && (!Number.isInteger(by) || Number.isSafeInteger(by))
  if (!isAmount) return fault(binding, 'increment', 'by', 'has to be a finite number, whole ones within 2^53')
  const shard = Math.floor(random * binding.counter.shards)
  return { binding, key: shardKeys(binding, 'increment', scope)(shard), by }
}

/** Increments as parts of a request: those of one shard as one. */
export function incrementParts(increments: readonly Increment[]): readonly Part[] {
  const byKey = new Map<string, Increment>()
  for (const each of increments) {
    const id = identityOf('', each.key)
    byKey.set(id, { ...each, by: each.by + (byKey.get(id)?.by ?? 0) })
  }
  return [...byKey.values()].map(({ binding, key, by }) => ({
    own: [],
    apart: [{ write: addTo(binding, key, by), explain: () => [] }],
  }))
}

/** Adds to a random shard: one atomic write. */
export async function increment(binding: CounterBinding, given: readonly unknown[]): Promise<void> {
  const { key, by } = readIncrement(binding, given, binding.environment.random())
  await sendAlone(addTo(binding, key, by), 'NONE', runtimeOf(binding, 'increment'))
}

const allKeys = (binding: CounterBinding, operation: string, scope: unknown): readonly TableKey[] => {
  const keyOf = shardKeys(binding, operation, scope)
  return Array.from({ length: binding.counter.readShards }, (_, shard) => keyOf(shard))
}

/** Sums all shards, those too that only former increments wrote: one batch. Each shard is read consistently. */
export async function readCount(binding: CounterBinding, scope: unknown): Promise<number> {
  const requests = allKeys(binding, 'read', scope).map((key) => ({
    table: binding.table,
    key,
    consistent: true,
  }))
  const items = await binding.store.getMany(requests, runtimeOf(binding, 'read').context)
  const values = items.flatMap((item) => (item?.[VALUE]?.N === undefined ? [] : [toNative(item[VALUE])]))
  return values.reduce<number>((sum, value) => sum + Number(value), 0)
}

/** Deletes all shards in one request. What is added meanwhile counts from there, or is gone with them. */
export async function reset(binding: CounterBinding, scope: unknown): Promise<void> {
  const { table } = binding
  const writes = allKeys(binding, 'reset', scope).map(
    (key): Write => ({
      action: 'Delete',
      role: `reset of ${binding.counter.name}`,
      table,
      key,
      condition: '',
      names: {},
      values: {},
    }),
  )
  await sendTogether(writes, 'NONE', runtimeOf(binding, 'reset'))
}
