import { DeclarationError } from '../errors/declaration-error.js'
import type { Problem } from '../errors/registry.js'
import { encodeName } from '../plan/own-key.js'

/** What the core knows of a counter at run time. */
export interface CounterDefinition {
  readonly kind: 'counter'
  readonly service: string
  readonly name: string
  readonly scope: readonly string[]
  /** How many items an increment is spread over. */
  readonly shards: number
  /** How many are read: more, where there were more once. */
  readonly readShards: number
  /** `service.name`, as it stands in keys. */
  readonly origin: string
}

const OPTIONS = ['service', 'name', 'scope', 'shards', 'formerShards']
/** One request reads or resets them all. Source: limits of BatchGetItem and TransactWriteItems. */
const MOST_SHARDS = 100

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= MOST_SHARDS

function problemsOf(options: Readonly<Record<string, unknown>>): Problem[] {
  const { service, name, scope, shards, formerShards } = options
  const problems = Object.keys(options)
    .filter((option) => !OPTIONS.includes(option))
    .map((path) => ({ path, message: `is no option: there are ${OPTIONS.join(', ')}` }))
  if (!isText(service)) problems.push({ path: 'service', message: 'has to be a text that is not empty' })
  if (!isText(name)) problems.push({ path: 'name', message: 'has to be a text that is not empty' })
  if (
    scope !== undefined &&
    !(Array.isArray(scope) && scope.every(isText) && new Set(scope).size === scope.length)
  )
    problems.push({ path: 'scope', message: 'has to be a list of different names' })
  if (shards !== undefined && !isCount(shards))
    problems.push({ path: 'shards', message: `has to be a whole number from 1 to ${MOST_SHARDS}` })
  if (formerShards !== undefined && !(isCount(formerShards) && formerShards > Number(shards ?? 1)))
    problems.push({
      path: 'formerShards',
      message: `has to be the number of shards that there were, more than now, at most ${MOST_SHARDS}`,
    })
  return problems
}

/** Checks the declaration of a counter. */
export function readCounter(options: unknown): CounterDefinition {
  const given = typeof options === 'object' && options !== null ? { ...options } : {}
  const [first, ...rest] = problemsOf(given as Readonly<Record<string, unknown>>)
  if (first !== undefined) throw new DeclarationError([first, ...rest], { operation: 'counter' })
  const {
    service,
    name,
    scope = [],
    shards = 1,
    formerShards = shards,
  } = given as {
    readonly service: string
    readonly name: string
    readonly scope?: readonly string[]
    readonly shards?: number
    readonly formerShards?: number
  }
  const origin = `${encodeName(service)}.${encodeName(name)}`
  return { kind: 'counter', service, name, scope: [...scope], shards, readShards: formerShards, origin }
}

/** Counters under one name that would not read or key alike what they share, by what they are called in `connect`. */
export function counterProblems(counters: readonly (readonly [string, CounterDefinition])[]): Problem[] {
  return counters.flatMap(([path, counter], at) => {
    const other = counters.slice(0, at).find(([, { origin }]) => origin === counter.origin)
    if (other === undefined) return []
    const [name, { scope, readShards }] = other
    const differing = [
      ...(counter.readShards === readShards ? [] : ['shards']),
      ...(counter.scope.length === scope.length && counter.scope.every((part, i) => part === scope[i])
        ? []
        : ['scope']),
    ]
    if (differing.length === 0) return []
    const message = `is the same counter as ${name}, ${counter.service}.${counter.name}, but differs in ${differing.join(' and ')}, so that one would not read what the other counted: declare it once, or give one another name`
    return [{ path, message }]
  })
}
