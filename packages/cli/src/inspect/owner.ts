import type { Inspection, StoredItem, TableKey } from '@latchkey/core'
import { valueText } from '../explain/attribute-json.js'
import { keyText } from '../explain/explain-text.js'
import type { HeldItems } from './held-items.js'

/** Whose a guard or a pointer says it is. */
export interface Owner {
  readonly key: TableKey | undefined
  /** `account accountId="1"` */
  readonly text: string
}

/** What one of the library's own items says of its owner. */
export function ownerOf(own: StoredItem, { inspect }: Inspection): Owner {
  const found = inspect(own)
  const key = found.kind === 'guard' || found.kind === 'pointer' ? found.owner : undefined
  const attributes = Object.entries(own['_lk_key']?.M ?? {})
  const [, entity = ''] = own['_lk_of']?.S?.split('.') ?? []
  const named = attributes.map(([name, value]) => `${name}=${valueText(value)}`).join(' ')
  if (key === undefined) return { key, text: 'an item that it does not name' }
  return { key, text: named === '' ? keyText(key) : `${entity} ${named}` }
}

/** Why the owner of a guard has no right to it; undefined where it has one. */
export function lossOf(
  guard: StoredItem,
  owner: Owner,
  { held, inspection, now }: { held: HeldItems; inspection: Inspection; now: number },
): string | undefined {
  if (owner.key === undefined) return undefined
  const right = inspection.judge(guard, held.at(owner.key), now)
  if (right === 'gone') return 'which is gone'
  if (right === 'expired') return 'which has expired'
  return right === 'moved' ? 'which has another value' : undefined
}
