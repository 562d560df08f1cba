import type { JoinedShape, ObjectShape, PropertyShape, TypeShape } from '../types/type-shape.js'
import type { Imports } from './imports.js'
import { printDoc } from './print-doc.js'
import { quoted } from './quoted.js'
import { WIDTH } from './width.js'

/** What comments stand at the properties of an object, by their names; and in theirs. */
export interface PropertyDocs {
  readonly [name: string]: { readonly text: string; readonly properties: PropertyDocs }
}

const IDENTIFIER = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u

/** A name as a property has it: quoted where it has to be. */
export const propertyName = (name: string): string => (IDENTIFIER.test(name) ? name : quoted(name))

const spaces = (count: number): string => ' '.repeat(count)

/** A type behind what stands on its line already, broken where it does not fit. `behind` are characters that follow. */
export function printType(
  shape: TypeShape,
  before: string,
  indent: number,
  imports: Imports,
  docs: PropertyDocs = {},
  behind = 0,
): string {
  const flat = hasDocs(shape, docs) ? undefined : flatType(shape, imports)
  if (flat !== undefined && indent + before.length + flat.length + behind <= WIDTH) return before + flat
  if (shape.kind === 'intersection') {
    const [first, ...others] = shape.members
    const start = first === undefined ? before : printType(first, before, indent, imports, docs, 2)
    return [start, ...others.map((other) => spaces(indent + 2) + flatType(other, imports))].join(' &\n')
  }
  return before.trimEnd() + broken(shape, before.endsWith(' ') ? ' ' : '', indent, imports, docs)
}

/** A property with its comment. */
export function printProperty(
  property: PropertyShape,
  indent: number,
  imports: Imports,
  docs: PropertyDocs = {},
): readonly string[] {
  const { name, isOptional, isReadonly, type } = property
  const own = docs[name]
  const before = `${isReadonly ? 'readonly ' : ''}${propertyName(name)}${isOptional ? '?' : ''}: `
  const printed = printType(type, before, indent, imports, own?.properties)
  return [...printDoc(own?.text ?? '', indent), spaces(indent) + printed]
}

/** Properties in the order of their names. */
export const byName = (properties: readonly PropertyShape[]): readonly PropertyShape[] =>
  properties.toSorted(({ name: one }, { name: other }) => (one < other ? -1 : one > other ? 1 : 0))

function hasDocs(shape: TypeShape, docs: PropertyDocs): boolean {
  if (shape.kind === 'array') return hasDocs(shape.element, docs)
  if (shape.kind === 'union' || shape.kind === 'intersection')
    return shape.members.some((member) => hasDocs(member, docs))
  if (shape.kind !== 'object') return false
  return shape.properties.some(
    ({ name, type }) =>
      docs[name] !== undefined && (docs[name].text !== '' || hasDocs(type, docs[name].properties)),
  )
}

/** A type on one line. */
export function flatType(shape: TypeShape, imports: Imports): string {
  switch (shape.kind) {
    case 'text':
      return shape.text
    case 'named': {
      const name = imports.named(shape)
      const given = shape.arguments.map((argument) => flatType(argument, imports))
      return given.length === 0 ? name : `${name}<${given.join(', ')}>`
    }
    case 'array':
      return `${shape.isReadonly ? 'readonly ' : ''}${enclosed(shape.element, imports)}[]`
    case 'union':
    case 'intersection':
      return joined(shape, imports)
    case 'object':
      return flatObject(shape, imports)
  }
}

const joined = ({ kind, members }: JoinedShape, imports: Imports): string =>
  members
    .map((member) => (isJoined(member) ? enclosed(member, imports) : flatType(member, imports)))
    .join(kind === 'union' ? ' | ' : ' & ')

const isJoined = ({ kind }: TypeShape): boolean => kind === 'union' || kind === 'intersection'

/** In parentheses where an operator would bind otherwise. */
function enclosed(shape: TypeShape, imports: Imports): string {
  const flat = flatType(shape, imports)
  const isOperator =
    isJoined(shape) || (shape.kind === 'array' && shape.isReadonly) || /^readonly |=>/.test(flat)
  return isOperator ? `(${flat})` : flat
}

function flatObject({ properties }: ObjectShape, imports: Imports): string {
  if (properties.length === 0) return '{}'
  const parts = byName(properties).map(
    ({ name, isOptional, isReadonly, type }) =>
      `${isReadonly ? 'readonly ' : ''}${propertyName(name)}${isOptional ? '?' : ''}: ${flatType(type, imports)}`,
  )
  return `{ ${parts.join('; ')} }`
}

/** A type on several lines. `gap` separates it from what stands before. */
function broken(shape: TypeShape, gap: string, indent: number, imports: Imports, docs: PropertyDocs): string {
  switch (shape.kind) {
    case 'object': {
      if (shape.properties.length === 0) return `${gap}{}`
      const lines = byName(shape.properties).flatMap((property) =>
        printProperty(property, indent + 2, imports, docs),
      )
      return `${gap}{\n${lines.join('\n')}\n${spaces(indent)}}`
    }
    case 'array': {
      const { element, isReadonly } = shape
      const start = gap + (isReadonly ? 'readonly ' : '')
      if (!isJoined(element)) return `${broken(element, start, indent, imports, docs)}[]`
      return `${start}(${broken(element, '', indent, imports, docs)}\n${spaces(indent)})[]`
    }
    case 'union':
      return unionLines(shape, indent + 2, imports, docs).join('')
    case 'intersection':
      return gap + flatType(shape, imports)
    case 'named': {
      if (shape.arguments.length === 0) return gap + flatType(shape, imports)
      const given = shape.arguments.map((argument) => brokenArgument(argument, indent + 2, imports))
      return `${gap}${imports.named(shape)}<${given.join(',')}\n${spaces(indent)}>`
    }
    case 'text':
      return gap + shape.text
  }
}

/** Each member on a line of its own. */
const unionLines = (
  { members }: JoinedShape,
  indent: number,
  imports: Imports,
  docs: PropertyDocs = {},
): readonly string[] =>
  // The bar stands in the indentation of what is broken.
  members.map((member) => `\n${spaces(indent)}${printType(member, '| ', indent + 2, imports, docs, -2)}`)

/** An argument on lines of its own. */
function brokenArgument(shape: TypeShape, indent: number, imports: Imports): string {
  const fits = indent + flatType(shape, imports).length <= WIDTH
  if (shape.kind === 'union' && !fits) return unionLines(shape, indent, imports).join('')
  return `\n${spaces(indent)}${printType(shape, '', indent, imports)}`
}
