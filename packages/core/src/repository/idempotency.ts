import { KIND, OF } from '../constraint/guard-item.js'
import { IdempotencyKeyReusedError } from '../errors/idempotency-key-reused-error.js'
import type { AttributeValue, StoredItem, TableKey } from '../plan/attribute-value.js'
import { canonicalInput } from '../plan/canonical-input.js'
import type { Condition } from '../plan/condition.js'
import type { GuardedWrite } from '../plan/contribution.js'
import { hashText } from '../plan/hash.js'
import { joinValues, SEPARATOR } from '../plan/own-key.js'
import type { Idempotency, Runtime } from '../run/execute.js'
import type { Binding, Bound } from './binding.js'
import { shown } from './current.js'
import { isRecord } from './read-options.js'

const UNTIL = '_lk_until'
const INPUT = '_lk_input'
const RESULT = '_lk_result'

/** What a request is known by, and how its result is had again. */
export interface Repeatable<T> {
  /** Whose operation it is: the entity of a model, or the database. */
  readonly model: string
  readonly operation: string
  readonly idempotencyKey: string
  /** What the caller passed, functions aside. */
  readonly input: () => unknown
  /** Gives the result again, from the keys of what was left behind. */
  readonly result: (keys: readonly (TableKey | null)[]) => Promise<T>
}

function keyOf(
  { table, prefixes, keyFields }: Bound,
  { model, operation, idempotencyKey }: Repeatable<unknown>,
): TableKey {
  const hash = hashText(joinValues([table, model, operation, idempotencyKey]))
  const text = [prefixes.idempotency, hash].join(SEPARATOR)
  return Object.fromEntries(keyFields.map((field) => [field, { S: text }]))
}

const asValue = (key: TableKey | null): AttributeValue => (key === null ? { NULL: true } : { M: { ...key } })

const asKeys = (record: StoredItem): readonly (TableKey | null)[] =>
  (record[RESULT]?.L ?? []).map(({ M }) => M ?? null)

/** Remembers a request in the transaction that carries it out, so that a repeat finds it and does nothing. */
export function idempotencyOf<T>(
  records: Bound,
  runtime: Runtime,
  repeatable: Repeatable<T>,
): Idempotency<T> {
  const key = keyOf(records, repeatable)
  const { model, operation } = repeatable
  const inputHash = (): string => hashText(canonicalInput(repeatable.input()))
  const [keyField = ''] = records.keyFields
  const nowSeconds = Math.floor(records.environment.now() / 1000)
  const until: AttributeValue = { N: String(nowSeconds + Math.ceil(records.idempotencyTtlMs / 1000)) }
  const isOver: Condition = { op: 'less', field: UNTIL, value: { N: String(nowSeconds) } }
  return {
    remember: (results): GuardedWrite => ({
      action: 'Put',
      role: 'record of the request',
      key,
      item: {
        ...(records.ttlField === undefined ? {} : { [records.ttlField]: until }),
        ...key,
        [KIND]: { S: 'idempotency' },
        [OF]: { S: `${model}.${operation}` },
        [UNTIL]: until,
        [INPUT]: { S: inputHash() },
        [RESULT]: { L: results.map(asValue) },
      },
      condition: { op: 'any', of: [{ op: 'absent', field: keyField }, isOver] },
      intent: { kind: 'alone' },
      explain: (record) => (record === undefined ? [{ kind: 'outdated' }] : [{ kind: 'repeated', record }]),
    }),
    recall: async () => {
      const record = await records.store.get({ table: records.table, key, consistent: true }, runtime.context)
      const isOld = Number(record?.[UNTIL]?.N ?? 0) < nowSeconds
      return isOld ? undefined : record
    },
    repeat: async (record) => {
      if (record[INPUT]?.S !== inputHash()) throw new IdempotencyKeyReusedError({ model, operation })
      return repeatable.result(asKeys(record))
    },
  }
}

/** The item under a key, as an operation gives it back; null where it was deleted, or has gone since. */
export async function readBack(
  binding: Binding,
  runtime: Runtime,
  key: TableKey | null | undefined,
): Promise<unknown> {
  if (key === null || key === undefined) return null
  const { table, store } = binding
  return shown(binding, await store.get({ table, key, consistent: true }, runtime.context))
}

/** Options without an item that the caller read: a repeat reads what the request itself left behind. */
export function withoutCurrent(options: unknown): unknown {
  if (!isRecord(options)) return options
  const { current: _, ...rest } = options
  return rest
}

/** Carries the caller's idempotency key, if any, into a single operation of a model. */
export function idempotencyFor(
  binding: Binding,
  runtime: Runtime,
  options: Readonly<Record<string, unknown>>,
  input: readonly unknown[],
  again: (key: TableKey | null | undefined) => Promise<unknown> = (key) => readBack(binding, runtime, key),
): Idempotency<unknown> | undefined {
  const { idempotencyKey, returns, signal: _, retry: __, ...rest } = options
  if (typeof idempotencyKey !== 'string') return undefined
  return idempotencyOf<unknown>(binding, runtime, {
    model: binding.facts.label,
    operation: runtime.context.operation,
    idempotencyKey,
    input: () => [...input, withoutCurrent(rest)],
    result: async ([key]) => (returns === 'none' ? undefined : again(key)),
  })
}
