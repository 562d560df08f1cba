import { type Database, isViolation } from '@latchkey/core'
import { journal, type models } from './models.js'

/** Appends to a tenant's journal; false where the journal has gone on to that time, or past it. */
export async function append(
  db: Database<typeof models>,
  entry: { readonly tenantId: string; readonly at: string; readonly text: string },
): Promise<boolean> {
  try {
    await db.journal.create(entry)
    return true
  } catch (error) {
    if (isViolation(error, journal, 'STALE_POINTER', 'end')) return false
    throw error
  }
}
