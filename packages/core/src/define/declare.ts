import type { Entity } from 'electrodb'
import { type ConstraintSet, DEFAULT_PREFIXES } from '../constraint/constraint.js'
import { declareConstraints } from '../constraint/registry.js'
import type { ElectroEntity } from '../electro/electro-entity.js'
import { DeclarationError } from '../errors/declaration-error.js'
import type { Problem } from '../errors/registry.js'
import { identityOf } from '../plan/attribute-value.js'
import { type EntityFacts, entityFacts, fieldOf } from '../plan/entity-facts.js'
import { toStoredItem } from '../plan/native-value.js'
import { type CounterDefinition, readCounter } from './declare-counter.js'
import { readSingleton, type SingletonDefinition } from './declare-singleton.js'
import type { AnySchema, Counter, Model, Rules, Singleton } from './model.js'

/** What the core knows of a model at run time. */
export interface ModelDefinition {
  readonly kind: 'model'
  readonly entity: ElectroEntity
  readonly constraints: ConstraintSet
  readonly warnings: readonly string[]
}

/** What the core knows of anything that can be declared. */
export type Definition = ModelDefinition | SingletonDefinition | CounterDefinition

/** Kept apart from the models, so that these stay plain data with nothing of ours in their types. */
const definitions = new WeakMap<object, Definition>()

/** The definition of what was declared; undefined for anything else. */
export const definitionOf = (model: unknown): Definition | undefined =>
  typeof model === 'object' && model !== null ? definitions.get(model) : undefined

const isEntity = (entity: unknown): entity is ElectroEntity =>
  typeof entity === 'object' &&
  entity !== null &&
  ['create', 'patch', 'delete', 'get', 'parse'].every(
    (method) => typeof Reflect.get(entity, method) === 'function',
  )

const SAMPLES: Readonly<Record<string, unknown>> = { string: 'latchkey', number: 7, boolean: true }

/**
 * Guards whose key is made like that of the entity's own item: with the same values in every attribute, both would be
 * one item. Only a constraint's own key, prefix or sort key can do that.
 */
function collisions(entity: ElectroEntity, set: ConstraintSet): readonly Problem[] {
  const { facts } = set
  const values = [...facts.attributes.values()].map(
    ({ name, type, values: [first] = [] }) => [name, first ?? SAMPLES[type]] as const,
  )
  const sample = Object.fromEntries(values.filter(([, value]) => value !== undefined))
  try {
    const key = toStoredItem(entity.get(sample).params({ table: 'table' }).Key ?? {})
    const stored = toStoredItem(sample)
    const item = Object.fromEntries(
      Object.entries(stored).map(([name, value]) => [fieldOf(facts, name), value]),
    )
    const owned = set.all.flatMap((constraint) =>
      constraint.lookups.map((lookup) => [lookup, lookup.key(item, DEFAULT_PREFIXES)] as const),
    )
    return owned
      .filter(([, guard]) => guard !== undefined && identityOf('', guard) === identityOf('', key))
      .map(([{ name }]) => ({
        path: `unique.${name}`,
        message: 'makes keys like those of the entity itself: a guard would overwrite an item',
      }))
  } catch {
    // A key that cannot be made of samples is checked with real values, in every plan.
    return []
  }
}

/** Checks a declaration, and remembers what it means. Nothing of the entity is changed. */
export function declareModel<S extends AnySchema, R extends Rules>(
  entity: Entity<string, string, string, S>,
  declared: object,
): Model<S, R> {
  const facts: EntityFacts | undefined = entityFacts(entity)
  if (facts === undefined || !isEntity(entity))
    throw new DeclarationError([
      {
        path: '',
        message:
          'constrain takes an ElectroDB Entity as its first argument, and an object of constraints as its second',
      },
    ])
  if (typeof declared !== 'object' || declared === null || Array.isArray(declared))
    throw new DeclarationError([{ path: '', message: 'the constraints have to be an object' }], {
      model: facts.entity,
    })
  const { set, problems, warnings } = declareConstraints({ ...declared }, facts)
  const [first, ...rest] = [...problems, ...collisions(entity, set)]
  if (first !== undefined) throw new DeclarationError([first, ...rest], { model: facts.entity })
  const model = Object.freeze({
    kind: 'model' as const,
    schema: entity.schema,
    entity,
    warnings: Object.freeze([...warnings]),
  })
  definitions.set(model, { kind: 'model', entity, constraints: set, warnings })
  return model as unknown as Model<S, R>
}

/** An entity, or that of a singleton. */
function entityOf(model: unknown): unknown {
  const definition = definitionOf(model)
  return definition !== undefined && 'entity' in definition ? definition.entity : model
}

/** Checks the declaration of a singleton, and remembers what it means. */
export function declareSingleton<S extends AnySchema, D extends string, R extends Rules>(
  entity: { readonly schema: S },
  options: object,
): Singleton<S, D, R> {
  const definition = readSingleton(entity, options, entityOf)
  const { schema } = entity
  const declared = Object.freeze({
    kind: 'singleton',
    schema,
    entity,
    defaults: definition.defaults,
    warnings: [],
  })
  definitions.set(declared, definition)
  return declared as unknown as Singleton<S, D, R>
}

/** Checks the declaration of a counter, and remembers what it means. */
export function declareCounter<N extends string>(options: object): Counter<N> {
  const definition = readCounter(options)
  const { kind, service, name, scope, shards } = definition
  const declared = Object.freeze({ kind, service, name, scope: Object.freeze(scope), shards })
  definitions.set(declared, definition)
  return declared as unknown as Counter<N>
}
