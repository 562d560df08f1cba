import type { Database } from '@latchkey/core'
import type { models } from './models.js'

/** How often an admin flips a flag. An even number: the last flip switches it off. */
export const FLIPS = 100

/** An admin in two minds about signups: one write for each flip, which sets this flag and no other. */
export async function flipSignup(db: Database<typeof models>): Promise<void> {
  for (let at = 0; at < FLIPS; at += 1) await db.flags.update({ set: { signupEnabled: at % 2 === 0 } })
}

/** Another one who switches over whatever is stored when the write arrives: a read and a write for each flip, tried again. */
export async function flipDarkMode(db: Database<typeof models>): Promise<void> {
  for (let at = 0; at < FLIPS; at += 1)
    await db.flags.modify(({ darkMode }) => ({ set: { darkMode: !darkMode } }))
}

/** Raises the limit by one unless it is high enough, whoever else does so at the same moment. Gives the limit as it is then. */
export async function raiseLimit(db: Database<typeof models>, highest: number): Promise<number> {
  const flags = await db.flags.modify(({ uploadLimit }) =>
    uploadLimit < highest ? { set: { uploadLimit: uploadLimit + 1 } } : null,
  )
  return flags.uploadLimit
}
