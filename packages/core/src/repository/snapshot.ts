import { compileKey } from '../electro/compile-delete.js'
import { hasKey } from '../electro/format.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import { identityOf, type StoredItem, type TableKey } from '../plan/attribute-value.js'
import type { Binding, Bound } from './binding.js'
import { checkKey } from './check-input.js'
import { shown } from './current.js'
import type { TransactionBinding } from './members.js'
import { type Options, readOptions } from './read-options.js'
import { Pending, settleWith } from './transaction-session.js'

/** Reads several items as they were at one moment. */
export async function snapshot(
  { bound, members }: TransactionBinding,
  ask: unknown,
  given: unknown,
): Promise<unknown> {
  const { signal } = readOptions(given, ['signal'], { operation: '$get' })
  if (typeof ask !== 'function')
    throw new InvalidInputError([{ path: '', message: 'takes a function that asks for items' }], {
      operation: '$get',
    })
  const asked = new Map<
    Pending,
    { readonly binding: Binding; readonly key: TableKey; readonly named: Options }
  >()
  const read = members.flatMap(([name, member]) => {
    if (member.kind !== 'model') return []
    const { binding } = member
    const one = (key: unknown): Pending => {
      const named = checkKey(key, binding.facts, { model: binding.facts.entity, operation: '$get' })
      const pending = new Pending(() => named)
      asked.set(pending, {
        binding,
        named,
        key: compileKey(binding.entity, binding.facts, named, bound.table),
      })
      return pending
    }
    return [[name, one] as const]
  })
  const returned: unknown = ask(Object.fromEntries(read))
  if (returned instanceof Promise) {
    returned.catch(() => undefined)
    throw new InvalidInputError(
      [
        {
          path: '',
          message: 'the function only asks for items and returns at once: nothing is there to await',
        },
      ],
      { operation: '$get' },
    )
  }
  const items = await readSnapshot(
    bound,
    [...asked.values()].map(({ key }) => key),
    signal as AbortSignal | undefined,
  )
  const values = new Map(
    [...asked].map(([pending, { binding, named, key }]) => [
      pending,
      shownItem(binding, items.get(identityOf('', key)), named),
    ]),
  )
  return settleWith(returned, (value) =>
    value instanceof Pending && values.has(value) ? values.get(value) : value,
  )
}

const shownItem = (binding: Binding, item: StoredItem | undefined, named: Options): unknown =>
  item === undefined || !hasKey(item, binding.facts, named) ? null : shown(binding, item)

/** One TransactGetItems; each item once, however often it is asked for. */
async function readSnapshot(
  { store, table, hooks }: Bound,
  keys: readonly TableKey[],
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, StoredItem | undefined>> {
  const distinct = [...new Map(keys.map((key) => [identityOf('', key), key])).values()]
  if (distinct.length > MOST_ITEMS)
    throw new InvalidInputError(
      [
        {
          path: '',
          message: `asks for ${distinct.length} items, and the service gives ${MOST_ITEMS} of one moment`,
        },
      ],
      {
        operation: '$get',
      },
    )
  if (distinct.length === 0) return new Map()
  const context = { model: '$get', operation: '$get', signal, attempt: 1, seen: hooks.request }
  const items = await store.snapshot(
    distinct.map((key) => ({ table, key, consistent: true })),
    context,
  )
  return new Map(distinct.map((key, at) => [identityOf('', key), items[at]]))
}

/** Source: the Amazon DynamoDB API Reference, TransactGetItems. */
const MOST_ITEMS = 100
