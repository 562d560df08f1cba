import ts from 'typescript'
import { CliError } from '../../cli-error.js'
import { quoted } from '../print/quoted.js'
import { knownIntersection, withKnownUnions } from './known-types.js'
import { nameOf } from './name-of.js'
import type { ShapeReader } from './shape-reader.js'
import type { ObjectShape, PropertyShape, TypeShape } from './type-shape.js'

const text = (written: string): TypeShape => ({ kind: 'text', text: written })

const inside = (reader: ShapeReader, name: string, type: ts.Type): ShapeReader => ({
  ...reader,
  path: `${reader.path}.${name}`,
  open: [...reader.open, type],
})

const KEYWORDS: ReadonlyMap<ts.TypeFlags, string> = new Map([
  [ts.TypeFlags.Any, 'any'],
  [ts.TypeFlags.Unknown, 'unknown'],
  [ts.TypeFlags.Never, 'never'],
  [ts.TypeFlags.Void, 'void'],
  [ts.TypeFlags.Undefined, 'undefined'],
  [ts.TypeFlags.Null, 'null'],
  [ts.TypeFlags.String, 'string'],
  [ts.TypeFlags.Number, 'number'],
  [ts.TypeFlags.BigInt, 'bigint'],
  [ts.TypeFlags.ESSymbol, 'symbol'],
  [ts.TypeFlags.NonPrimitive, 'object'],
])

/** Writes a type down. Names that can be imported stay names; everything else is spelt out. */
export function readShape(type: ts.Type, reader: ShapeReader): TypeShape {
  return (
    namedShape(type, reader) ??
    literalShape(type) ??
    joinedShape(type, reader) ??
    arrayShape(type, reader) ??
    objectShape(type, reader) ??
    spelt(type, reader)
  )
}

/** The properties of a type of objects, whatever it is made of. */
export function readProperties(type: ts.Type, reader: ShapeReader): ObjectShape {
  if (isEmpty(type)) return { kind: 'object', properties: [] }
  const shape = objectShape(type, reader)
  if (shape?.kind !== 'object')
    throw new CliError(
      `the type of ${reader.path} cannot be read: ${reader.complaint() || `it is ${reader.checker.typeToString(type)}`}; check the models with tsc`,
    )
  return shape
}

/** What the core says where no attribute can stand. */
const isEmpty = (type: ts.Type): boolean => type.symbol?.name === 'NoAttributes'

function literalShape(type: ts.Type): TypeShape | undefined {
  const keyword = KEYWORDS.get(type.flags & ~ts.TypeFlags.NonPrimitive) ?? KEYWORDS.get(type.flags)
  if (keyword !== undefined) return text(keyword)
  if (type.flags & ts.TypeFlags.BooleanLiteral) return text(Reflect.get(type, 'intrinsicName') as string)
  if (type.isStringLiteral()) return text(quoted(type.value))
  if (type.isNumberLiteral()) return text(String(type.value))
  if (type.flags & ts.TypeFlags.BigIntLiteral) {
    const { negative, base10Value } = (type as ts.BigIntLiteralType).value
    return text(`${negative ? '-' : ''}${base10Value}n`)
  }
  return undefined
}

/** A type that goes by its name: a class, an enum, or an interface or alias that a module exports. */
function namedShape(type: ts.Type, reader: ShapeReader): TypeShape | undefined {
  const { checker } = reader
  if (type.aliasSymbol !== undefined) {
    const named = nameOf(type.aliasSymbol, reader)
    if (named !== undefined) return { ...named, arguments: readAll(type.aliasTypeArguments, reader) }
  }
  const { symbol } = type
  if (symbol === undefined || checker.isArrayType(type) || checker.isTupleType(type)) return undefined
  if (symbol.flags & ts.SymbolFlags.EnumMember) return enumMember(symbol, reader)
  if (!(symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface | ts.SymbolFlags.Enum)))
    return undefined
  const named = nameOf(symbol, reader)
  if (named !== undefined) return { ...named, arguments: readAll(ownArguments(type, checker), reader) }
  if (symbol.flags & ts.SymbolFlags.Interface) return undefined
  throw unnameable(symbol, reader)
}

