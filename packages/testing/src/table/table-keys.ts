import { TestingError } from '../testing-error.js'
import type { AttributeShape, IndexShape, KeyShape, SchemaShape, TableModels } from './model-schema.js'

/** A key attribute, its type, and who said so. */
export interface KeyAttribute {
  readonly name: string
  readonly type: 'S' | 'N'
}

/** The keys and projection of the table or one of its indexes. */
export interface KeyPair {
  /** The index's name; nothing for the table itself. */
  readonly index: string | undefined
  readonly partition: KeyAttribute
  readonly sort: KeyAttribute | undefined
  readonly projection: IndexShape['projection']
  /** The model that declares it. */
  readonly model: string
}

/** Everything that the models say about keys, one entry for each access pattern of each model. */
export function declaredKeys(models: TableModels): KeyPair[] {
  return Object.entries(models).flatMap(([model, { schema }]) =>
    schema === undefined
      ? []
      : Object.entries(schema.indexes).map(([pattern, index]) => keyPair(model, pattern, index, schema)),
  )
}

function keyPair(model: string, pattern: string, index: IndexShape, schema: SchemaShape): KeyPair {
  const place = `${model}.indexes.${pattern}`
  if (index.type === 'composite') {
    throw new TestingError(
      `${place} has the type "composite", an index whose key has several attributes, and dynalite has none of those: ` +
        'give its pk and sk a field each.',
    )
  }
  return {
    model,
    index: index.index,
    partition: keyAttribute(place, 'pk', index.pk, schema),
    sort: index.sk && keyAttribute(place, 'sk', index.sk, schema),
    projection: index.projection ?? index.project,
  }
}

function keyAttribute(place: string, part: string, key: KeyShape, schema: SchemaShape): KeyAttribute {
  if (key.field === undefined) {
    throw new TestingError(`${place}.${part} has no field: name the table's attribute that holds the key.`)
  }
  return { name: key.field, type: isNumber(key.field, key, schema) ? 'N' : 'S' }
}

/** A key is a number when it says so, or when it is itself an attribute of that type. */
function isNumber(field: string, key: KeyShape, schema: SchemaShape): boolean {
  if (key.cast === 'number') return true
  if (key.cast === 'string') return false
  const holds = ([name, attribute]: [string, AttributeShape]): boolean =>
    (attribute.field ?? name) === field && attribute.type === 'number'
  return Object.entries(schema.attributes).some(holds)
}
