import type { EntityFacts } from '../plan/entity-facts.js'
import type { AttributeDescription, PropertyDescription, ValueDescription } from './description.js'
import { toJson } from './to-json.js'

type Declared = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Declared => typeof value === 'object' && value !== null
const record = (value: unknown): Declared => (isRecord(value) && !Array.isArray(value) ? value : {})

/** A type as ElectroDB takes it: its name, a list of values, or an object with more. */
function describeValue(declared: unknown): ValueDescription {
  if (Array.isArray(declared)) return { type: 'enum', values: declared }
  if (typeof declared === 'string') return { type: declared }
  const { type, properties, items } = record(declared)
  return {
    ...(Array.isArray(type) || typeof type === 'string' ? describeValue(type) : { type: 'any' }),
    ...(isRecord(properties) && { properties: Object.entries(properties).map(describeProperty) }),
    ...(items !== undefined && { items: describeValue(items) }),
  }
}

function describeProperty([name, declared]: readonly [string, unknown]): PropertyDescription {
  const { required, readOnly, hidden, default: otherwise } = record(declared)
  return {
    name,
    ...describeValue(declared),
    required: required === true,
    readOnly: readOnly === true,
    hidden: hidden === true,
    hasDefault: otherwise !== undefined,
  }
}

const HOOKS = ['get', 'set', 'validate'] as const

/** The attributes of a model, in the order in which they are declared. */
export function describeAttributes(
  declared: unknown,
  facts: EntityFacts,
  managed: ReadonlySet<string>,
): readonly AttributeDescription[] {
  return Object.entries(record(declared)).map(([name, attribute]) => {
    const { field, default: otherwise, watch, ...rest } = record(attribute)
    const isValue = otherwise !== undefined && typeof otherwise !== 'function'
    return {
      ...describeProperty([name, attribute]),
      field: typeof field === 'string' ? field : name,
      ...(isValue && { default: toJson(otherwise) }),
      watch: watch === '*' ? '*' : (facts.attributes.get(name)?.watch ?? []),
      hooks: HOOKS.filter((hook) => rest[hook] !== undefined),
      isManaged: managed.has(name),
      isKey: facts.keyAttributes.includes(name),
    }
  })
}
