import { createConversions } from 'electrodb'
import { isSameValue, type StoredItem } from '../plan/attribute-value.js'
import { type EntityFacts, fieldOf, type IndexFacts } from '../plan/entity-facts.js'
import type { Clause, EntityWrite } from '../plan/entity-write.js'
import { toAttributeValue, toNative } from '../plan/native-value.js'
import { Placeholders } from '../plan/placeholders.js'
import type { ElectroEntity } from './electro-entity.js'

export const compositesOf = ({ pk, sk }: IndexFacts): readonly string[] => [
  ...pk.composite,
  ...(sk?.composite ?? []),
]

/** The secondary indexes whose keys ElectroDB composes into fields: not those that the service composes itself. */
export const composedIndexes = (facts: EntityFacts): readonly IndexFacts[] =>
  facts.indexes.filter(({ index, isComposite }) => index !== undefined && !isComposite)

/** The indexes with an attribute that an update writes. Those with a condition are ElectroDB's own to compose. */
function touchedIndexes(facts: EntityFacts, { clauses }: EntityWrite): readonly IndexFacts[] {
  const written = new Set(clauses.map(({ field }) => facts.names.get(field)))
  return composedIndexes(facts).filter(
    (index) => !index.isConditional && compositesOf(index).some((attribute) => written.has(attribute)),
  )
}

/**
 * Whether an update writes a key in which the spelling of the table's key shows: a caller may spell it otherwise than
 * the stored item does, where the table's key does not tell the two apart.
 */
export function showsSpelling(facts: EntityFacts, write: EntityWrite): boolean {
  const { pk: tableKey } = facts.table
  return touchedIndexes(facts, write).some(({ pk, sk }) =>
    [pk, ...(sk === undefined ? [] : [sk])].some(
      ({ composite, casing }) =>
        casing !== tableKey.casing && composite.some((name) => facts.keyAttributes.includes(name)),
    ),
  )
}

/** ElectroDB's conversions without its types, which are about one entity known beforehand. */
type Conversions = (entity: ElectroEntity) => {
  readonly fromComposite: { toKeys(attributes: object): Readonly<Record<string, unknown>> }
}
const conversionsOf = createConversions as unknown as Conversions

/** The keys that ElectroDB composes for an item, by field. */
export function composeKeys(
  entity: ElectroEntity,
  facts: EntityFacts,
  item: StoredItem,
): Readonly<Record<string, unknown>> {
  const attributes = facts.indexes.flatMap(compositesOf).flatMap((name) => {
    const value = item[fieldOf(facts, name)]
    return value === undefined ? [] : [[name, toNative(value)] as const]
  })
  return conversionsOf(entity).fromComposite.toKeys(Object.fromEntries(attributes))
}

const setClause = (field: string, placeholders: Placeholders, value: unknown): Clause => {
  const placeholder = placeholders.value(toAttributeValue(value, [field]))
  return {
    section: 'SET',
    text: `${placeholders.name(field)} = ${placeholder}`,
    field,
    isWhole: true,
    value: placeholder,
  }
}

function keyClauses(
  index: IndexFacts,
  keys: Readonly<Record<string, unknown>>,
  before: StoredItem,
  isComplete: boolean,
  placeholders: Placeholders,
): readonly Clause[] {
  const fields = index.sk === undefined ? [index.pk.field] : [index.pk.field, index.sk.field]
  return fields.flatMap((field): Clause[] => {
    const value = isComplete ? keys[field] : undefined
    if (value === undefined)
      return before[field] === undefined
        ? []
        : [{ section: 'REMOVE', text: placeholders.name(field), field, isWhole: true }]
    return isSameValue(before[field], toAttributeValue(value)) ? [] : [setClause(field, placeholders, value)]
  })
}

/**
 * Whether an item is in an index: it has all of the partition key. Where that is of no attribute, the sort key decides, as
 * it does in a create: without its first attribute the item would be listed among those that the index is about.
 */
function isIndexed(facts: EntityFacts, index: IndexFacts, item: StoredItem): boolean {
  const { composite } = index.pk
  const deciding = composite.length > 0 ? composite : compositesOf(index).slice(0, 1)
  return deciding.every((name) => item[fieldOf(facts, name)] !== undefined)
}

/** What an update stores in the fields that it names. */
function namedValues({ clauses, condition }: EntityWrite): StoredItem {
  return Object.fromEntries(
    clauses.flatMap(({ field, value }) => {
      const stored = value === undefined ? undefined : condition.values[value]
      return stored === undefined ? [] : [[field, stored]]
    }),
  )
}

/** An update whose index keys are what a create of the item as it will be would give it. */
export interface Keyed {
  readonly write: EntityWrite
  /** Fields of the stored item that the keys were composed of. */
  readonly reliesOn: readonly string[]
}

