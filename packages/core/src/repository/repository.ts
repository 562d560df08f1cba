import { type Binding, type Bound, sequencesOf } from './binding.js'
import { SingletonCache } from './cache.js'
import { type CounterBinding, increment, readCount, reset } from './counter.js'
import { create } from './create.js'
import { remove } from './delete.js'
import { located, locatedSync } from './located.js'
import { lookUp, lookUpKey } from './lookup.js'
import { createMany, deleteMany, putMany } from './many.js'
import { modify } from './modify.js'
import { observed } from './observed.js'
import { queryBy, scanOf } from './page.js'
import { planOfCreate, planOfDelete, planOfUpdate } from './plans.js'
import { follow, read, rebuild } from './pointers.js'
import { put } from './put.js'
import { get, getMany } from './read.js'
import { readSequence, reserve } from './sequences.js'
import { getSingleton, modifySingleton, type SingletonBinding, updateSingleton } from './singleton.js'
import { update } from './update.js'
import { upsert } from './upsert.js'
import { WritePromise } from './write-promise.js'

/** Runs a method of a model: seen by observers, its faults of input located in it. */
type Call<B extends Bound> = <T>(operation: string, run: (binding: B) => Promise<T>) => Promise<T>

const calling =
  <B extends Bound>(binding: B, model: string): Call<B> =>
  (operation, run) =>
    observed(binding, model, operation, (seen) => located(model, operation, () => run(seen)))

/** The lookups of every constraint that has any. */
function lookupsOf(binding: Binding, call: Call<Binding>): object {
  const lookups = binding.constraints.all.flatMap((constraint) => constraint.lookups)
  return Object.fromEntries(
    lookups.map((lookup) => {
      const operation = `by.${lookup.name}`
      const find = (values: unknown, options?: unknown) =>
        call(operation, (seen) => lookUp(seen, lookup, values, options))
      const key = (values: unknown, options?: unknown) =>
        call(`${operation}.key`, (seen) => lookUpKey(seen, lookup, values, options))
      return [lookup.name, Object.assign(find, { key })]
    }),
  )
}

const queriesOf = (binding: Binding): object =>
  Object.fromEntries(
    binding.facts.indexes.map((index) => [
      index.accessPattern,
      (key: unknown) => queryBy(binding, index, key),
    ]),
  )

function plansOf(binding: Binding): object {
  const plan = <T>(method: string, run: () => T): T =>
    locatedSync(binding.facts.entity, `plan.${method}`, run)
  return {
    create: (input: unknown) => plan('create', () => planOfCreate(binding, input)),
    update: (current: unknown, changes: unknown, options?: unknown) =>
      plan('update', () => planOfUpdate(binding, current, changes, options)),
    delete: (current: unknown, options?: unknown) =>
      plan('delete', () => planOfDelete(binding, current, options)),
  }
}

const pointersOf = (binding: Binding, call: Call<Binding>): object =>
  Object.fromEntries(
    binding.constraints.all
      .flatMap((constraint) => constraint.pointers)
      .map((declaration) => {
        const { name } = declaration
        const method = (verb: string, run: typeof read) => (scope?: unknown, options?: unknown) =>
          call(`pointers.${name}.${verb}`, (seen) => run(seen, declaration, scope, options))
        return [
          name,
          Object.freeze({
            read: method('read', read),
            follow: method('follow', follow),
            rebuild: method('rebuild', rebuild),
          }),
        ]
      }),
  )

const numberingOf = (binding: Binding, call: Call<Binding>): object =>
  Object.fromEntries(
    sequencesOf(binding).map((declaration) => {
      const { name } = declaration
      return [
        name,
        Object.freeze({
          read: (scope?: unknown, options?: unknown) =>
            call(`sequences.${name}.read`, (seen) => readSequence(seen, declaration, scope, options)),
          reserve: (scope: unknown, count: unknown, options?: unknown) =>
            call(`sequences.${name}.reserve`, (seen) => reserve(seen, declaration, scope, count, options)),
        }),
      ]
    }),
  )

/** The methods of one model, bound. Types are laid over it by `connect`. */
export function repositoryOf(binding: Binding): object {
  const call = calling(binding, binding.facts.entity)
  const write = (operation: string, run: (seen: Binding) => Promise<unknown>) =>
    WritePromise.start(() => call(operation, run))
  return Object.freeze({
    create: (input: unknown, options?: unknown) => write('create', (seen) => create(seen, input, options)),
    put: (input: unknown, options?: unknown) => write('put', (seen) => put(seen, input, options)),
    upsert: (input: unknown, options?: unknown) => write('upsert', (seen) => upsert(seen, input, options)),
    get: (key: unknown, options?: unknown) => call('get', (seen) => get(seen, key, options)),
    getMany: (keys: unknown, options?: unknown) => call('getMany', (seen) => getMany(seen, keys, options)),
    update: (key: unknown, changes: unknown, options?: unknown) =>
      write('update', (seen) => update(seen, key, changes, options)),
    modify: (key: unknown, decide: unknown, options?: unknown) =>
      write('modify', (seen) => modify(seen, key, decide, options)),
    delete: (key: unknown, options?: unknown) => write('delete', (seen) => remove(seen, key, options)),
    createMany: (rows: unknown, options?: unknown) =>
      call('createMany', (seen) => createMany(seen, rows, options)),
    putMany: (rows: unknown, options?: unknown) => call('putMany', (seen) => putMany(seen, rows, options)),
    deleteMany: (keys: unknown, options?: unknown) =>
      call('deleteMany', (seen) => deleteMany(seen, keys, options)),
    by: Object.freeze(lookupsOf(binding, call)),
    pointers: Object.freeze(pointersOf(binding, call)),
    sequences: Object.freeze(numberingOf(binding, call)),
    query: Object.freeze(queriesOf(binding)),
    scan: Object.freeze(scanOf(binding)),
    plan: Object.freeze(plansOf(binding)),
    entity: binding.entity,
  })
}

/** The methods of a singleton, bound. */
export function singletonRepositoryOf(binding: SingletonBinding): object {
  const call = calling(binding, binding.facts.entity)
  const write = (operation: string, run: (seen: SingletonBinding) => Promise<unknown>) =>
    WritePromise.start(() => call(operation, run))
  return Object.freeze({
    get: (options?: unknown) => call('get', (seen) => getSingleton(seen, options)),
    update: (changes: unknown, options?: unknown) =>
      write('update', (seen) => updateSingleton(seen, changes, options)),
    modify: (decide: unknown, options?: unknown) =>
      write('modify', (seen) => modifySingleton(seen, decide, options)),
    cached: (options: unknown) => {
      const cache = new SingletonCache(binding, options)
      return Object.freeze({ get: () => cache.get(), clear: () => cache.clear() })
    },
    entity: binding.entity,
  })
}

/** The methods of a counter, bound. */
export function counterRepositoryOf(binding: CounterBinding): object {
  const call = calling(binding, binding.counter.name)
  return Object.freeze({
    increment: (...given: readonly unknown[]) => call('increment', (seen) => increment(seen, given)),
    read: (scope?: unknown) => call('read', (seen) => readCount(seen, scope)),
    reset: (scope?: unknown) => call('reset', (seen) => reset(seen, scope)),
  })
}
