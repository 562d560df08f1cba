import type { Superseded } from '../define/declare-singleton.js'
import { compileKey } from '../electro/compile-delete.js'
import { formatItem, isOwnItem } from '../electro/format.js'
import type { StoredItem, TableKey } from '../plan/attribute-value.js'
import { copyValue } from '../plan/copy-value.js'
import { itemBytes } from '../plan/item-size.js'
import type { Runtime } from '../run/execute.js'
import type { Binding } from './binding.js'
import type { Options } from './read-options.js'
import { SingletonWrites } from './singleton-writes.js'

/** A singleton bound to a table and a client. */
export interface SingletonBinding extends Binding {
  readonly defaults: Options
  readonly superseded: Superseded | undefined
  /** What was last seen of the record: that it costs more than one read unit, and that it is there. */
  readonly seen: { isLarge: boolean; isThere: boolean }
}

/** One read unit pays for so many bytes. Source: the Amazon DynamoDB Developer Guide, "DynamoDB read and write operations". */
const BYTES_PER_READ_UNIT = 4096

/** By `seen`, which all bindings of one singleton to one table share. */
const writes = new WeakMap<SingletonBinding['seen'], SingletonWrites>()

/** What is known of the writes through one binding. */
export function writesOf({ seen }: SingletonBinding): SingletonWrites {
  const known = writes.get(seen) ?? new SingletonWrites()
  writes.set(seen, known)
  return known
}

export const keyOfRecord = ({ entity, facts, table }: Binding): TableKey =>
  compileKey(entity, facts, {}, table)

/** What a caller sees: what is stored, over the defaults. All of it is the caller's own. */
export function viewOf(binding: SingletonBinding, stored: StoredItem | undefined): Options {
  if (stored !== undefined) note(binding, stored)
  return copyValue({ ...binding.defaults, ...formatItem(binding.entity, binding.facts, stored) })
}

/** The version of a record, 0 where it is absent; undefined where none is declared. */
export function versionIn(
  { constraints: { version } }: Binding,
  stored: StoredItem | undefined,
): number | undefined {
  return version === undefined ? undefined : Number(stored?.[version]?.N ?? 0)
}

/** Remembers that a record is there, and says once that it has outgrown a read unit, and again after it has shrunk and grown. */
function note({ seen, hooks, facts }: SingletonBinding, stored: StoredItem): void {
  const isLarge = itemBytes(stored) > BYTES_PER_READ_UNIT
  if (isLarge && !seen.isLarge)
    hooks.warning?.(
      facts.entity,
      'the record is larger than 4 KB: each read of it costs more than one read unit',
    )
  seen.isLarge = isLarge
  seen.isThere = true
}

/** What is at the key of the record, whosever it is. */
export function readHeld(
  binding: SingletonBinding,
  runtime: Runtime,
  consistent: boolean,
): Promise<StoredItem | undefined> {
  const { table, store } = binding
  return store.get({ table, key: keyOfRecord(binding), consistent }, runtime.context)
}

/** The record; undefined where there is none, or an item of another entity in its place. */
export const ownRecord = ({ facts }: Binding, held: StoredItem | undefined): StoredItem | undefined =>
  held !== undefined && isOwnItem(held, facts) ? held : undefined

export async function readRecord(
  binding: SingletonBinding,
  runtime: Runtime,
  consistent: boolean,
): Promise<StoredItem | undefined> {
  return ownRecord(binding, await readHeld(binding, runtime, consistent))
}
