import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer, JsonObject } from '../../src/engine/answer.js'
import { DynaliteEngine } from '../../src/engine/dynalite-engine.js'
import { dynoxideBinary } from '../../src/engine/dynoxide-binary.js'
import { DynoxideEngine } from '../../src/engine/dynoxide-engine.js'
import type { Engine } from '../../src/engine/engine.js'
import { PLAIN, SHOP } from '../ask.js'
import { transaction } from './random-transaction.js'

/** How many sequences of transactions are sent; more by `LATCHKEY_RUNS`, others by `LATCHKEY_SEED`. */
const RUNS = Number(process.env['LATCHKEY_RUNS'] ?? 60)
const SEED = process.env['LATCHKEY_SEED']

const isInstalled = dynoxideBinary() !== undefined
const title = isInstalled
  ? 'dynalite and dynoxide answer the same'
  : `dynalite and dynoxide: skipped, @dynoxide/${process.platform}-${process.arch} is not installed`

describe.skipIf(!isInstalled)(title, () => {
  let dynoxide: DynoxideEngine

  beforeAll(async () => {
    dynoxide = await DynoxideEngine.start()
  })

  afterAll(() => dynoxide.stop())

  test('to random transactions, and have the same tables and index afterwards', {
    timeout: 300_000,
  }, async () => {
    let run = 0
    const sequences = fc.array(transaction, { minLength: 20, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(sequences, async (sequence) => {
        run += 1
        const engines = [new DynaliteEngine(), dynoxide] as const
        const [ours, theirs] = await Promise.all(engines.map((engine) => play(engine, `-${run}`, sequence)))
        for (const [step, outcome] of (ours ?? []).entries()) expect(outcome).toEqual(theirs?.[step])
      }),
      { numRuns: RUNS, ...(SEED !== undefined && { seed: Number(SEED) }) },
    )
  })
})

/** What came of each transaction, and what is stored after it. */
async function play(engine: Engine, suffix: string, sequence: readonly JsonObject[]): Promise<unknown[]> {
  const named = (input: unknown): JsonObject =>
    JSON.parse(JSON.stringify(input).replace(/"TableName":"(\w+)"/g, `"TableName":"$1${suffix}"`))
  const send = (operation: string, input: unknown) => engine.handle({ operation, input: named(input) })
  for (const table of [SHOP, PLAIN]) await send('CreateTable', table)
  const outcomes: unknown[] = []
  for (const request of sequence) {
    const answer = await send('TransactWriteItems', request)
    outcomes.push({ request, outcome: outcome(answer), stored: await contents(send) })
  }
  return outcomes
}

/** What both engines must agree about: codes, items and kinds of refusal, not the wording. */
function outcome({ status, body }: Answer): unknown {
  const reasons = body['CancellationReasons']
  if (!Array.isArray(reasons))
    return { status, type: /#(\w+)"$/.exec(JSON.stringify(body['__type']) ?? '')?.[1] }
  return reasons.map(({ Code, Item }: { Code: string; Item?: unknown }) => ({ Code, Item: spelt(Item) }))
}

async function contents(send: (operation: string, input: unknown) => Promise<Answer>): Promise<unknown> {
  const scans = await Promise.all([
    send('Scan', { TableName: 'shop' }),
    send('Scan', { TableName: 'plain' }),
    send('Scan', { TableName: 'shop', IndexName: 'gsi1' }),
  ])
  return scans.map(({ body }) => sorted(body['Items']))
}

function sorted(items: unknown): unknown {
  return Array.isArray(items)
    ? items.map(spelt).sort((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1))
    : items
}

/** One spelling for items that are the same: attributes by name, sets in order. */
function spelt(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spelt)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, held]) => [name, name === 'SS' || name === 'NS' ? [...held].sort() : spelt(held)]),
  )
}
