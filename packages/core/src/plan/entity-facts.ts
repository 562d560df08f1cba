import type { StoredItem } from './attribute-value.js'
import { encodeName } from './own-key.js'

/** What the core has to know of one attribute of an entity. */
export interface AttributeFacts {
  readonly name: string
  /** Under which name the table stores it. */
  readonly field: string
  readonly type: string
  readonly required: boolean
  readonly readOnly: boolean
  readonly isSettable: boolean
  /** The names of the attributes whose change calls `set`, or every one. */
  readonly watch: readonly string[] | '*'
  readonly set: ((value: unknown, item: unknown) => unknown) | undefined
  readonly default: unknown
  readonly values: readonly unknown[] | undefined
}

/** One half of a key: where it is stored, and of which attributes it is made. */
export interface KeyPartFacts {
  readonly field: string
  readonly composite: readonly string[]
  readonly isNumber: boolean
  /** How ElectroDB spells text in it: `default` is lower case. */
  readonly casing: string
}

/** An index of an entity; the table's own has no name. */
export interface IndexFacts {
  readonly accessPattern: string
  readonly index: string | undefined
  readonly pk: KeyPartFacts
  readonly sk: KeyPartFacts | undefined
  /** Keys made of several attributes by the service itself: no key field is stored for them. */
  readonly isComposite: boolean
  /** Composed only for items that its `condition` lets in. */
  readonly isConditional: boolean
  /** The attributes that it holds of its items, besides keys; undefined where it holds all. */
  readonly holds: readonly string[] | undefined
  /** Whether its keys begin with the name of the entity, as ElectroDB makes them: no item of another entity has such a key. */
  readonly namesEntity: boolean
}

/** Everything that is known of an ElectroDB entity without a client: plain data. */
export interface EntityFacts {
  readonly service: string
  readonly entity: string
  readonly version: string
  /** `service.entity`, as it stands in keys of our own items. */
  readonly label: string
  readonly attributes: ReadonlyMap<string, AttributeFacts>
  /** Attribute names by field. */
  readonly names: ReadonlyMap<string, string>
  readonly table: IndexFacts
  readonly indexes: readonly IndexFacts[]
  /** The fields of the table's key, partition key first. */
  readonly keyFields: readonly string[]
  /** The attributes that make the table's key. */
  readonly keyAttributes: readonly string[]
  /** Fields that say whose an item is. */
  readonly identifiers: { readonly entity: string; readonly version: string }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const record = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {})
const text = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise)
const strings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : []

function attributeFacts(name: string, definition: Readonly<Record<string, unknown>>): AttributeFacts {
  const { type, set, watch } = definition
  return {
    name,
    field: text(definition['field'], name),
    type: Array.isArray(type) ? 'enum' : text(type, 'any'),
    values: Array.isArray(type) ? type : undefined,
    required: definition['required'] === true,
    readOnly: definition['readOnly'] === true,
    isSettable: typeof set === 'function',
    set: typeof set === 'function' ? (set as AttributeFacts['set']) : undefined,
    watch: watch === '*' ? '*' : strings(watch),
    default: definition['default'],
  }
}

function keyPartFacts(part: unknown, attributes: ReadonlyMap<string, AttributeFacts>): KeyPartFacts {
  const { field, composite, cast, casing } = record(part)
  const stored = text(field, '')
  const own = [...attributes.values()].find((attribute) => attribute.field === stored)
  return {
    field: stored,
    composite: strings(composite),
    isNumber: cast === 'number' || own?.type === 'number',
    casing: text(casing, 'default'),
  }
}

function indexFacts(
  accessPattern: string,
  definition: Readonly<Record<string, unknown>>,
  attributes: ReadonlyMap<string, AttributeFacts>,
): IndexFacts {
  const { index, type, pk, sk, condition, projection, collection } = definition
  const naming = record(sk ?? pk)
  const namingPart = keyPartFacts(naming, attributes)
  const isAttribute = [...attributes.values()].some(({ field }) => field === namingPart.field)
  return {
    accessPattern,
    index: typeof index === 'string' && index !== '' ? index : undefined,
    pk: keyPartFacts(pk, attributes),
    sk: sk === undefined ? undefined : keyPartFacts(sk, attributes),
    namesEntity:
      collection === undefined &&
      (type === undefined || type === 'isolated') &&
      naming['template'] === undefined &&
      !namingPart.isNumber &&
      !isAttribute,
    isComposite: type === 'composite',
    isConditional: typeof condition === 'function',
    holds: projection === undefined || projection === 'all' ? undefined : strings(projection),
  }
}

/** Reads what an entity declares; undefined where it is no ElectroDB entity. */
export function entityFacts(entity: unknown): EntityFacts | undefined {
  const { schema, identifiers } = record(entity)
  const { model, attributes: declared, indexes: declaredIndexes } = record(schema)
  if (!isRecord(model) || !isRecord(declared) || !isRecord(declaredIndexes)) return undefined
  const attributes = new Map(
    Object.entries(declared).map(([name, definition]) => [name, attributeFacts(name, record(definition))]),
  )
  const indexes = Object.entries(declaredIndexes).map(([name, definition]) =>
    indexFacts(name, record(definition), attributes),
  )
  const table = indexes.find(({ index }) => index === undefined)
  if (table === undefined) return undefined
  const parts = table.sk === undefined ? [table.pk] : [table.pk, table.sk]
  const service = text(model['service'], '')
  const name = text(model['entity'], '')
  return {
    service,
    entity: name,
    version: text(model['version'], ''),
    label: `${encodeName(service)}.${encodeName(name)}`,
    attributes,
    names: new Map([...attributes.values()].map((attribute) => [attribute.field, attribute.name])),
    table,
    indexes,
    keyFields: parts.map(({ field }) => field),
    keyAttributes: [...new Set(parts.flatMap(({ composite }) => composite))],
    identifiers: {
      entity: text(record(identifiers)['entity'], '__edb_e__'),
      version: text(record(identifiers)['version'], '__edb_v__'),
    },
  }
}

/** The field of an attribute that is known to exist. */
export const fieldOf = (facts: EntityFacts, attribute: string): string =>
  facts.attributes.get(attribute)?.field ?? attribute

/** The key attributes of a stored item, by attribute name. */
export function keyAttributesOf(item: StoredItem, facts: EntityFacts): StoredItem {
  return Object.fromEntries(
    facts.keyAttributes.flatMap((attribute) => {
      const value = item[fieldOf(facts, attribute)]
      return value === undefined ? [] : [[attribute, value]]
    }),
  )
}
