import { compileKey } from '../electro/compile-delete.js'
import { hasKey } from '../electro/format.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import { identityOf, type StoredItem, type TableKey } from '../plan/attribute-value.js'
import type { Runtime } from '../run/execute.js'
import { type Binding, type CallOptions, runtimeFor } from './binding.js'
import { checkKey } from './check-input.js'
import { readIncrement } from './counter.js'
import { CreateTask, readInput } from './create.js'
import { shown } from './current.js'
import { deleteTask } from './delete.js'
import { checkVerbs } from './draft-update.js'
import { readBack, withoutCurrent } from './idempotency.js'
import type { Members } from './members.js'
import { PutTask } from './put.js'
import { rawPart } from './raw-write.js'
import { type Options, readOptions } from './read-options.js'
import { keyOfRecord, type SingletonBinding, SingletonTask, viewOf } from './singleton.js'
import { olderFenced } from './singleton-older.js'
import { ownRecord, readRecord } from './singleton-record.js'
import { callerChecks, readFence } from './transaction-checks.js'
import type { Session } from './transaction-session.js'
import { updateTask } from './update.js'
import { refuseBoth } from './write-options.js'

/** Reads consistently, once for each item, and has what was read checked when the transaction commits. */
async function readIn(
  session: Session,
  binding: Binding,
  runtime: Runtime,
  key: TableKey,
): Promise<StoredItem | undefined> {
  const { table, store } = binding
  const id = identityOf(table, key)
  session.noteRead(binding.facts.label, key)
  const reading = session.reads.get(id) ?? store.get({ table, key, consistent: true }, runtime.context)
  session.reads.set(id, reading)
  const item = await session.waitFor(reading)
  // Each entity that an item was read as says by itself what of it was seen.
  session.fences.set(`${binding.facts.label} ${id}`, readFence(binding, key, item))
  return item
}

type Open = <T>(use: (session: Session) => T) => T

/** Writes of a model in a transaction: each is noted, and a task that is prepared with the others. */
function writesIn(binding: Binding, open: Open, call: CallOptions): object {
  const { facts } = binding
  const runtimeOf = (operation: string): Runtime => runtimeFor(binding, operation, call)
  const read = (operation: string, given: unknown, known: readonly string[]): Options => {
    const context = { model: facts.entity, operation }
    const options = readOptions(given, known, context)
    refuseBoth(options, binding, context)
    return options
  }
  const again = (runtime: Runtime) => (key: TableKey | null) => readBack(binding, runtime, key)
  const expected = ['where', 'current', 'version']
  return {
    create: (input: unknown, given?: unknown) =>
      open((session) => {
        const runtime = runtimeOf('create')
        const options = read('create', given, ['reserved'])
        session.note(facts.label, 'create', [input])
        const task = new CreateTask(
          binding,
          runtime,
          readInput(binding, input, 'create'),
          options,
          session.chain,
        )
        session.madeKey(task.generatedKey, input)
        return session.add(task, () => task.keyAttributes, again(runtime))
      }),
    put: (input: unknown, given?: unknown) =>
      open((session) => {
        const runtime = runtimeOf('put')
        const options = read('put', given, ['where'])
        session.note(facts.label, 'put', [input])
        const task = new PutTask(binding, runtime, readInput(binding, input, 'put'), options, session.chain)
        session.madeKey(task.generatedKey, input)
        return session.add(task, () => task.keyAttributes, again(runtime))
      }),
    update: (key: unknown, changes: unknown, given?: unknown) =>
      open((session) => {
        const runtime = runtimeOf('update')
        session.note(facts.label, 'update', [key, changes, withoutCurrent(given)])
        const task = updateTask(binding, runtime, key, changes, read('update', given, expected))
        return session.add(task, () => key, again(runtime))
      }),
    delete: (key: unknown, given?: unknown) =>
      open((session) => {
        const runtime = runtimeOf('delete')
        session.note(facts.label, 'delete', [key, withoutCurrent(given)])
        const task = deleteTask(binding, runtime, key, read('delete', given, expected), true)
        return session.add(
          task,
          () => key,
          async () => null,
        )
      }),
  }
}

/** Reads and checks of a model in a transaction: what they saw has to hold when it commits. */
function looksIn(binding: Binding, open: Open, call: CallOptions): object {
  const { facts, entity, table } = binding
  const named = (key: unknown, operation: string): Options =>
    checkKey(key, facts, { model: facts.entity, operation })
  return {
    get: (key: unknown) =>
      open(async (session) => {
        const given = named(key, 'get')
        const item = await readIn(
          session,
          binding,
          runtimeFor(binding, 'get', call),
          compileKey(entity, facts, given, table),
        )
        return item === undefined || !hasKey(item, facts, given) ? null : shown(binding, item)
      }),
    check: (key: unknown) => {
      const given = named(key, 'check')
      const tableKey = compileKey(entity, facts, given, table)
      return callerChecks(binding, tableKey, given, (check) =>
        open((session) => {
          session.note(facts.label, check.role, [given])
          session.checks.push(check)
        }),
      )
    },
  }
}

function singletonIn(binding: SingletonBinding, open: Open, call: CallOptions): object {
  const { facts } = binding
  return {
    get: () =>
      open(async (session) => {
        const runtime = runtimeFor(binding, 'get', call)
        const item = await readIn(session, binding, runtime, keyOfRecord(binding))
        const record = ownRecord(binding, item)
        if (record !== undefined || binding.superseded === undefined) return viewOf(binding, record)
        const { view, check } = await olderFenced(binding, binding.superseded, runtime)
        session.fences.set('older record', check)
        return view ?? viewOf(binding, undefined)
      }),
    update: (changes: unknown, given?: unknown) =>
      open((session) => {
        const context = { model: facts.entity, operation: 'update' }
        const options = readOptions(given, ['where', 'version'], context)
        refuseBoth(options, binding, context)
        const runtime = runtimeFor(binding, 'update', call)
        session.note(facts.label, 'update', [changes, given])
        const task = new SingletonTask(binding, runtime, options, {
          verbs: checkVerbs(binding, changes, 'update'),
        })
        const again = async (): Promise<unknown> => viewOf(binding, await readRecord(binding, runtime, true))
        return session.add(task, () => ({}), again)
      }),
  }
}

/** What the caller's function gets: nothing of it works once the function has returned. */
export function transactionOver(
  members: Members,
  session: Session,
  call: CallOptions,
  own: { readonly table: string; readonly keyFields: readonly string[] },
): object {
  const open: Open = (use) => {
    if (session.isOver)
      throw new InvalidInputError(
        [{ path: '', message: 'the transaction is over: await everything inside its function' }],
        {
          operation: '$transaction',
        },
      )
    return use(session)
  }
  const entries = members.map(([name, member]) => {
    if (member.kind === 'model')
      return [
        name,
        { ...writesIn(member.binding, open, call), ...looksIn(member.binding, open, call) },
      ] as const
    if (member.kind === 'singleton') return [name, singletonIn(member.binding, open, call)] as const
    const increment = (...given: readonly unknown[]): void =>
      open((current) => {
        current.note(member.binding.counter.origin, 'increment', given)
        current.increments.push(readIncrement(member.binding, given, current.random))
      })
    return [name, { increment }] as const
  })
  const $raw = (raw: unknown): void =>
    open((current) => {
      current.note('$raw', 'raw', [raw])
      current.raws.push(rawPart(raw, current.raws.length, own))
    })
  return { ...Object.fromEntries(entries), $raw }
}
