import { AbortedError } from '../errors/aborted-error.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import { execute, type Runtime, type Task } from '../run/execute.js'
import { type Binding, type CallOptions, runtimeFor } from './binding.js'
import { CreateTask, readInput } from './create.js'
import { deleteTask } from './delete.js'
import { located } from './located.js'
import type { Chain } from './numbering.js'
import { PutTask } from './put.js'
import { type Options, readOptions, refuse } from './read-options.js'
import { tell } from './tell.js'
import { TogetherTask } from './together.js'

const OPTIONS = ['concurrency', 'onProgress', 'signal', 'retry', 'atomic']
const CONCURRENCY = 16

/** What became of one row. */
type RowResult =
  | { readonly ok: true; readonly data: unknown }
  | { readonly ok: false; readonly error: unknown }

/** What one row becomes: a task, and how it runs where it runs by itself. */
export interface RowTask {
  readonly task: Task<unknown>
  run(): Promise<unknown>
}

/** Makes the task of a row. Rows of one request that number by one sequence draw from a chain. */
type MakeRow = (row: unknown, runtime: Runtime, chain?: Chain) => RowTask

const creates =
  (binding: Binding): MakeRow =>
  (row, runtime, chain) => {
    const task = new CreateTask(binding, runtime, readInput(binding, row, 'createMany'), {}, chain)
    return { task, run: () => task.run() }
  }

const puts =
  (binding: Binding): MakeRow =>
  (row, runtime, chain) => {
    const task = new PutTask(binding, runtime, readInput(binding, row, 'putMany'), {}, chain)
    return { task, run: () => task.run() }
  }

const deletes =
  (binding: Binding): MakeRow =>
  (row, runtime, chain) => {
    const task = deleteTask(binding, runtime, row, {}, chain !== undefined)
    return { task, run: () => execute(task, runtime) }
  }

interface ManyOptions extends CallOptions {
  readonly concurrency: number
  readonly onProgress: ((done: number, total: number) => void) | undefined
  readonly atomic: boolean
}

function readMany(
  given: unknown,
  context: { readonly model: string; readonly operation: string },
): ManyOptions {
  const options: Options & CallOptions = readOptions(given, OPTIONS, context)
  const { concurrency = CONCURRENCY, onProgress, atomic = false, signal, retry } = options
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
    signal,
    retry,
  }
}

/** Runs rows with so many under way at once; a row that was not started when the signal was aborted is not started. */
async function eachAlone(
  rows: readonly unknown[],
  options: ManyOptions,
  run: (row: unknown) => Promise<unknown>,
  context: { readonly model: string; readonly operation: string },
): Promise<RowResult[]> {
  const results: RowResult[] = []
  let next = 0
  let done = 0
  const one = async (at: number): Promise<RowResult> => {
    if (options.signal?.aborted === true)
      return { ok: false, error: new AbortedError({ ...context, cause: options.signal.reason }) }
    try {
      return { ok: true, data: await run(rows[at]) }
    } catch (error) {
      return { ok: false, error }
    }
  }
  const worker = async (): Promise<void> => {
    while (next < rows.length) {
      const at = next
      next += 1
      results[at] = await one(at)
      done += 1
      tell(() => options.onProgress?.(done, rows.length))
    }
  }
  await Promise.all(Array.from({ length: Math.min(options.concurrency, rows.length) }, worker))
  return results
}

async function many(
  binding: Binding,
  operation: string,
  rows: unknown,
  given: unknown,
  make: MakeRow,
): Promise<RowResult[]> {
  const context = { model: binding.facts.entity, operation }
  const options = readMany(given, context)
  if (!Array.isArray(rows))
    throw new InvalidInputError([{ path: '', message: 'the rows have to be a list' }], context)
  const runtime = runtimeFor(binding, operation, options)
  if (!options.atomic)
    return eachAlone(
      rows,
      options,
      (row) => located(context.model, operation, async () => make(row, runtime).run()),
      context,
    )
  const chain: Chain = new Map()
  const tasks = rows.map((row: unknown) => make(row, runtime, chain).task)
  const data = await execute(new TogetherTask(tasks, chain), runtime)
  tell(() => options.onProgress?.(rows.length, rows.length))
  return data.map((item) => ({ ok: true, data: item }))
}

export const createMany = (binding: Binding, rows: unknown, options: unknown): Promise<RowResult[]> =>
  many(binding, 'createMany', rows, options, creates(binding))

export const putMany = (binding: Binding, rows: unknown, options: unknown): Promise<RowResult[]> =>
  many(binding, 'putMany', rows, options, puts(binding))

export const deleteMany = (binding: Binding, keys: unknown, options: unknown): Promise<RowResult[]> =>
  many(binding, 'deleteMany', keys, options, deletes(binding))
