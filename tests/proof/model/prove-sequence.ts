import { inspectDatabase } from '@latchkey/core'
import { testDatabase } from '@latchkey/testing'
import { readTable } from '../../table.js'
import { declareModels } from './declare-models.js'
import type { Operation } from './operation.js'
import { Oracle } from './oracle.js'
import { Mismatch } from './outcome.js'
import type { Database } from './perform.js'
import { Runner } from './run-operation.js'
import type { Shape } from './shape.js'
import type { Stored } from './stored.js'
import { shown } from './stored.js'
import { tableDifferences } from './table-differences.js'

/** A declaration and what is done with it, as plain data. */
export interface Sequence {
  readonly shape: Shape
  readonly operations: readonly Operation[]
}

/** Carries a sequence out on a table of its own, and looks at every outcome and at all that is left behind. */
export async function proveSequence({ shape, operations }: Sequence): Promise<void> {
  const models = declareModels(shape)
  const made = await testDatabase(models, { retry: { attempts: 6, baseDelayMs: 0, maxDelayMs: 1 } })
  // What types say of a model that is drawn at random is nothing.
  const db = made as unknown as Database
  const oracle = new Oracle(shape)
  const runner = new Runner(db, oracle)
  for (const [at, operation] of operations.entries())
    try {
      await runner.run(operation)
    } catch (error) {
      throw new Mismatch(`operation ${at}, ${JSON.stringify(operation)}: ${String(error)}`, { cause: error })
    }
  await compareTable(made, db, oracle)
  await lookEverywhere(runner, oracle)
}

async function compareTable(made: object, db: Database, { state, shape }: Oracle): Promise<void> {
  const raw = await readTable(made)
  const differences = tableDifferences(shape)(state, raw)
  if (differences.length > 0) throw new Mismatch(`the table differs:\n${differences.join('\n')}`)
  const hits = await db.hits.read()
  if (hits !== state.hits) throw new Mismatch(`the counter reads ${hits}, and has to read ${state.hits}`)
  const { inspect } = inspectDatabase(made)
  const foreign = raw.filter((item) => inspect(item).kind === 'foreign' && item['_lk'] === undefined)
  if (foreign.length > 0) throw new Mismatch(`${foreign.length} items are of no model`)
}

/** Reads every item by its key, by every unique value and by its index, and every pointer. */
export async function lookEverywhere(runner: Runner, { state, shape }: Oracle): Promise<void> {
  for (const of of ['thing', 'other'] as const) {
    const items = [...state.items[of].values()]
    await runner.run({ op: 'getMany', of, keys: items })
    for (const item of items) {
      for (const at of shape[of].uniques.keys())
        if (
          isNamed(item, [
            ...(shape[of].uniques[at]?.attributes ?? []),
            ...(shape[of].uniques[at]?.scope ?? []),
          ])
        )
          await runner.run({ op: 'lookup', of, at, values: item })
      for (const at of shape[of].pointers.keys())
        if (isNamed(item, shape[of].pointers[at]?.scope ?? []))
          await runner.run({ op: 'pointer', of, at, scope: item })
    }
    await runner.queryIndex(of, items, (item) => shown(shape[of], item))
  }
}

const isNamed = (item: Stored, names: readonly string[]): boolean =>
  names.every((name) => item[name] !== undefined)
