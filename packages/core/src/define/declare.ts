import type { Entity } from 'electrodb'
import type { ConstraintSet } from '../constraint/constraint.js'
import { declareConstraints } from '../constraint/registry.js'
import type { ElectroEntity } from '../electro/electro-entity.js'
import { DeclarationError } from '../errors/declaration-error.js'
import { type EntityFacts, entityFacts } from '../plan/entity-facts.js'
import type { AnySchema, Model, Rules } from './model.js'

/** What the core knows of a model at run time. */
export interface Definition {
  readonly entity: ElectroEntity
  readonly constraints: ConstraintSet
  readonly warnings: readonly string[]
}

/** Kept apart from the models, so that these stay plain data with nothing of ours in their types. */
const definitions = new WeakMap<object, Definition>()

/** The definition of a model that `constrain` made; undefined for anything else. */
export const definitionOf = (model: unknown): Definition | undefined =>
  typeof model === 'object' && model !== null ? definitions.get(model) : undefined

const isEntity = (entity: unknown): entity is ElectroEntity =>
  typeof entity === 'object' &&
  entity !== null &&
  ['create', 'patch', 'delete', 'get', 'parse'].every(
    (method) => typeof Reflect.get(entity, method) === 'function',
  )

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
  const [first, ...rest] = problems
  if (first !== undefined) throw new DeclarationError([first, ...rest], { model: facts.entity })
  const model = Object.freeze({
    kind: 'model' as const,
    schema: entity.schema,
    entity,
    warnings: Object.freeze([...warnings]),
  })
  definitions.set(model, { entity, constraints: set, warnings })
  return model as unknown as Model<S, R>
}