/**
 * Composes the keys of every index that an update of a known item touches: of all its attributes, or, where the
 * partition key lacks one, of none, which takes the item out of the index.
 */
export function composeIndexKeys(
  entity: ElectroEntity,
  facts: EntityFacts,
  write: EntityWrite,
  before: StoredItem,
  after: StoredItem,
): Keyed {
  const touched = touchedIndexes(facts, write)
  if (touched.length === 0) return { write, reliesOn: [] }
  const keys = composeKeys(entity, facts, after)
  const keyFields = new Set(
    touched.flatMap(({ pk, sk }) => (sk === undefined ? [pk.field] : [pk.field, sk.field])),
  )
  const attributeFields = new Set([...facts.attributes.values()].map(({ field }) => field))
  // An attribute that is an index key itself is written as an attribute.
  const composed = [...keyFields].filter((field) => !attributeFields.has(field))
  const placeholders = new Placeholders(write.condition.names, write.condition.values)
  const clauses = touched.flatMap((index) =>
    keyClauses(index, keys, before, isIndexed(facts, index, after), placeholders).filter(({ field }) =>
      composed.includes(field),
    ),
  )
  const kept = write.clauses.filter(({ field }) => !composed.includes(field))
  const condition = { ...write.condition, names: placeholders.names(), values: placeholders.values() }
  const reliesOn = touched.flatMap(compositesOf).map((name) => fieldOf(facts, name))
  return { write: { ...write, clauses: [...kept, ...clauses], condition }, reliesOn: [...new Set(reliesOn)] }
}

/**
 * The sort keys that an item which was not read has to have already: those of indexes whose partition key the update
 * gives without naming anything of the sort key. Where one is missing, it can be composed of the stored item alone.
 */
export function requiredSortKeys(facts: EntityFacts, write: EntityWrite): readonly string[] {
  const isSet = (field: string): boolean => write.clauses.some((clause) => clause.field === field)
  return touchedIndexes(facts, write).flatMap(({ pk, sk }) =>
    sk !== undefined && isSet(pk.field) && !isSet(sk.field) && !facts.names.has(sk.field) ? [sk.field] : [],
  )
}

/**
 * Spells attributes that are index keys themselves as ElectroDB does in a create: a patch stores them as they were given,
 * and a query would not find them.
 */
export function spellKeyAttributes(
  entity: ElectroEntity,
  facts: EntityFacts,
  write: EntityWrite,
): EntityWrite {
  const keyFields = new Set(
    facts.indexes.flatMap(({ pk, sk }) => (sk === undefined ? [pk.field] : [pk.field, sk.field])),
  )
  const values = { ...write.condition.values }
  for (const { field, value } of write.clauses) {
    const stored = value === undefined ? undefined : values[value]
    if (value === undefined || stored?.S === undefined || !keyFields.has(field) || !facts.names.has(field))
      continue
    const spelt = composeKeys(entity, facts, { [field]: stored })[field]
    if (typeof spelt === 'string') values[value] = { S: spelt }
  }
  return { ...write, condition: { ...write.condition, values } }
}

/**
 * Gives an index's partition key of no attribute along with the sort key: a patch composes the keys of the attributes that
 * it names alone, and an item with half a key is not listed.
 */
export function completePartitionKeys(
  entity: ElectroEntity,
  facts: EntityFacts,
  write: EntityWrite,
): EntityWrite {
  const isSet = (field: string): boolean =>
    write.clauses.some((clause) => clause.field === field && clause.section === 'SET')
  const halves = touchedIndexes(facts, write).filter(
    ({ pk, sk }) => pk.composite.length === 0 && sk !== undefined && isSet(sk.field) && !isSet(pk.field),
  )
  if (halves.length === 0) return write
  const placeholders = new Placeholders(write.condition.names, write.condition.values)
  const keys = composeKeys(entity, facts, namedValues(write))
  const clauses = halves.flatMap(({ pk: { field } }) =>
    keys[field] === undefined ? [] : [setClause(field, placeholders, keys[field])],
  )
  const condition = { ...write.condition, names: placeholders.names(), values: placeholders.values() }
  return { ...write, clauses: [...write.clauses, ...clauses], condition }
}

/** What an update computes in the store and an index would need to know: the key would be that of the amount. */
export const computedKeyPart = (facts: EntityFacts, { clauses }: EntityWrite): string | undefined => {
  const composites = new Set(
    facts.indexes
      .filter(({ index, isComposite }) => index !== undefined && !isComposite)
      .flatMap(compositesOf),
  )
  const computed = clauses.find(
    ({ field, value, section, isWhole }) =>
      value === undefined &&
      !(section === 'REMOVE' && isWhole) &&
      composites.has(facts.names.get(field) ?? ''),
  )
  return computed === undefined ? undefined : facts.names.get(computed.field)
}
