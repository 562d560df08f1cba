import { createTestTable } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { models } from '../src/accounts/models.js'
import { runAccounts } from '../src/accounts/run-accounts.js'
import { isGuard, readTable } from '../src/read-table.js'

async function runOnce() {
  const table = await createTestTable(models)
  const lines: string[] = []
  const setting = {
    client: table.dynamo.client,
    table: table.name,
    print: (line: string) => lines.push(line),
  }
  const outcome = await runAccounts(setting)
  const items = await readTable(table.dynamo.client, table.name)
  await table.drop()
  return { outcome, lines, items }
}

test('accounts: values are taken, freed and taken again', async () => {
  const { outcome, lines } = await runOnce()
  expect(outcome.refused).toEqual(['email', 'username'])
  expect(outcome.freed.account?.email).toBe('ada@lovelace.io')
  expect(outcome.reused.account).toMatchObject({
    username: 'byron',
    displayName: 'Mary Somerville',
    revision: 1,
  })
  expect(lines).toContain('  refused, taken: email and username')
  expect(lines).toContain('  countess@lovelace.io is Ada Lovelace, found through the guard')
})

test('accounts: of 25 registrations for one e-mail at the same moment one is left', async () => {
  const { outcome } = await runOnce()
  const losers = outcome.race.flatMap(({ account, ...refused }) => (account ? [] : [refused]))
  expect(outcome.race).toHaveLength(25)
  expect(losers).toEqual(Array.from({ length: 24 }, () => ({ taken: ['email'] })))
})

test('accounts: the table holds three accounts, and two guards for each of them', async () => {
  const { outcome, items } = await runOnce()
  const guards = items.filter(isGuard)
  expect(guards.map(({ pk }) => String(pk)).sort()).toEqual([
    'UNIQ#shop.account.email#ada@lovelace.io',
    'UNIQ#shop.account.email#charles@babbage.io',
    'UNIQ#shop.account.email#countess@lovelace.io',
    'UNIQ#shop.account.username#ada',
    'UNIQ#shop.account.username#byron',
    expect.stringMatching(/^UNIQ#shop\.account\.username#charles\d+$/),
  ])
  expect(items).toHaveLength(9)
  expect(outcome.table).toHaveLength(12)
  expect(outcome.table.filter((line) => line.includes('without an owner'))).toEqual([])
})
