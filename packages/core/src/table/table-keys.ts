import { DeclarationError } from '../errors/declaration-error.js'
import type { AttributeShape, IndexShape, KeyShape, SchemaShape, TableModels } from './table-models.js'

/** A key attribute and its type. */
export interface KeyAttribute {
  readonly name: string
  readonly type: 'S' | 'N'
}

/** The keys and projection of the table or one of its indexes. */
export interface KeyPair {
  /** The index's name; nothing for the table itself. */
  readonly index: string | undefined
  /** One attribute, or several that the service makes one key of. */
  readonly partition: readonly KeyAttribute[]
  readonly sort: readonly KeyAttribute[]
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
  const isComposite = index.type === 'composite'
  const half = (part: 'pk' | 'sk'): readonly KeyAttribute[] => {
    const key = index[part]
    if (key === undefined) return []
    return isComposite ? compositeKey(key, schema) : [keyAttribute(`${place}.${part}`, key, schema)]
  }
  return {
    model,
    index: index.index,
    partition: half('pk'),
    sort: half('sk'),
    projection: index.projection ?? index.project,
  }
}

/** The attributes themselves are the key. */
const compositeKey = ({ composite = [] }: KeyShape, schema: SchemaShape): readonly KeyAttribute[] =>
  composite.map((name) => {
    const attribute = schema.attributes[name]
    return { name: attribute?.field ?? name, type: attribute?.type === 'number' ? 'N' : 'S' }
  })

function keyAttribute(path: string, key: KeyShape, schema: SchemaShape): KeyAttribute {
  if (key.field === undefined)
    throw new DeclarationError([
      { path, message: "has no field: name the table's attribute that holds the key" },
    ])
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
