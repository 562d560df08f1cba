import { checkTogether } from '../constraint/check-together.js'
import { type ConstraintSet, DEFAULT_PREFIXES } from '../constraint/constraint.js'
import { type Definition, definitionOf } from '../define/declare.js'
import { DeclarationError } from '../errors/declaration-error.js'
import type { Problem } from '../errors/registry.js'
import { type Environment, systemEnvironment } from '../run/environment.js'
import type { Hooks } from '../run/execute.js'
import { KeyedQueue } from '../run/queue.js'
import { SdkStore } from '../run/sdk-store.js'
import type { Binding } from './binding.js'
import { registerDatabase } from './inspect.js'
import { isRecord, readRetry } from './read-options.js'
import { repositoryOf } from './repository.js'
import type { ConnectOptions, Database, Models, RebindOptions } from './types/database.js'
import type { Observer } from './types/observer.js'

const OPTIONS = ['client', 'table', 'retry', 'observe', 'keys', 'expiryMarginMs']
const HOOKS = ['onPlan', 'onRequest', 'onRetry', 'onViolation', 'onWarning']
const EXPIRY_MARGIN_MS = 5 * 60 * 1000

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

function optionProblems(options: Readonly<Record<string, unknown>>): Problem[] {
  const { client, table, observe, keys, expiryMarginMs } = options
  const problems = [
    ...unknownNames(options, OPTIONS, ''),
    ...unknownNames(observe, HOOKS, 'observe'),
    ...unknownNames(keys, ['prefixes'], 'keys'),
    ...unknownNames(isRecord(keys) ? keys['prefixes'] : undefined, ['guard'], 'keys.prefixes'),
  ]
  if (!isClient(client))
    problems.push({ path: 'client', message: 'has to be a DynamoDBClient or a DynamoDBDocumentClient' })
  if (!isText(table)) problems.push({ path: 'table', message: 'has to be the name of the table' })
  if (expiryMarginMs !== undefined && !(typeof expiryMarginMs === 'number' && expiryMarginMs >= 0))
    problems.push({ path: 'expiryMarginMs', message: 'has to be a number of milliseconds, at least 0' })
  const guard = isRecord(keys) && isRecord(keys['prefixes']) ? keys['prefixes']['guard'] : undefined
  if (guard !== undefined && !isText(guard))
    problems.push({ path: 'keys.prefixes.guard', message: 'has to be a text that is not empty' })
  return problems
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
        { path: name, message: 'is no model: declare it with constrain, also without constraints' },
      ])
    if (RESERVED.test(name))
      throw new DeclarationError([{ path: name, message: 'begins with $, as the methods of a database do' }])
    return [name, definition] as const
  })
}

function hooksOf(observe: Observer | undefined): Hooks {
  return {
    plan: observe?.onPlan && ((plan, { model, operation }) => observe.onPlan?.({ model, operation, plan })),
    retry:
      observe?.onRetry &&
      (({ model, operation, attempt }, reason, delayMs) =>
        observe.onRetry?.({ model, operation, attempt, reason, delayMs })),
    violation:
      observe?.onViolation &&
      ((violations, { model, operation }) => observe.onViolation?.({ model, operation, violations })),
    request:
      observe?.onRequest &&
      (({ model, operation, command, attempt, durationMs, capacity, error }) =>
        observe.onRequest?.({ model, operation, command, attempt, durationMs, capacity, error })),
  }
}

/** What repositories of one database share, whatever table and client they are bound to. */
interface Shared {
  readonly models: readonly (readonly [string, Definition])[]
  readonly sets: readonly ConstraintSet[]
  readonly queue: KeyedQueue
  readonly environment: Environment
}

function bind(shared: Shared, options: ConnectOptions): object {
  const { client, table, observe, keys, expiryMarginMs = EXPIRY_MARGIN_MS } = options
  const hooks = hooksOf(observe)
  const { environment, queue } = shared
  const retry = readRetry(options.retry)
  const store = new SdkStore({ client, environment, retry, onRequest: hooks.request })
  const prefixes = { ...DEFAULT_PREFIXES, ...keys?.prefixes }
  const repositories = shared.models.map(([name, { entity, constraints }]) => {
    const binding: Binding = {
      entity,
      facts: constraints.facts,
      constraints,
      table,
      store,
      environment,
      retry,
      hooks,
      queue,
      neighbours: shared.sets,
      prefixes,
      expiryMarginMs,
    }
    return [name, repositoryOf(binding)] as const
  })
  const $with = (rebound: RebindOptions): object => {
    refuseOptions([...unknownNames(rebound, ['client', 'table'], '')])
    return bindChecked(shared, { ...options, ...rebound })
  }
  const database = Object.freeze({ ...Object.fromEntries(repositories), $with })
  const models = shared.models.map(([name, { constraints }]) => [name, constraints] as const)
  registerDatabase(database, { table, client, prefixes, models })
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
  const sets = [...new Set(named.map(([, { constraints }]) => constraints))]
  refuseOptions([
    ...checkTogether(sets),
    ...(isRecord(options) ? [] : [{ path: 'options', message: 'have to be an object' }]),
  ])
  const shared: Shared = { models: named, sets, queue: new KeyedQueue(), environment: systemEnvironment }
  const database = bindChecked(shared, options)
  for (const { warnings, constraints } of new Set(named.map(([, definition]) => definition)))
    for (const message of warnings) options.observe?.onWarning?.({ model: constraints.facts.entity, message })
  return database as Database<Ms>
}
