import type { Database } from '@latchkey/core'
import type { Account, models } from './models.js'

/** What somebody fills in. */
export interface Form {
  readonly email: string
  readonly username: string
  readonly displayName?: string
}

/** What becomes of it: an account, or the fields whose values somebody else has. */
export type Registration =
  | { readonly account: Account }
  | { readonly account?: never; readonly taken: readonly string[] }

/** Registers somebody: one request, whatever happens at the same moment. */
export async function register(db: Database<typeof models>, form: Form): Promise<Registration> {
  const created = await db.accounts.create(form).result()
  if (created.ok) return { account: created.data }
  if (created.error.code !== 'UNIQUE') throw created.error
  const taken = created.error.violations.flatMap((violation) =>
    violation.code === 'UNIQUE' ? violation.fields : [],
  )
  return { taken }
}
