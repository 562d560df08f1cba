import { OWNER, OWNER_KEY, ownerKey, VALUE } from '../constraint/guard-item.js'
import { advanceWrite, pointerKey } from '../constraint/pointer.js'
import type { PointerDeclaration } from '../constraint/pointer-declaration.js'
import { formatItem, isOwnItem } from '../electro/format.js'
import { OutcomeUnknownError } from '../errors/outcome-unknown-error.js'
import {
  type AttributeValue,
  identityOf,
  isSameValue,
  keyOf,
  type StoredItem,
  type TableKey,
} from '../plan/attribute-value.js'
import { compareValues } from '../plan/compare-values.js'
import { keyAttributesOf } from '../plan/entity-facts.js'
import { toNative, toNativeItem } from '../plan/native-value.js'
import type { Runtime } from '../run/execute.js'
import { execute } from '../run/execute.js'
import { RetryBudget } from '../run/retry.js'
import { type Binding, runtimeFor } from './binding.js'
import { remember } from './current.js'
import { readNamedValues } from './named-values.js'
import { readOptions } from './read-options.js'
import { scanScope } from './scan-scope.js'

/** Where a pointer of a scope is, and what asks for it. */
interface Access {
  readonly binding: Binding
  readonly declaration: PointerDeclaration
  readonly runtime: Runtime
  readonly key: TableKey
  /** The scope's stored values, by field. */
  readonly scope: StoredItem
}

function access(
  binding: Binding,
  declaration: PointerDeclaration,
  method: string,
  scope: unknown,
  options: Readonly<Record<string, unknown>>,
): Access {
  const { facts, prefixes } = binding
  const operation = `pointers.${declaration.name}.${method}`
  const context = { model: facts.entity, operation }
  const named = readNamedValues(scope ?? {}, declaration.scope, 'the scope', facts, context)
  const key = pointerKey(declaration, named, prefixes)
  return { binding, declaration, runtime: runtimeFor(binding, operation, options), key, scope: named }
}

function optionsOf(
  binding: Binding,
  { name }: PointerDeclaration,
  method: string,
  given: unknown,
  known: readonly string[],
): Readonly<Record<string, unknown>> {
  return readOptions(given, known, { model: binding.facts.entity, operation: `pointers.${name}.${method}` })
}

const readPointer = (
  { binding, key, runtime }: Access,
  consistent: boolean,
): Promise<StoredItem | undefined> =>
  binding.store.get({ table: binding.table, key, consistent }, runtime.context)

/** What a caller sees of a pointer. */
function shown(item: StoredItem | undefined): { readonly value: unknown; readonly key: unknown } | null {
  const value = item?.[VALUE]
  return value === undefined
    ? null
    : { value: toNative(value), key: toNativeItem(item?.[OWNER_KEY]?.M ?? {}) }
}

export async function read(
  binding: Binding,
  declaration: PointerDeclaration,
  scope: unknown,
  given: unknown,
): Promise<unknown> {
  const options = optionsOf(binding, declaration, 'read', given, ['consistent', 'signal'])
  const item = await readPointer(
    access(binding, declaration, 'read', scope, options),
    options['consistent'] === true,
  )
  return shown(item)
}

/** The owner that a pointer names, as a caller sees it; undefined where it is not as the pointer says any more. */
async function ownerOf(
  { binding, declaration, runtime, scope }: Access,
  pointer: StoredItem,
): Promise<unknown> {
  const { facts, entity, table, store } = binding
  const owner = ownerKey(pointer[OWNER]?.S ?? '', facts.keyFields)
  if (pointer[OWNER] === undefined || owner === undefined) return undefined
  const item = await store.get({ table, key: owner, consistent: true }, runtime.context)
  if (item === undefined || !isOwnItem(item, facts)) return undefined
  const isSame = isSameValue(item[declaration.field], pointer[VALUE])
  const isInScope = declaration.scopeFields.every((field) => isSameValue(item[field], scope[field]))
  const formatted = isSame && isInScope ? formatItem(entity, facts, item) : null
  return formatted === null ? undefined : remember(formatted, item, facts)
}

