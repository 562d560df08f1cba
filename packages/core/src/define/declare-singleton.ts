import type { ConstraintSet } from '../constraint/constraint.js'
import { declareConstraints } from '../constraint/registry.js'
import type { ElectroEntity } from '../electro/electro-entity.js'
import { DeclarationError } from '../errors/declaration-error.js'
import type { Problem } from '../errors/registry.js'
import { copyValue } from '../plan/copy-value.js'
import { type EntityFacts, entityFacts } from '../plan/entity-facts.js'

type Values = Readonly<Record<string, unknown>>

/** The older record that a singleton takes over from. */
export interface Superseded {
  readonly entity: ElectroEntity
  readonly facts: EntityFacts
  readonly map: (old: Values) => unknown
}

/** What the core knows of a singleton at run time. */
export interface SingletonDefinition {
  readonly kind: 'singleton'
  readonly entity: ElectroEntity
  readonly constraints: ConstraintSet
  /** What an attribute is where the record does not say. A copy each time: nobody's changes reach another's. */
  readonly defaults: Values
  readonly superseded: Superseded | undefined
}

const OPTIONS = ['defaults', 'version', 'supersedes']

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEntity = (entity: unknown): entity is ElectroEntity =>
  isRecord(entity) &&
  ['create', 'patch', 'update', 'get', 'parse'].every((method) => typeof entity[method] === 'function')

function keyProblems(facts: EntityFacts, path: string): Problem[] {
  if (facts.keyAttributes.length === 0) return []
  const names = facts.keyAttributes.join(', ')
  return [
    { path, message: `has ${names} in its key: the key of a singleton has no attributes (composite: [])` },
  ]
}

/** Defaults are checked as a create of them would be: types, enums, and that no required attribute is left open. */
function defaultProblems(
  entity: ElectroEntity,
  facts: EntityFacts,
  defaults: unknown,
  version: unknown,
): Problem[] {
  if (!isRecord(defaults)) return [{ path: 'defaults', message: 'has to be an object of attributes' }]
  const unknown = Object.keys(defaults).filter((name) => !facts.attributes.has(name))
  if (unknown.length > 0)
    return unknown.map((name) => ({
      path: `defaults.${name}`,
      message: `is no attribute of ${facts.entity}`,
    }))
  if (typeof version === 'string' && version in defaults)
    return [{ path: `defaults.${version}`, message: 'is written by the library alone: leave it out' }]
  try {
    const counted = typeof version === 'string' ? { [version]: 1 } : {}
    entity.create({ ...defaults, ...counted }).params({ table: 'table' })
    return []
  } catch (error) {
    return faultsIn(error).map(({ field, reason }) => ({
      path: `defaults.${field}`,
      message: /is required/.test(reason)
        ? 'is required, so it needs a default: a record that is absent has no other value'
        : reason,
    }))
  }
}

/** What ElectroDB finds wrong with attributes; anything else is a hook's own fault. */
function faultsIn(error: unknown): readonly { readonly field: string; readonly reason: string }[] {
  const fields: unknown = error instanceof Error ? Reflect.get(error, 'fields') : undefined
  if (Array.isArray(fields) && fields.length > 0) return fields
  throw error
}

/** What is read of the older record; it may be an entity or a singleton. */
function readSuperseded(supersedes: unknown, entityOf: (model: unknown) => unknown): Superseded | Problem[] {
  if (!isRecord(supersedes)) return [{ path: 'supersedes', message: 'has to be { model, map }' }]
  const extra = Object.keys(supersedes).filter((name) => name !== 'model' && name !== 'map')
  if (extra.length > 0)
    return extra.map((name) => ({
      path: `supersedes.${name}`,
      message: 'is no option: there are model, map',
    }))
  const entity = entityOf(supersedes['model'])
  const facts = entityFacts(entity)
  const { map } = supersedes
  if (facts === undefined || !isEntity(entity))
    return [{ path: 'supersedes.model', message: 'has to be an ElectroDB Entity or a singleton' }]
  if (typeof map !== 'function')
    return [{ path: 'supersedes.map', message: 'has to be a function of the older record' }]
  const wrong = keyProblems(facts, 'supersedes.model')
  return wrong.length > 0 ? wrong : { entity, facts, map: map as Superseded['map'] }
}

/** Two records under one key would be one item: the first write would have to destroy what it takes over. */
function sameKeyProblems(entity: ElectroEntity, superseded: Superseded | Problem[] | undefined): Problem[] {
  if (superseded === undefined || Array.isArray(superseded)) return []
  const keyOf = (keyed: ElectroEntity): string => JSON.stringify(keyed.get({}).params({ table: 'table' }).Key)
  if (keyOf(entity) !== keyOf(superseded.entity)) return []
  return [
    {
      path: 'supersedes.model',
      message: 'has the same table key: give the newer record a key of its own, such as another template',
    },
  ]
}

/** Checks the declaration of a singleton. */
export function readSingleton(
  entity: unknown,
  options: unknown,
  entityOf: (model: unknown) => unknown,
): SingletonDefinition {
  const facts = entityFacts(entity)
  if (facts === undefined || !isEntity(entity) || !isRecord(options))
    throw new DeclarationError([
      { path: '', message: 'singleton takes an ElectroDB Entity and options with defaults' },
    ])
  const { version, supersedes } = options
  // A copy: what the caller does to its own later changes nothing here.
  const defaults = copyValue(options['defaults'])
  const superseded = 'supersedes' in options ? readSuperseded(supersedes, entityOf) : undefined
  const { set, problems } = declareConstraints('version' in options ? { version } : {}, facts)
  const keys = keyProblems(facts, '')
  const all = [
    ...Object.keys(options)
      .filter((name) => !OPTIONS.includes(name))
      .map((path) => ({ path, message: `is no option: there are ${OPTIONS.join(', ')}` })),
    ...problems,
    ...keys,
    ...(keys.length > 0 ? [] : defaultProblems(entity, facts, defaults, version)),
    ...(Array.isArray(superseded) ? superseded : []),
    ...(keys.length > 0 ? [] : sameKeyProblems(entity, superseded)),
  ]
  const [first, ...rest] = all
  if (first !== undefined)
    throw new DeclarationError([first, ...rest], { model: facts.entity, operation: 'singleton' })
  const fixed = copyValue({ ...requiredDefaults(facts), ...withoutUndefined(defaults as Values) })
  return {
    kind: 'singleton',
    entity,
    constraints: set,
    get defaults() {
      return Object.freeze(copyValue(fixed))
    },
    superseded: superseded === undefined || Array.isArray(superseded) ? undefined : superseded,
  }
}

/** Absence is no value: it would hide the default of the schema. */
const withoutUndefined = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** Defaults of the schema for required attributes, which the types promise; a default that is made anew is none to read. */
function requiredDefaults({ attributes }: EntityFacts): Values {
  const fixed = [...attributes.values()].filter(
    ({ required, default: value }) => required && value !== undefined && typeof value !== 'function',
  )
  return Object.fromEntries(fixed.map(({ name, default: value }) => [name, value]))
}
