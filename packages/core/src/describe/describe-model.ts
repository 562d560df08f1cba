import { type ConstraintSet, DEFAULT_PREFIXES, type KeyPrefixes } from '../constraint/constraint.js'
import type { ConstraintDescription } from '../constraint/constraint-description.js'
import { definitionOf, type ModelDefinition } from '../define/declare.js'
import type { SingletonDefinition } from '../define/declare-singleton.js'
import type { Declared } from '../define/model.js'
import { compileKey } from '../electro/compile-delete.js'
import { InvalidInputError } from '../errors/invalid-input-error.js'
import type { EntityFacts } from '../plan/entity-facts.js'
import { toNativeItem } from '../plan/native-value.js'
import { describeAttributes } from './describe-attributes.js'
import { describeCounter } from './describe-counter.js'
import { describeIndexes } from './describe-indexes.js'
import { describeOperations } from './describe-operations.js'
import { describeSingletonOperations } from './describe-singleton-operations.js'
import type { Description, ModelDescription, SingletonDescription } from './description.js'
import { toJson } from './to-json.js'

/** How the keys of our own items begin, where they do not begin as usual. */
export interface DescribeOptions {
  readonly prefixes?: Partial<KeyPrefixes>
}

/** No update writes a part of the table's key: writes that would follow from it alone are none. */
function withoutKeys(
  constraint: ConstraintDescription,
  { keyAttributes }: EntityFacts,
): ConstraintDescription {
  const writes = constraint.writes.flatMap((write) => {
    const touches = write.when.touches?.filter((name) => !keyAttributes.includes(name))
    if (touches === undefined) return [write]
    return touches.length === 0 ? [] : [{ ...write, when: { ...write.when, touches } }]
  })
  return { ...constraint, writes }
}

const describeConstraints = (set: ConstraintSet, prefixes: KeyPrefixes): ModelDescription['constraints'] =>
  set.all
    .flatMap((constraint) => constraint.describe(set, prefixes))
    .map((constraint) => withoutKeys(constraint, set.facts))

const schemaOf = (entity: object): Readonly<Record<string, unknown>> => Reflect.get(entity, 'schema') ?? {}

function describeEntity(
  { entity, constraints: set }: ModelDefinition | SingletonDefinition,
  prefixes: KeyPrefixes,
) {
  const { facts } = set
  const managed = new Set(set.all.flatMap((constraint) => constraint.managed))
  const schema = schemaOf(entity)
  return {
    service: facts.service,
    entity: facts.entity,
    version: facts.version,
    attributes: describeAttributes(schema['attributes'], facts, managed),
    indexes: describeIndexes(schema['indexes'], facts),
    constraints: describeConstraints(set, prefixes),
  }
}

function describeEntityModel(definition: ModelDefinition, prefixes: KeyPrefixes): ModelDescription {
  const described = describeEntity(definition, prefixes)
  const operations = describeOperations(definition.constraints, described.constraints)
  return { kind: 'model', ...described, operations, warnings: definition.warnings }
}

function describeSingleton(definition: SingletonDefinition, prefixes: KeyPrefixes): SingletonDescription {
  const { entity, constraints, defaults, superseded } = definition
  const key = toNativeItem(compileKey(entity, constraints.facts, {}, 'table'))
  const older = superseded?.facts
  return {
    kind: 'singleton',
    ...describeEntity(definition, prefixes),
    operations: describeSingletonOperations(older !== undefined),
    key: key as SingletonDescription['key'],
    defaults: toJson(defaults) as SingletonDescription['defaults'],
    ...(older !== undefined && {
      supersedes: { service: older.service, entity: older.entity, version: older.version },
    }),
  }
}

/**
 * Says what a model, a singleton or a counter is, as plain data that JSON can hold: its attributes, keys, constraints and
 * own items, and what each method of its repository reads and writes. Pure.
 *
 * @throws {InvalidInputError} for anything that was not declared with `constrain`, `singleton` or `counter`.
 *
 * @example
 * ```ts
 * const { constraints, operations } = describeModel(accounts)
 * const create = operations.find(({ name }) => name === 'create')
 * console.log(create?.writes.map(({ action, role }) => `${action} ${role}`))
 * ```
 */
export function describeModel<M extends Declared>(
  declared: M,
  options: DescribeOptions = {},
): Extract<Description, { readonly kind: M['kind'] }> {
  const definition = definitionOf(declared)
  if (definition === undefined)
    throw new InvalidInputError(
      [{ path: 'model', message: 'has to be what `constrain`, `singleton` or `counter` gave' }],
      { operation: 'describeModel' },
    )
  const prefixes = { ...DEFAULT_PREFIXES, ...options.prefixes }
  const described: Description =
    definition.kind === 'counter'
      ? describeCounter(definition, prefixes)
      : definition.kind === 'singleton'
        ? describeSingleton(definition, prefixes)
        : describeEntityModel(definition, prefixes)
  return described as Extract<Description, { readonly kind: M['kind'] }>
}
