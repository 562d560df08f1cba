import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { connect } from '@latchkey/core'
import { createTestTable, type Dynamo, startDynalite, type TestTable } from '@latchkey/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLong } from '../length.js'
import { declareModels } from '../model/declare-models.js'
import { Oracle } from '../model/oracle.js'
import { type Database, performSingle, performTransaction } from '../model/perform.js'
import { State } from '../model/state.js'
import { tableDifferences } from '../model/table-differences.js'
import { bundleProgram } from './bundle-program.js'
import type { Report, Script } from './program.js'
import { OPERATIONS, REQUESTS, SHAPE } from './script.js'

let dynamo: Dynamo
let program: string
beforeAll(async () => {
  dynamo = await startDynalite()
  program = await bundleProgram()
}, 60_000)
afterAll(async () => {
  await dynamo.stop()
  await rm(dirname(program), { recursive: true, force: true })
})

const models = declareModels(SHAPE)

/** What there has to be before the first operation, after it, and so on. */
function statesOf(): { readonly states: readonly State[]; readonly codes: readonly (string | undefined)[] } {
  const oracle = new Oracle(SHAPE)
  const states = [oracle.state.clone()]
  const codes = OPERATIONS.map((operation) => {
    const outcome = operation.op === 'transaction' ? oracle.transaction(operation) : oracle.single(operation)
    states.push(oracle.state.clone())
    return outcome.kind === 'refused' ? outcome.reasons[0]?.[0]?.split(' ')[0]?.toUpperCase() : undefined
  })
  return { states, codes }
}

interface Run {
  readonly table: TestTable
  readonly reports: readonly Report[]
  readonly requests: number
}

/**
 * Runs the program in a process of its own, which is killed at its n-th request: before the request arrives, or after
 * it was carried out and before the answer is given.
 */
async function runKilled(n: number, isCarriedOut: boolean): Promise<Run> {
  const table = await createTestTable(models, { dynamo })
  let isHolding = true
  const gate = dynamo.hold({ table: table.name, where: () => isHolding })
  const script: Script = {
    endpoint: dynamo.endpoint,
    table: table.name,
    shape: SHAPE,
    operations: OPERATIONS,
  }
  const child = spawn(process.execPath, [program, JSON.stringify(script)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const ended = once(child, 'close')
  const isOver = ended.then(() => true)
  let requests = 0
  for (;;) {
    const isEnded = await Promise.race([isOver, gate.waitFor(1).then(() => false)])
    if (isEnded) break
    requests += 1
    if (requests === n) {
      child.kill('SIGKILL')
      await ended
      // Whoever sent it is no more: it arrives all the same, or never.
      if (isCarriedOut) await gate.release()
      break
    }
    await gate.release()
  }
  // What a process that is no more has sent stays held; others pass.
  isHolding = false
  const lines = output.split('\n').filter((line) => line !== '')
  return { table, reports: lines.map((line) => JSON.parse(line) as Report), requests }
}

const { states, codes } = statesOf()
const differences = tableDifferences(SHAPE)
const asReported = codes.map((code, at): Report => (code === undefined ? { at } : { at, code }))

/** Does everything again with the same keys, as another process that shares nothing with the first but the table. */
async function repeat({ name }: TestTable): Promise<readonly (string | undefined)[]> {
  const db = connect(models, { client: dynamo.client, table: name }) as unknown as Database
  const outcomes: (string | undefined)[] = []
  for (const operation of OPERATIONS)
    outcomes.push(
      await (operation.op === 'transaction'
        ? performTransaction(db, SHAPE, operation, [])
        : performSingle(db, SHAPE, operation)
      ).then(
        () => undefined,
        (error: unknown) => String(Reflect.get(Object(error), 'code')),
      ),
    )
  return outcomes
}

test('without a kill the script comes to its end, by as many requests as are killed below', async () => {
  const { table, reports, requests } = await runKilled(Number.POSITIVE_INFINITY, false)
  expect(reports).toEqual(asReported)
  expect(differences(states.at(-1) ?? new State(), await table.stored())).toEqual([])
  expect(requests).toBe(REQUESTS)
}, 60_000)

const all = Array.from({ length: REQUESTS }, (_, at) => at + 1)
// In `npm test` every second request, in one way after the other; in the long run each request in both ways.
const kills = all.flatMap((n) => {
  if (isLong) return [[n, false] as const, [n, true] as const]
  return n % 2 === 0 ? [[n, n % 4 === 0] as const] : []
})

test.each(kills)(
  'a process that is killed at request %i (carried out: %s) leaves no half behind',
  async (n, isCarriedOut) => {
    const { table, reports } = await runKilled(n, isCarriedOut)
    // What it said came true, in order.
    expect(reports).toEqual(asReported.slice(0, reports.length))
    const stored = await table.stored()
    const [before, after] = [states[reports.length], states[reports.length + 1]].map((state) =>
      state === undefined ? ['there is no such state'] : differences(state, stored),
    )
    // All of what it reported, and of the operation under way all or nothing.
    if (before?.length !== 0) expect(after).toEqual([])
    expect(await repeat(table)).toEqual(codes)
    expect(differences(states.at(-1) ?? new State(), await table.stored())).toEqual([])
  },
  60_000,
)
