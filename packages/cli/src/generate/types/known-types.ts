import ts from 'typescript'

/** Custom types of attributes that go by a name. What the compiler infers from them can have lost it. */
export type KnownTypes = readonly ts.UnionOrIntersectionType[]

const propertyOf = (type: ts.Type, name: string, checker: ts.TypeChecker): ts.Type | undefined => {
  const symbol = type.getProperty(name)
  return symbol && checker.getTypeOfSymbol(symbol)
}

/** The types that `CustomAttributeType` was given, of these attributes and of all that is in them. */
export function knownTypes(attributes: ts.Type, checker: ts.TypeChecker): KnownTypes {
  return attributes.getProperties().flatMap((symbol) => ofAttribute(checker.getTypeOfSymbol(symbol), checker))
}

function ofAttribute(attribute: ts.Type, checker: ts.TypeChecker): KnownTypes {
  const properties = propertyOf(attribute, 'properties', checker)
  const items = propertyOf(attribute, 'items', checker)
  return [
    ...customType(attribute, checker),
    ...(properties === undefined ? [] : knownTypes(properties, checker)),
    ...(items === undefined || items.isStringLiteral() ? [] : ofAttribute(items, checker)),
  ]
}

/** What the source says in `CustomAttributeType<Money>('any')`. */
function customType(attribute: ts.Type, checker: ts.TypeChecker): KnownTypes {
  const declaration = attribute.getProperty('type')?.valueDeclaration
  const call = declaration && ts.isPropertyAssignment(declaration) ? declaration.initializer : undefined
  const [node] = call !== undefined && ts.isCallExpression(call) ? (call.typeArguments ?? []) : []
  const type = node && checker.getTypeFromTypeNode(node)
  return type?.isUnionOrIntersection() && type.aliasSymbol !== undefined ? [type] : []
}

const includes = (types: readonly ts.Type[], members: readonly ts.Type[]): boolean =>
  members.every((member) => types.includes(member))

/** The named type that an intersection is. */
export const knownIntersection = ({ types }: ts.IntersectionType, known: KnownTypes): ts.Type | undefined =>
  known.find(
    (each) => each.isIntersection() && each.types.length === types.length && includes(types, each.types),
  )

/** The members of a union, with a named union in the place of its own. */
export function withKnownUnions(types: readonly ts.Type[], known: KnownTypes): readonly ts.Type[] {
  const named = known.find((each) => each.isUnion() && includes(types, each.types))
  if (named === undefined) return types
  return [named, ...types.filter((type) => !named.isUnion() || !named.types.includes(type))]
}
