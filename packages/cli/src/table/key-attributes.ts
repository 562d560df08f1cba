import type { AttributeDefinition, KeySchemaElement } from '@aws-sdk/client-dynamodb'

/** A key attribute with its type. */
export interface KeyAttribute {
  readonly name: string
  readonly type: 'S' | 'N' | 'B'
}

/** The attributes of a key, apart by what they are for. */
export interface TypedKey {
  readonly partition: readonly KeyAttribute[]
  readonly sort: readonly KeyAttribute[]
}

/** A key schema with the types of its attributes. */
export function typedKey(
  schema: readonly KeySchemaElement[] = [],
  definitions: readonly AttributeDefinition[] = [],
): TypedKey {
  const of = (kind: string): readonly KeyAttribute[] =>
    schema
      .filter(({ KeyType }) => KeyType === kind)
      .map(({ AttributeName: name = '' }) => {
        const { AttributeType: type = 'S' } =
          definitions.find(({ AttributeName }) => AttributeName === name) ?? {}
        return { name, type: type as KeyAttribute['type'] }
      })
  return { partition: of('HASH'), sort: of('RANGE') }
}
