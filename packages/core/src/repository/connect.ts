import { checkTogether, warnTogether } from '../constraint/check-together.js'
import { type ConstraintSet, DEFAULT_PREFIXES } from '../constraint/constraint.js'
import { type Definition, definitionOf } from '../define/declare.js'
import { counterProblems } from '../define/declare-counter.js'
import { DeclarationError } from '../errors/declaration-error.js'
import type { Problem } from '../errors/registry.js'
import { type Environment, systemEnvironment } from '../run/environment.js'
import { KeyedQueue } from '../run/queue.js'
import { SdkStore } from '../run/sdk-store.js'
import type { Binding, Bound } from './binding.js'
import { hooksOf } from './hooks.js'
import { registerDatabase } from './inspect.js'
import { type Member, type TransactionBinding, withHooks } from './members.js'
import { observed } from './observed.js'
import { isRecord, readRetry, retryProblems } from './read-options.js'
import { readRecord } from './record.js'
import { counterRepositoryOf, repositoryOf, singletonRepositoryOf } from './repository.js'
import { snapshot } from './snapshot.js'
import { transact } from './transaction.js'
import type { ConnectOptions, Database, Models, RebindOptions } from './types/database.js'
import { WritePromise } from './write-promise.js'

const OPTIONS = ['client', 'table', 'retry', 'observe', 'keys', 'expiryMarginMs', 'idempotencyTtlMs']
const HOOKS = ['onOperation', 'onPlan', 'onRequest', 'onRetry', 'onViolation', 'onWarning']
const EXPIRY_MARGIN_MS = 5 * 60 * 1000
const IDEMPOTENCY_TTL_MS = 24 * 60 * 60 * 1000

const isClient = (client: unknown): boolean =>
  typeof client === 'object' && client !== null && typeof Reflect.get(client, 'send') === 'function'

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''

function unknownNames(given: unknown, known: readonly string[], path: string): Problem[] {
  if (given === undefined) return []
  if (!isRecord(given)) return [{ path, message: 'has to be an object' }]
  return Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      path: [path, name].filter((part) => part !== '').join('.'),
      message: `is no option: there are ${known.join(', ')}`,
    }))
}

/** A misspelt hook would never be called. An instance of a class may have more than hooks. */
function observerProblems(observer: unknown, path: string): Problem[] {
  const isInstance = isRecord(observer) && Object.getPrototypeOf(observer) !== Object.prototype
  return isInstance ? [] : unknownNames(observer ?? null, HOOKS, path)
}

/** Names of keys and prefixes are texts; no two kinds may share a prefix, or their keys could meet. */
function keyProblems({ prefixes, partitionKey, sortKey }: Readonly<Record<string, unknown>>): Problem[] {
  const given = isRecord(prefixes) ? prefixes : {}
  const problems = Object.entries(given)
    .filter(([, prefix]) => !isText(prefix))
    .map(([name]) => ({ path: `keys.prefixes.${name}`, message: 'has to be a text that is not empty' }))
  const all = Object.values({ ...DEFAULT_PREFIXES, ...given })
  if (new Set(all).size < all.length)
    problems.push({ path: 'keys.prefixes', message: 'have to differ from one another' })
  if (partitionKey !== undefined && !isText(partitionKey))
    problems.push({ path: 'keys.partitionKey', message: 'has to be a text that is not empty' })
  if (sortKey !== undefined && sortKey !== null && !isText(sortKey))
    problems.push({ path: 'keys.sortKey', message: 'has to be a text that is not empty, or null' })
  return problems
}

