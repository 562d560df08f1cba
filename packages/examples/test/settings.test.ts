import { createTestTable } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { findFaults } from '../src/settings/check-settings.js'
import { models } from '../src/settings/models.js'
import { runSettings } from '../src/settings/run-settings.js'

async function runOnce() {
  const table = await createTestTable(models)
  const lines: string[] = []
  const { client } = table.dynamo
  const outcome = await runSettings({ client, table: table.name, print: (line) => lines.push(line) })
  await table.drop()
  return { outcome, lines }
}

test('settings: no flip of two admins is lost, and one read serves a thousand', async () => {
  const { outcome, lines } = await runOnce()
  expect(outcome.faults).toEqual([])
  expect(outcome.atFirst).toEqual({ signupEnabled: false, darkMode: false, uploadLimit: 10 })
  expect(outcome.superseding).toEqual({ signupEnabled: true, darkMode: false, uploadLimit: 20 })
  expect(outcome.takenOver).toMatchObject({ signupEnabled: true, darkMode: true, uploadLimit: 20 })
  expect(outcome.flipped).toMatchObject({ signupEnabled: false, darkMode: true, uploadLimit: 23 })
  expect(outcome.cached).toMatchObject({ requests: 1, after: { signupEnabled: true } })
  expect(outcome.visits).toEqual({ '/': 40, '/pricing': 20 })
  expect(lines).toContain('  40 visits of /')
})

test('settings: the table holds both records of flags, and shards of the counter', async () => {
  const { outcome } = await runOnce()
  const [v1, v2] = outcome.table.filter((line) => line.startsWith('FLAGS'))
  expect(v1).toMatch(/^FLAGS \| V1 +mode=closed uploadLimit=20$/)
  expect(v2).toMatch(/^FLAGS \| V2 +darkMode=true revision=\d+ signupEnabled=true uploadLimit=23$/)
  const shards = outcome.table.filter((line) => !line.startsWith('FLAGS'))
  for (const line of shards) expect(line).toMatch(/^CTR#app\.visits#\/(pricing)?#[0-3] +_lk_value=\d+$/)
})

test('settings: what went wrong is told', async () => {
  const { outcome } = await runOnce()
  const { atFirst, flipped } = outcome
  const lost = { ...outcome, flipped: { ...flipped, revision: 1 }, visits: { '/': 40, '/pricing': 19 } }
  expect(findFaults({ ...lost, atFirst: { ...atFirst, signupEnabled: true } })).toEqual([
    'nothing was stored, and the flags were not the defaults',
    expect.stringMatching(/changes were stored, and there were 203$/),
    'visits were lost',
  ])
})
