import { type Binding, sequencesOf } from './binding.js'
import { SingletonCache } from './cache.js'
import { type CounterBinding, increment, readCount, reset } from './counter.js'
import { create } from './create.js'
import { remove } from './delete.js'
import { located, locatedSync } from './located.js'
import { lookUp, lookUpKey } from './lookup.js'
import { createMany, deleteMany, putMany } from './many.js'
import { modify } from './modify.js'
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

/** The lookups of every constraint that has any. */
function lookupsOf(binding: Binding): object {
  const lookups = binding.constraints.all.flatMap((constraint) => constraint.lookups)
  return Object.fromEntries(
    lookups.map((lookup) => {
      const find = (values: unknown, options?: unknown) => lookUp(binding, lookup, values, options)
      const key = (values: unknown, options?: unknown) => lookUpKey(binding, lookup, values, options)
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

const pointersOf = (binding: Binding): object =>
  Object.fromEntries(
    binding.constraints.all
      .flatMap((constraint) => constraint.pointers)
      .map((declaration) => {
        const { name } = declaration
        return [
          name,
          Object.freeze({
            read: (scope?: unknown, options?: unknown) => read(binding, declaration, scope, options),
            follow: (scope?: unknown, options?: unknown) => follow(binding, declaration, scope, options),
            rebuild: (scope?: unknown, options?: unknown) => rebuild(binding, declaration, scope, options),
          }),
        ]
      }),
  )

const numberingOf = (binding: Binding): object =>
  Object.fromEntries(
    sequencesOf(binding).map((declaration) => [
      declaration.name,
      Object.freeze({
        read: (scope?: unknown, options?: unknown) => readSequence(binding, declaration, scope, options),
        reserve: (scope: unknown, count: unknown, options?: unknown) =>
          reserve(binding, declaration, scope, count, options),
      }),
    ]),
  )

/** The methods of one model, bound. Types are laid over it by `connect`. */
export function repositoryOf(binding: Binding): object {
  const { entity } = binding.facts
  const write = (operation: string, run: () => Promise<unknown>) =>
    WritePromise.start(() => located(entity, operation, run))
  return Object.freeze({
    create: (input: unknown, options?: unknown) => write('create', () => create(binding, input, options)),
    put: (input: unknown, options?: unknown) => write('put', () => put(binding, input, options)),
    upsert: (input: unknown, options?: unknown) => write('upsert', () => upsert(binding, input, options)),
    get: (key: unknown, options?: unknown) => located(entity, 'get', () => get(binding, key, options)),
    getMany: (keys: unknown, options?: unknown) =>
      located(entity, 'getMany', () => getMany(binding, keys, options)),
    update: (key: unknown, changes: unknown, options?: unknown) =>
      write('update', () => update(binding, key, changes, options)),
    modify: (key: unknown, decide: unknown, options?: unknown) =>
      write('modify', () => modify(binding, key, decide, options)),
    delete: (key: unknown, options?: unknown) => write('delete', () => remove(binding, key, options)),
    createMany: (rows: unknown, options?: unknown) =>
      located(entity, 'createMany', () => createMany(binding, rows, options)),
    putMany: (rows: unknown, options?: unknown) =>
      located(entity, 'putMany', () => putMany(binding, rows, options)),
    deleteMany: (keys: unknown, options?: unknown) =>
      located(entity, 'deleteMany', () => deleteMany(binding, keys, options)),
    by: Object.freeze(lookupsOf(binding)),
    pointers: Object.freeze(pointersOf(binding)),
    sequences: Object.freeze(numberingOf(binding)),
    query: Object.freeze(queriesOf(binding)),
    scan: Object.freeze(scanOf(binding)),
    plan: Object.freeze(plansOf(binding)),
    entity: binding.entity,
  })
}

/** The methods of a singleton, bound. */
export function singletonRepositoryOf(binding: SingletonBinding): object {
  const { entity } = binding.facts
  const write = (operation: string, run: () => Promise<unknown>) =>
    WritePromise.start(() => located(entity, operation, run))
  return Object.freeze({
    get: (options?: unknown) => located(entity, 'get', () => getSingleton(binding, options)),
    update: (changes: unknown, options?: unknown) =>
      write('update', () => updateSingleton(binding, changes, options)),
    modify: (decide: unknown, options?: unknown) =>
      write('modify', () => modifySingleton(binding, decide, options)),
    cached: (options: unknown) => {
      const cache = new SingletonCache(binding, options)
      return Object.freeze({ get: () => cache.get(), clear: () => cache.clear() })
    },
    entity: binding.entity,
  })
}

/** The methods of a counter, bound. */
export function counterRepositoryOf(binding: CounterBinding): object {
  return Object.freeze({
    increment: (...given: readonly unknown[]) => increment(binding, given),
    read: (scope?: unknown) => readCount(binding, scope),
    reset: (scope?: unknown) => reset(binding, scope),
  })
}
