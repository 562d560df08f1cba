import { connect } from '@latchkey/core'
import type { Setting } from '../program.js'
import { readTable } from '../read-table.js'
import { FLIPS, flipDarkMode, flipSignup, raiseLimit } from './admins.js'
import { findFaults, type Seen } from './check-settings.js'
import { countVisits } from './count-visits.js'
import { describeTable } from './describe-table.js'
import { type FlagValues, models, modelsV1 } from './models.js'
import { READS, readCached } from './read-cached.js'

/** What came of the program. */
export interface SettingsOutcome extends Seen {
  readonly table: readonly string[]
  /** What is wrong, if anything. */
  readonly faults: readonly string[]
}

const show = ({ signupEnabled, darkMode, uploadLimit }: FlagValues): string =>
  `signups ${signupEnabled ? 'open' : 'closed'}, dark mode ${darkMode ? 'on' : 'off'}, uploads up to ${uploadLimit} MB`

/** Flags that are safe before anybody has set one, that two admins do not lose each other, and that cost few reads. */
export async function runSettings({ client, table, print }: Setting): Promise<SettingsOutcome> {
  const open = () => connect(models, { client, table, retry: { attempts: 100 } })
  const [db, other] = [open(), open()]

  print('While nothing is stored, the flags are:')
  const atFirst = await db.flags.get()
  print(`  ${show(atFirst)}`)

  print('The release before this one opens signups, and this one reads its record:')
  const before = connect(modelsV1, { client, table })
  await before.flags.update({ set: { mode: 'open', uploadLimit: 20 } })
  const superseding = await db.flags.get()
  print(`  ${show(superseding)}`)

  print(
    'The first write of this one takes over what was there. What the older release says from then on is nothing to it:',
  )
  await db.flags.update({ set: { darkMode: true } })
  await before.flags.update({ set: { mode: 'closed' } })
  const takenOver = await db.flags.get({ consistent: true })
  print(`  ${show(takenOver)}`)

  print(
    `Two admins flip different flags ${FLIPS} times each, and five others raise the limit to 23, all at once:`,
  )
  const raises = Array.from({ length: 5 }, () => raiseLimit(other, 23))
  await Promise.all([flipSignup(db), flipDarkMode(other), ...raises])
  const flipped = await db.flags.get({ consistent: true })
  print(`  ${show(flipped)}; revision ${takenOver.revision} has become ${flipped.revision}`)

  print(
    `A server reads the flags ${READS} times through its cache, opens signups, and reads them as often again:`,
  )
  const cached = await readCached({ client, table })
  print(`  ${show(cached.after)}; requests of all these reads: ${cached.requests}`)

  print('Sixty visitors at once:')
  const visits = await countVisits(db)
  for (const [page, count] of Object.entries(visits)) print(`  ${count} visits of ${page}`)

  const lines = describeTable(await readTable(client, table))
  print('What is in the table:')
  for (const line of lines) print(`  ${line}`)
  const seen = { atFirst, superseding, takenOver, flipped, cached, visits }
  return { ...seen, table: lines, faults: findFaults(seen) }
}
