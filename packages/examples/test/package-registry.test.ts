import { DeleteItemCommand } from '@aws-sdk/client-dynamodb'
import { createTestTable } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { findFaults, takeCensus } from '../src/package-registry/check-table.js'
import { models, type NewPackage, squash } from '../src/package-registry/models.js'
import { readPackages, sample } from '../src/package-registry/read-packages.js'
import { runPackageRegistry } from '../src/package-registry/run-package-registry.js'
import { readTable } from '../src/read-table.js'

async function open() {
  const table = await createTestTable(models)
  const lines: string[] = []
  const setting = {
    client: table.dynamo.client,
    table: table.name,
    print: (line: string) => lines.push(line),
  }
  return { setting, lines, drop: () => table.drop() }
}

const named = (name: string): NewPackage => ({ name, version: '1.0.0', downloads: 1 })

test('package registry: of 3,100 real names 308 are too like another', async () => {
  const { setting, lines, drop } = await open()
  const rows = await readPackages(sample)
  const seen: number[] = []
  const { refused, census, faults } = await runPackageRegistry(setting, rows, (done) => seen.push(done))
  await drop()
  expect(rows).toHaveLength(3100)
  expect(refused).toHaveLength(308)
  for (const { name, takenBy } of refused) {
    expect(takenBy).not.toBe(name)
    expect(squash(takenBy)).toBe(squash(name))
  }
  expect(census).toEqual({ packages: 2792, guards: 2792, unsound: [] })
  expect(faults).toEqual([])
  expect(seen.at(-1)).toBe(3100)
  expect(lines[0]).toBe('2792 of 3100 packages went in, 308 were refused')
  expect(lines[1]).toMatch(/^ {2}\S+ is too like \S+$/)
}, 60_000)

test('package registry: names that differ by case alone are two keys and one guard', async () => {
  const { setting, lines, drop } = await open()
  const { refused } = await runPackageRegistry(setting, [named('base64'), named('Base64')])
  await drop()
  expect(refused).toHaveLength(1)
  expect(lines[1]).toMatch(/^ {2}(base64 is too like Base64|Base64 is too like base64)$/)
})

test('package registry: a guard or a package that is not there is told', async () => {
  const { setting, drop } = await open()
  await runPackageRegistry(setting, [named('left-pad'), named('right-pad')])
  const items = await readTable(setting.client, setting.table)
  const guard = items.find(({ pk }) => pk === 'UNIQ#registry.package.name#leftpad')
  const Key = { pk: { S: guard?.['pk'] }, sk: { S: guard?.['sk'] } }
  await setting.client.send(new DeleteItemCommand({ TableName: setting.table, Key }))
  const faults = findFaults(takeCensus(await readTable(setting.client, setting.table)), 3)
  await drop()
  expect(faults).toEqual([
    'packages in the table: 2, and 3 should be there',
    'guards in the table: 1, and 3 should be there',
    'left-pad does not have exactly one guard and one item',
  ])
})