function optionProblems(options: Readonly<Record<string, unknown>>): Problem[] {
  const { client, table, observe, keys, expiryMarginMs, idempotencyTtlMs } = options
  const problems = [
    ...unknownNames(options, OPTIONS, ''),
    ...asList(observe).flatMap((observer, at) =>
      observerProblems(observer, Array.isArray(observe) ? `observe.${at}` : 'observe'),
    ),
    ...retryProblems(options['retry']),
    ...unknownNames(keys, ['prefixes', 'partitionKey', 'sortKey'], 'keys'),
    ...unknownNames(
      isRecord(keys) ? keys['prefixes'] : undefined,
      Object.keys(DEFAULT_PREFIXES),
      'keys.prefixes',
    ),
    ...keyProblems(isRecord(keys) ? keys : {}),
  ]
  if (!isClient(client))
    problems.push({ path: 'client', message: 'has to be a DynamoDBClient or a DynamoDBDocumentClient' })
  if (!isText(table)) problems.push({ path: 'table', message: 'has to be the name of the table' })
  for (const [path, value] of Object.entries({ expiryMarginMs, idempotencyTtlMs }))
    if (value !== undefined && !(typeof value === 'number' && value >= 0))
      problems.push({ path, message: 'has to be a number of milliseconds, at least 0' })
  return problems
}

const asList = <T>(given: T | readonly T[] | undefined): readonly T[] => {
  if (given === undefined) return []
  return Array.isArray(given) ? given : [given as T]
}

/** Methods of a database, whose names no model can take. */
const RESERVED = /^\$/

function readModels(models: unknown): readonly (readonly [string, Definition])[] {
  if (!isRecord(models))
    throw new DeclarationError([{ path: 'models', message: 'have to be an object: a name for each model' }])
  return Object.entries(models).map(([name, model]) => {
    const definition = definitionOf(model)
    if (definition === undefined)
      throw new DeclarationError([
        {
          path: name,
          message: 'is no model: declare it with constrain (also without constraints), singleton or counter',
        },
      ])
    if (RESERVED.test(name))
      throw new DeclarationError([{ path: name, message: 'begins with $, as the methods of a database do' }])
    return [name, definition] as const
  })
}

/** What repositories of one database share, whatever table and client they are bound to. */
interface Shared {
  readonly models: readonly (readonly [string, Definition])[]
  readonly sets: readonly ConstraintSet[]
  readonly queue: KeyedQueue
  readonly environment: Environment
  /** The fields of the table's key, partition key first. */
  readonly keyFields: readonly string[]
}

function memberOf(definition: Definition, bound: Bound, shared: Shared, expiryMarginMs: number): Member {
  if (definition.kind === 'counter') return { kind: 'counter', binding: { ...bound, counter: definition } }
  const { entity, constraints } = definition
  const binding: Binding = {
    ...bound,
    entity,
    facts: constraints.facts,
    constraints,
    neighbours: shared.sets,
    expiryMarginMs,
  }
  if (definition.kind === 'model') return { kind: 'model', binding }
  const { defaults, superseded } = definition
  const seen = { isLarge: false, isThere: false }
  return { kind: 'singleton', binding: { ...binding, defaults, superseded, seen } }
}

function repositoryFor(member: Member): object {
  if (member.kind === 'model') return repositoryOf(member.binding)
  return member.kind === 'singleton'
    ? singletonRepositoryOf(member.binding)
    : counterRepositoryOf(member.binding)
}

