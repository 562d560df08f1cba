import { scanTable } from '../table/scan-table.js'
import type { StoredItem } from '../table/stored-item.js'
import { keyText } from '../table/table-entries.js'
import { guardFindings } from './guard-findings.js'
import { pointerFindings } from './pointer-findings.js'
import { SoundnessError } from './soundness-error.js'

/**
 * Fails unless every guard in the database's table has an owner that needs it, every owner has its guards, each
 * attribute for attribute, and every pointer has a value at least as far on as any item's. Reads the whole table.
 *
 * @throws SoundnessError with everything that is wrong
 *
 * @example
 * ```ts
 * afterEach(() => assertSound(db))
 * ```
 */
export async function assertSound(db: object): Promise<void> {
  const { inspectDatabase } = await import('@latchkey/core')
  const { client, table, keyFields, inspect } = inspectDatabase(db)
  const keyOf = (item: StoredItem): string => keyText(item, keyFields)
  const items = await scanTable(client, table)
  const seen = items.map((item) => ({ key: keyOf(item), item, found: inspect(item) }))
  const findings = [...guardFindings(seen, keyOf), ...pointerFindings(seen, keyOf)]
  if (findings.length > 0) throw new SoundnessError(table, findings)
}
