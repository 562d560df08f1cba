import { isSameValue, type StoredItem } from '../plan/attribute-value.js'
import type { Operation } from '../plan/change.js'

/** A single write that was refused after a send of it got no answer. */
export interface Doubt {
  readonly operation: Operation
  /** What the write stores, by field; for an update, what it sets. */
  readonly stores: StoredItem
  /** Fields whose value was made for this call alone, so that nobody else can have stored it. */
  readonly generated: readonly string[]
  readonly versionField: string | undefined
  /** The version that the item had to have; undefined where the write did not ask. */
  readonly expectedVersion: number | undefined
  /** Whether what a refusal says is right although the unanswered send was what it met. */
  readonly standsAnyway?: boolean
}

export type LostAnswer =
  /** The unanswered send was applied. */
  | 'ours'
  /** It was not, and the refusal stands. */
  | 'refused'
  | 'unknown'

const versionIn = (item: StoredItem, field: string | undefined): number | undefined =>
  field === undefined || item[field]?.N === undefined ? undefined : Number(item[field].N)

/**
 * Decides whether an unanswered send was applied, on the item that came back with the refusal of a later one. Values
 * that the caller set prove nothing: another worker may have set the same.
 */
export function judgeLostAnswer(doubt: Doubt, item: StoredItem | null | undefined): LostAnswer {
  if (item === null || item === undefined) return 'unknown'
  const { stores, generated, operation, expectedVersion, standsAnyway = false } = doubt
  if (standsAnyway) return 'refused'
  const isAsWritten = Object.keys(stores).every((field) => isSameValue(stores[field], item[field]))
  if (isAsWritten && generated.length > 0) return 'ours'
  // Ours, and changed since by someone who counts no versions: that is no refusal.
  if (generated.some((field) => isSameValue(stores[field], item[field]))) return 'unknown'
  const version = versionIn(item, doubt.versionField)
  const first = operation === 'create' ? 1 : expectedVersion === undefined ? undefined : expectedVersion + 1
  if (version === undefined || first === undefined || operation === 'delete') return 'unknown'
  if (version < first) return 'refused'
  return version === first && !isAsWritten ? 'refused' : 'unknown'
}
