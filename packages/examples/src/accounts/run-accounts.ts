import { connect } from '@latchkey/core'
import type { Setting } from '../program.js'
import { readTable } from '../read-table.js'
import { describeTable } from './describe-table.js'
import { models } from './models.js'
import { type Registration, register } from './register.js'

/** What came of the program, in the order in which it happened. */
export interface AccountsOutcome {
  readonly refused: readonly string[]
  readonly freed: Registration
  readonly reused: Registration
  readonly race: readonly Registration[]
  readonly table: readonly string[]
}

const say = (registration: Registration): string =>
  registration.account
    ? `registered, revision ${registration.account.revision}`
    : `refused, taken: ${registration.taken.join(' and ')}`

/** The life of some accounts, whose e-mails and usernames are unique. */
export async function runAccounts({ client, table, print }: Setting): Promise<AccountsOutcome> {
  const db = connect(models, { client, table })

  print('Ada registers as ada, with Ada@Lovelace.io:')
  const ada = await db.accounts.create({
    email: 'Ada@Lovelace.io',
    username: 'ada',
    displayName: 'Ada Lovelace',
  })
  print(`  registered, revision ${ada.revision}`)

  print('Somebody registers as ADA, with ada@lovelace.io:')
  const second = await register(db, { email: 'ada@lovelace.io', username: 'ADA' })
  print(`  ${say(second)}`)

  print('Ada changes her e-mail to countess@lovelace.io, and Byron registers with the old one:')
  await db.accounts.update({ accountId: ada.accountId }, { set: { email: 'countess@lovelace.io' } })
  const freed = await register(db, { email: 'ada@lovelace.io', username: 'byron' })
  print(`  ${say(freed)}`)
  const found = await db.accounts.by.email({ email: 'Countess@Lovelace.io' })
  print(`  countess@lovelace.io is ${found?.displayName ?? 'nobody'}, found through the guard`)

  print('Byron deletes his account, and Mary registers with the same e-mail and username:')
  if (freed.account) await db.accounts.delete({ accountId: freed.account.accountId })
  const reused = await register(db, {
    email: 'ada@lovelace.io',
    username: 'byron',
    displayName: 'Mary Somerville',
  })
  print(`  ${say(reused)}`)

  print('25 registrations for charles@babbage.io at the same moment:')
  const forms = Array.from({ length: 25 }, (_, at) => ({
    email: 'charles@babbage.io',
    username: `charles${at}`,
  }))
  const race = await Promise.all(forms.map((form) => register(db, form)))
  const won = race.filter(({ account }) => account !== undefined)
  print(`  ${won.length} registered, ${race.length - won.length} refused`)

  const lines = describeTable(await readTable(client, table))
  print('What is in the table:')
  for (const line of lines) print(`  ${line}`)
  return { refused: second.account ? [] : second.taken, freed, reused, race, table: lines }
}
