import { InvalidInputError } from '../errors/invalid-input-error.js'
import { execute, type Runtime } from '../run/execute.js'
import { type Binding, type CallOptions, runtimeFor } from './binding.js'
import { CreateTask, readInput } from './create.js'
import { deleteTask } from './delete.js'
import type { Chain } from './numbering.js'
import { PutTask } from './put.js'
import { type Options, readOptions, refuse } from './read-options.js'
import { type RowResult, type RowTask, runRows } from './rows.js'
import { tell } from './tell.js'
import { TogetherTask } from './together.js'

const OPTIONS = ['concurrency', 'onProgress', 'signal', 'retry', 'atomic', 'returns']
const CONCURRENCY = 16

/** Makes the task of a row. Rows of one request that number by one sequence draw from a chain. */
type MakeRow = (row: unknown, runtime: Runtime, options: Options, chain?: Chain) => RowTask

const creates =
  (binding: Binding): MakeRow =>
  (row, runtime, options, chain) => {
    const task = new CreateTask(binding, runtime, readInput(binding, row, 'createMany'), options, chain)
    return { task, isBlind: false, run: () => task.run() }
  }

const puts =
  (binding: Binding): MakeRow =>
  (row, runtime, options, chain) => {
    const task = new PutTask(binding, runtime, readInput(binding, row, 'putMany'), options, chain)
    return { task, isBlind: task.isBlind, run: () => task.run() }
  }

const deletes =
  (binding: Binding): MakeRow =>
  (row, runtime, options, chain) => {
    const task = deleteTask(binding, runtime, row, options, chain !== undefined)
    return { task, isBlind: task.isBlind, run: () => execute(task, runtime) }
  }

interface ManyOptions extends CallOptions {
  readonly concurrency: number
  readonly onProgress: ((done: number, total: number) => void) | undefined
  readonly atomic: boolean
  /** What each row is written with. */
  readonly row: Options
}

function readMany(
  given: unknown,
  context: { readonly model: string; readonly operation: string },
): ManyOptions {
  const options: Options & CallOptions = readOptions(given, OPTIONS, context)
  const { concurrency = CONCURRENCY, onProgress, atomic = false, returns, signal, retry } = options
  const problems = [
    ...(typeof concurrency === 'number' && Number.isSafeInteger(concurrency) && concurrency > 0
      ? []
      : [{ path: 'concurrency', message: 'has to be a whole number above 0' }]),
    ...(onProgress === undefined || typeof onProgress === 'function'
      ? []
      : [{ path: 'onProgress', message: 'has to be a function' }]),
    ...(typeof atomic === 'boolean' ? [] : [{ path: 'atomic', message: 'has to be true or false' }]),
  ]
  refuse(problems, context)
  return {
    concurrency: Number(concurrency),
    onProgress: onProgress as ManyOptions['onProgress'],
    atomic: atomic === true,
    row: returns === undefined ? {} : { returns },
    signal,
    retry,
  }
}

/**
 * Whether writes of a model can go without conditions: it has no constraints, and no item of another entity can have one of
 * its keys.
 */
function isBatchable({ constraints, facts, neighbours }: Binding): boolean {
  const name = facts.label.toLowerCase()
  const isAlone = neighbours.every(
    (other) => other.facts.label === facts.label || other.facts.label.toLowerCase() !== name,
  )
  return constraints.all.length === 0 && facts.table.namesEntity && isAlone
}

async function many(
  binding: Binding,
  operation: string,
  rows: unknown,
  given: unknown,
  make: MakeRow,
): Promise<readonly RowResult[]> {
  const context = { model: binding.facts.entity, operation }
  const options = readMany(given, context)
  if (!Array.isArray(rows))
    throw new InvalidInputError([{ path: '', message: 'the rows have to be a list' }], context)
  const runtime = runtimeFor(binding, operation, options)
  if (!options.atomic)
    return runRows(rows, (row) => make(row, runtime, options.row), {
      runtime,
      concurrency: options.concurrency,
      onDone: (done) => tell(() => options.onProgress?.(done, rows.length)),
      isBatched: isBatchable(binding),
    })
  const chain: Chain = new Map()
  const tasks = rows.map((row: unknown) => make(row, runtime, options.row, chain).task)
  const data = await execute(new TogetherTask(tasks, chain), runtime)
  tell(() => options.onProgress?.(rows.length, rows.length))
  return data.map((item) => ({ ok: true, data: item }))
}

export const createMany = (
  binding: Binding,
  rows: unknown,
  options: unknown,
): Promise<readonly RowResult[]> => many(binding, 'createMany', rows, options, creates(binding))

export const putMany = (binding: Binding, rows: unknown, options: unknown): Promise<readonly RowResult[]> =>
  many(binding, 'putMany', rows, options, puts(binding))

export const deleteMany = (
  binding: Binding,
  keys: unknown,
  options: unknown,
): Promise<readonly RowResult[]> => many(binding, 'deleteMany', keys, options, deletes(binding))
