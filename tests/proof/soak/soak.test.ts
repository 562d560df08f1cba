import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { connect, inspectDatabase } from '@latchkey/core'
import { assertSound, testDatabase, testTable } from '@latchkey/testing'
import { expect, test } from 'vitest'
import { randomFrom } from '../../../packages/testing/src/fault/random-from.js'
import { expectSound } from '../../table.js'
import { isLong } from '../length.js'
import { seedOfRun } from '../model/settings.js'
import { Figures } from './figures.js'
import { type Done, mixOf } from './mix.js'
import { models } from './models.js'

const seconds = Number(process.env['LATCHKEY_SOAK_SECONDS'] ?? (isLong ? 120 : 3))
const seed = seedOfRun()
const WORKERS = 12
const TENTHS = 10
/** What the heap may grow by from the first third of a long run to the last: what leaks grows with every operation. */
const MOST_GROWTH = 1.25
const CODES = [
  'UNIQUE',
  'EXISTS',
  'NOT_FOUND',
  'REFERENCE',
  'CONTENTION',
  'OUTCOME_UNKNOWN',
  'CONDITION',
  'done',
]

function heapAfterCollection(): number {
  setFlagsFromString('--expose_gc')
  runInNewContext('gc')()
  return process.memoryUsage().heapUsed
}

test(`soundness after ${seconds} seconds of ${WORKERS} workers, with faults, seed ${seed}`, {
  timeout: seconds * 2_000 + 60_000,
}, async () => {
  const figures = new Figures()
  const options = { observe: figures.observer, retry: { attempts: 30, baseDelayMs: 1, maxDelayMs: 8 } }
  const db = await testDatabase(models, options)
  const { client, table } = inspectDatabase(db)
  const { faults } = testTable(db).dynamo
  const often = (kind: number, probability: number) => ({
    times: Infinity,
    seeded: { seed: seed + kind, probability },
  })
  faults.conflict({ operation: 'TransactWriteItems', ...often(1, 0.02) })
  faults.throttle(often(2, 0.005))
  faults.lostAnswer({ operation: 'TransactWriteItems', ...often(3, 0.01) })
  const done: Done = { numbers: [], surely: 0, perhaps: 0 }
  const end = Date.now() + seconds * 1_000
  const worker = async (number: number): Promise<void> => {
    const random = randomFrom(seed * WORKERS + number)
    const operations = mixOf(connect(models, { client, table, ...options }), random, done)
    while (Date.now() < end) {
      // What becomes of each is counted by the observer.
      await operations[Math.floor(random() * operations.length)]?.().catch(() => undefined)
    }
  }
  const running = Promise.all(Array.from({ length: WORKERS }, (_, number) => worker(number)))
  for (let tenth = 0; tenth < TENTHS; tenth += 1) {
    await new Promise((resolve) => setTimeout(resolve, (seconds * 1_000) / TENTHS))
    figures.heaps.push(heapAfterCollection())
  }
  await running
  faults.clear()
  if (isLong) console.log(String(figures))

  for (const code of figures.codes.keys()) expect(CODES).toContain(code)
  expect(figures.operations).toBeGreaterThan(WORKERS)
  // A few seconds are the time in which everything is loaded.
  if (isLong) expect(figures.growth).toBeLessThan(MOST_GROWTH)
  expect(new Set(done.numbers).size).toBe(done.numbers.length)
  const drawn = await db.orders.sequences.no.read(undefined, { consistent: true })
  expect(drawn ?? 0).toBeGreaterThanOrEqual(Math.max(0, ...done.numbers))
  const count = await db.made.read()
  expect(count).toBeGreaterThanOrEqual(done.surely)
  expect(count).toBeLessThanOrEqual(done.perhaps)
  await expectSound(db)
  await assertSound(db)
})