const isSamePointer = (one: StoredItem, other: StoredItem | undefined): boolean =>
  isSameValue(one[VALUE], other?.[VALUE]) && isSameValue(one[OWNER], other?.[OWNER])

/**
 * Reads the owner, and gives it only if what the pointer says of it is still so. Where it is not, the pointer may have
 * gone on meanwhile, and is looked at again: only one that stood still names an owner that is not there.
 */
export async function follow(
  binding: Binding,
  declaration: PointerDeclaration,
  scope: unknown,
  given: unknown,
): Promise<unknown> {
  const options = optionsOf(binding, declaration, 'follow', given, ['signal'])
  const found = access(binding, declaration, 'follow', scope, options)
  let pointer = await readPointer(found, true)
  while (pointer !== undefined) {
    const owner = await ownerOf(found, pointer)
    if (owner !== undefined) return owner
    const again = await readPointer(found, true)
    if (isSamePointer(pointer, again)) return null
    pointer = again
  }
  return null
}

/** The item of a scope that is furthest on; the first one seen where several are. */
function furthest(
  items: readonly StoredItem[],
  { field, order }: PointerDeclaration,
): StoredItem | undefined {
  const sign = order === 'max' ? 1 : -1
  return items.reduce<StoredItem | undefined>((best, item) => {
    const compared = best === undefined ? 1 : (compareValues(item[field], best[field]) ?? 0) * sign
    return compared > 0 ? item : best
  }, undefined)
}

/** Raises a pointer to an item; where it is further on already, that is what it stays. */
async function raise(
  { binding, declaration, runtime, key }: Access,
  item: StoredItem,
  value: AttributeValue,
): Promise<void> {
  const { facts } = binding
  const owner = { key: keyOf(item, facts.keyFields), attributes: keyAttributesOf(item, facts) }
  const write = advanceWrite(declaration, key, value, owner)
  await execute<undefined>(
    {
      prepare: async (adjustments) => {
        if (adjustments.some((adjustment) => identityOf('', adjustment.key) === identityOf('', key)))
          return { done: undefined, results: [] }
        return {
          parts: [
            {
              own: [
                {
                  ...write,
                  intent: { kind: 'check' },
                  explain: () => [{ kind: 'adjust', adjustment: { kind: 'drop', key } }],
                },
              ],
            },
          ],
          returnValues: 'NONE',
          doubt: () => ({
            operation: 'create',
            stores: {},
            generated: [],
            versionField: undefined,
            expectedVersion: undefined,
          }),
          finish: () => undefined,
        }
      },
      forget: () => {},
    },
    runtime,
  )
}

/** Raises a pointer again where an answer was lost, until it is seen not to be behind: twice is as good as once. */
async function raiseSurely(found: Access, item: StoredItem, value: AttributeValue): Promise<void> {
  const { declaration, runtime } = found
  const { signal } = runtime.context
  const budget = new RetryBudget(runtime.retry, runtime.environment)
  const sign = declaration.order === 'max' ? 1 : -1
  for (;;) {
    try {
      return await raise(found, item, value)
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError) || signal?.aborted === true) throw error
      const reached = compareValues((await readPointer(found, true))?.[VALUE], value)
      if (reached !== undefined && reached * sign >= 0) return
      if (budget.isSpent) throw error
    }
    await budget.wait(signal, () => {})
  }
}

/** Raises a pointer from the items of its scope; it never goes back. */
export async function rebuild(
  binding: Binding,
  declaration: PointerDeclaration,
  scope: unknown,
  given: unknown,
): Promise<unknown> {
  const options = optionsOf(binding, declaration, 'rebuild', given, ['signal'])
  const found = access(binding, declaration, 'rebuild', scope, options)
  const items = await scanScope(binding, found.runtime, declaration.scopeFields, found.scope)
  const item = furthest(
    items.filter(({ [declaration.field]: value }) => value?.N !== undefined || value?.S !== undefined),
    declaration,
  )
  const value = item?.[declaration.field]
  if (item !== undefined && value !== undefined) await raiseSurely(found, item, value)
  return shown(await readPointer(found, true))
}