/** Type arguments as they are written: without the `this` that the checker adds. */
function ownArguments(type: ts.Type, checker: ts.TypeChecker): readonly ts.Type[] {
  if (!(type.flags & ts.TypeFlags.Object)) return []
  if (!((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference)) return []
  const reference = type as ts.TypeReference
  const parameters = reference.target.typeParameters ?? []
  const given = checker.getTypeArguments(reference).slice(0, parameters.length)
  // An argument that is the default is left out: older compilers may not know the parameter.
  const isDefault = (at: number): boolean => {
    const parameter = parameters[at]
    return parameter !== undefined && checker.getDefaultFromTypeParameter(parameter) === given[at]
  }
  const last = given.findLastIndex((_, at) => !isDefault(at))
  return given.slice(0, last + 1)
}

function enumMember(symbol: ts.Symbol, reader: ShapeReader): TypeShape {
  const declaration = symbol.valueDeclaration?.parent
  const parent = declaration && ts.isEnumDeclaration(declaration) ? declaration.name : undefined
  const owner = parent && reader.checker.getSymbolAtLocation(parent)
  const named = owner && nameOf(owner, reader)
  if (named === undefined) throw unnameable(owner ?? symbol, reader)
  // An enum with one member is the type of that member.
  return owner === symbol ? named : { ...named, member: symbol.name }
}

const unnameable = (symbol: ts.Symbol, { path }: ShapeReader): CliError =>
  new CliError(
    `the type of ${path} is ${symbol.name}, which cannot be imported: export it from the file that declares it`,
  )

const readAll = (types: readonly ts.Type[] | undefined, reader: ShapeReader): TypeShape[] =>
  (types ?? []).map((type) => readShape(type, reader))

function joinedShape(type: ts.Type, reader: ShapeReader): TypeShape | undefined {
  if (type.isUnion()) return unionShape(type.types, reader)
  if (!type.isIntersection()) return undefined
  const known = knownIntersection(type, reader.known)
  if (known !== undefined && known !== type) return readShape(known, reader)
  if (type.types.every((member) => isPlainObject(member, reader))) return undefined
  return { kind: 'intersection', members: sorted(readAll(type.types, reader)) }
}

/** The compiler keeps members in the order in which it met them, which says nothing: they are sorted. */
function unionShape(types: readonly ts.Type[], reader: ShapeReader): TypeShape {
  const isBoolean = (type: ts.Type): boolean => (type.flags & ts.TypeFlags.BooleanLiteral) !== 0
  const hasBoolean = types.filter(isBoolean).length === 2
  const present = types.filter((type) => !(hasBoolean && isBoolean(type)) && !isMissing(type, reader))
  const named = withKnownUnions(
    present,
    reader.known.filter(({ aliasSymbol }) => isNamed(aliasSymbol, reader)),
  )
  const members = [...readAll(named, reader), ...(hasBoolean ? [text('boolean')] : [])]
  const [only, ...others] = sorted(members)
  return only !== undefined && others.length === 0 ? only : { kind: 'union', members: sorted(members) }
}

const isNamed = (symbol: ts.Symbol | undefined, reader: ShapeReader): boolean =>
  symbol !== undefined && nameOf(symbol, reader) !== undefined

/** What stands in an optional property for its absence, which is not the value `undefined`. */
const isMissing = (type: ts.Type, { checker }: ShapeReader): boolean =>
  (type.flags & ts.TypeFlags.Undefined) !== 0 && type !== checker.getUndefinedType()

/** Numbers by value, then names and texts, then `null` and `undefined`. */
function sorted(members: readonly TypeShape[]): TypeShape[] {
  const rank = (shape: TypeShape): string => {
    if (shape.kind !== 'text') return `1${JSON.stringify({ ...shape, from: undefined })}`
    if (shape.text === 'null') return '2'
    return shape.text === 'undefined' ? '3' : `1${shape.text}`
  }
  const numberOf = (shape: TypeShape): number => (shape.kind === 'text' ? Number(shape.text) : Number.NaN)
  return members.toSorted((one, other) => {
    const difference = numberOf(one) - numberOf(other)
    if (!Number.isNaN(difference)) return difference
    const [left, right] = [rank(one), rank(other)]
    return left < right ? -1 : left > right ? 1 : 0
  })
}

function arrayShape(type: ts.Type, reader: ShapeReader): TypeShape | undefined {
  const { checker } = reader
  if (!checker.isArrayType(type)) return undefined
  const [element] = checker.getTypeArguments(type as ts.TypeReference)
  if (element === undefined) return undefined
  const isReadonly = type.symbol.name === 'ReadonlyArray'
  return { kind: 'array', isReadonly, element: readShape(element, reader) }
}

/** An object that is nothing but its properties: no calls, no index, no name. */
function isPlainObject(type: ts.Type, { checker }: ShapeReader): boolean {
  if (!(type.flags & ts.TypeFlags.Object)) return false
  const hasMore =
    type.getCallSignatures().length > 0 ||
    type.getConstructSignatures().length > 0 ||
    checker.getIndexInfosOfType(type).length > 0
  return !hasMore && !checker.isTupleType(type) && !checker.isArrayType(type)
}

function objectShape(type: ts.Type, reader: ShapeReader): TypeShape | undefined {
  const parts = type.isIntersection() ? type.types : [type]
  if (!parts.every((part) => isPlainObject(part, reader))) return undefined
  if (reader.open.includes(type))
    throw new CliError(
      `the type of ${reader.path} contains itself and has no name that can be imported: export it from the file that declares it`,
    )
  return {
    kind: 'object',
    properties: type.getProperties().map((property) => propertyShape(property, type, parts, reader)),
  }
}

function propertyShape(
  property: ts.Symbol,
  type: ts.Type,
  parts: readonly ts.Type[],
  reader: ShapeReader,
): PropertyShape {
  const { name } = property
  const value = reader.checker.getTypeOfSymbol(property)
  const declaring = parts.filter((part) => part.getProperty(name) !== undefined)
  return {
    name,
    isOptional: (property.flags & ts.SymbolFlags.Optional) !== 0,
    isReadonly: declaring.every((part) => isReadonly(part, name, reader)),
    type: readShape(value, inside(reader, name, type)),
  }
}

/** Only what the compiler writes of a type says whether a mapped property is readonly. */
function isReadonly(type: ts.Type, name: string, { checker }: ShapeReader): boolean {
  const node = checker.typeToTypeNode(
    type,
    undefined,
    ts.NodeBuilderFlags.NoTruncation | ts.NodeBuilderFlags.InTypeAlias,
  )
  if (node === undefined || !ts.isTypeLiteralNode(node)) return false
  return node.members.some(
    (member) =>
      ts.isPropertySignature(member) &&
      (ts.isIdentifier(member.name) || ts.isStringLiteral(member.name)) &&
      member.name.text === name &&
      member.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword) === true,
  )
}

const printer = ts.createPrinter({ removeComments: true })

/** What is left is written as the compiler would, which is possible where nothing in it needs an import. */
function spelt(type: ts.Type, reader: ShapeReader): TypeShape {
  const { checker, from } = reader
  const node = checker.typeToTypeNode(
    type,
    from,
    ts.NodeBuilderFlags.NoTruncation |
      ts.NodeBuilderFlags.InTypeAlias |
      ts.NodeBuilderFlags.UseSingleQuotesForStringLiteralType,
  )
  const written =
    node &&
    printer.printNode(ts.EmitHint.Unspecified, node, from).replaceAll(/\s+/g, ' ').replaceAll('; }', ' }')
  if (written === undefined || written.includes('import('))
    throw new CliError(
      `the type of ${reader.path} cannot be written down: give it a name and export it from the file that declares it`,
    )
  return text(written)
}