function bind(shared: Shared, options: ConnectOptions): object {
  const { client, table, observe, keys, expiryMarginMs = EXPIRY_MARGIN_MS } = options
  const observers = asList(observe)
  const hooks = hooksOf(observers)
  const { environment, queue, keyFields } = shared
  const retry = readRetry(options.retry)
  const store = new SdkStore({ client, environment, retry })
  const prefixes = { ...DEFAULT_PREFIXES, ...keys?.prefixes }
  const { idempotencyTtlMs = IDEMPOTENCY_TTL_MS } = options
  const [ttlField] = shared.sets.flatMap(({ expiry }) => expiry ?? [])
  const bound: Bound = {
    table,
    store,
    environment,
    retry,
    observers,
    hooks,
    queue,
    prefixes,
    keyFields,
    ttlField,
    idempotencyTtlMs,
  }
  const members = shared.models.map(
    ([name, definition]) => [name, memberOf(definition, bound, shared, expiryMarginMs)] as const,
  )
  const repositories = members.map(([name, member]) => [name, repositoryFor(member)] as const)
  const $with = (rebound: RebindOptions): object => {
    refuseOptions([...unknownNames(rebound, ['client', 'table'], '')])
    return bindChecked(shared, { ...options, ...rebound })
  }
  const call = <T>(operation: string, run: (binding: TransactionBinding) => Promise<T>): Promise<T> =>
    observed(bound, operation, operation, (seen) =>
      run({ bound: seen, members: seen === bound ? members : withHooks(members, seen.hooks) }),
    )
  const database = Object.freeze({
    ...Object.fromEntries(repositories),
    $with,
    $transaction: (run: unknown, given?: unknown) =>
      WritePromise.start(() => call('$transaction', (seen) => transact(seen, run, given))),
    $get: (ask: unknown, given?: unknown) => call('$get', (seen) => snapshot(seen, ask, given)),
    $record: (record: unknown) => readRecord(members, record),
  })
  const { models } = shared
  registerDatabase(database, { table, client, prefixes, models, keyFields, expiryMarginMs })
  return database
}

function refuseOptions(problems: readonly Problem[]): void {
  const [first, ...rest] = problems
  if (first !== undefined) throw new DeclarationError([first, ...rest], { operation: 'connect' })
}

function bindChecked(shared: Shared, options: ConnectOptions): object {
  refuseOptions(optionProblems({ ...options }))
  return bind(shared, options)
}

/**
 * Binds models to a table and a client. Sends nothing and builds no entity, so a cold start pays nothing for it. The
 * table wins over the entities' own.
 *
 * @throws {DeclarationError} where models do not go together in one table, or an option cannot work.
 *
 * @example
 * ```ts
 * const db: Database<typeof models> = connect(models, { client: new DynamoDBClient({}), table: 'shop' })
 * ```
 */
export function connect<const Ms extends Models>(models: Ms, options: ConnectOptions): Database<Ms> {
  const named = readModels(models)
  const sets = [
    ...new Set(
      named.flatMap(([, definition]) => ('constraints' in definition ? [definition.constraints] : [])),
    ),
  ]
  if (!isRecord(options)) refuseOptions([{ path: 'options', message: 'have to be an object' }])
  const counters = named.flatMap(([name, definition]) =>
    definition.kind === 'counter' ? [[name, definition] as const] : [],
  )
  refuseOptions([...checkTogether(sets), ...counterProblems(counters), ...optionProblems({ ...options })])
  const keyFields = readKeyFields(sets, options.keys)
  const shared: Shared = {
    models: named,
    sets,
    queue: new KeyedQueue(),
    environment: systemEnvironment,
    keyFields,
  }
  const database = bindChecked(shared, options)
  const declared = [...new Set(named.map(([, each]) => each))].flatMap((definition) =>
    definition.kind === 'model'
      ? definition.warnings.map((message) => ({ model: definition.constraints.facts.entity, message }))
      : [],
  )
  for (const warning of [...declared, ...warnTogether(sets)])
    hooksOf(asList(options.observe)).warning?.(warning.model, warning.message)
  return database as Database<Ms>
}

/** The table's key: what the models say, or what the caller says where there are only counters. */
function readKeyFields(sets: readonly ConstraintSet[], keys: ConnectOptions['keys']): readonly string[] {
  const named =
    keys?.partitionKey === undefined
      ? undefined
      : [keys.partitionKey, ...(keys.sortKey ? [keys.sortKey] : [])]
  const known = sets[0]?.facts.keyFields
  if (known !== undefined && named !== undefined && known.join() !== named.join())
    refuseOptions([
      {
        path: 'keys',
        message: `names ${named.join(' and ')}, and the key of the models is ${known.join(' and ')}`,
      },
    ])
  if (known === undefined && named === undefined)
    refuseOptions([
      {
        path: 'keys.partitionKey',
        message: 'is needed: without a model nothing says what the key of the table is called',
      },
    ])
  return known ?? named ?? []
}
