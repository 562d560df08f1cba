import { testDatabase, testTable } from '@latchkey/testing'
import fc from 'fast-check'
import { test } from 'vitest'
import { declareModels } from '../model/declare-models.js'
import type { Operation } from '../model/operation.js'
import { Oracle, type Outcome } from '../model/oracle.js'
import { Mismatch } from '../model/outcome.js'
import type { Database } from '../model/perform.js'
import { lookEverywhere } from '../model/prove-sequence.js'
import { type Circumstances, Runner } from '../model/run-operation.js'
import { named, settingsFor } from '../model/settings.js'
import type { Shape } from '../model/shape.js'
import type { State } from '../model/state.js'
import { tableDifferences } from '../model/table-differences.js'
import { disturb, repeatable, steadyShapes } from './faulty-sequences.js'

const CERTAIN = ['INVALID_INPUT', 'DUPLICATE_ITEM', 'IDEMPOTENCY_KEY_REUSED']

/** Whether an outcome says for sure what became of a write. */
function isCertain(outcome: Outcome): boolean {
  if (outcome.kind !== 'refused') return true
  const [reasons = []] = outcome.reasons
  // Violations are told with what they are about.
  return reasons.every((reason) => CERTAIN.includes(reason) || /^[a-z_]+ (thing|other) /.test(reason))
}

interface Run {
  readonly shape: Shape
  readonly operations: readonly Operation[]
  readonly seed: number
  /** Which request of which operation is the last before its signal is aborted. */
  readonly aborts: readonly (number | undefined)[]
}

async function proveUnderFaults({ shape, operations, seed, aborts }: Run): Promise<void> {
  const retry = { attempts: 25, baseDelayMs: 0, maxDelayMs: 1 }
  const made = await testDatabase(declareModels(shape), { retry })
  const db = made as unknown as Database
  const table = testTable(made)
  const oracle = new Oracle(shape)
  const differences = tableDifferences(shape)
  let left: number | undefined
  let stop = new AbortController()
  table.dynamo.client.middlewareStack.add(
    (next) => async (args) => {
      if (left !== undefined && left-- === 0) stop.abort(new Error('enough'))
      return next(args)
    },
    { step: 'initialize', name: 'abort' },
  )
  const settle = async (outcome: Outcome, before: State): Promise<boolean> => {
    // What was committed by the time of an abort may not have been read back: then the table alone tells.
    const isGivenUp = stop.signal.aborted && outcome.kind !== 'refused'
    if (isCertain(outcome) && !isGivenUp) return false
    left = undefined
    const raw = await table.stored()
    const isRefused = outcome.kind === 'refused' && outcome.reasons[0]?.[0] === 'CONTENTION'
    if (!isRefused && differences(oracle.state, raw).length === 0) return true
    if (!isGivenUp) oracle.state = before
    const found = differences(oracle.state, raw)
    if (found.length > 0)
      throw new Mismatch(`neither all nor nothing of ${JSON.stringify(outcome)}:\n${found.join('\n')}`)
    return true
  }
  let at = 0
  const options: Circumstances['options'] = () => {
    left = aborts[at % Math.max(1, aborts.length)]
    stop = new AbortController()
    return { signal: stop.signal }
  }
  const runner = new Runner(db, oracle, { settle, options })
  disturb(table.dynamo.faults, seed, shape)
  for (; at < operations.length; at += 1)
    try {
      await runner.run(operations[at] as Operation)
    } catch (error) {
      throw new Mismatch(`operation ${at}, ${JSON.stringify(operations[at])}: ${String(error)}`, {
        cause: error,
      })
    }
  table.dynamo.faults.clear()
  left = undefined
  const found = differences(oracle.state, await table.stored())
  if (found.length > 0) throw new Mismatch(`the table differs:\n${found.join('\n')}`)
  await lookEverywhere(new Runner(db, oracle), oracle)
}

const settings = settingsFor({ quick: 40, long: 2_000 })

test(`under faults and aborts every outcome is true, and what is uncertain is all or nothing (${named(settings)})`, async () => {
  const runs = fc.record({
    shape: steadyShapes,
    operations: fc.array(repeatable, { minLength: 1, maxLength: 30, size: 'max' }),
    seed: fc.nat(1_000_000),
    aborts: fc.array(fc.option(fc.nat(4), { nil: undefined, freq: 2 }), { maxLength: 6 }),
  })
  await fc.assert(fc.asyncProperty(runs, proveUnderFaults), settings)
}, 7_200_000)
