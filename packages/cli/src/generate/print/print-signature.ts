import type { TypeShape } from '../types/type-shape.js'
import type { Imports } from './imports.js'
import { flatType, printType } from './print-type.js'
import { WIDTH } from './width.js'

/** A parameter of a method. */
export interface Parameter {
  readonly name: string
  readonly type: TypeShape
  readonly isOptional?: boolean
}

/** A method of an interface. */
export interface Signature {
  readonly name: string
  readonly generics?: readonly string[]
  readonly parameters: readonly Parameter[]
  readonly returns: TypeShape
  /** Whether it is a property whose value is a function. */
  readonly isProperty?: boolean
}

const lines = (open: string, members: readonly string[], close: string, space: string): string =>
  `${open}\n${members.map((member) => `${space}  ${member},\n`).join('')}${space}${close}`

const start = ({ name, isOptional }: Parameter): string => `${name}${isOptional ? '?' : ''}: `

/** A method's signature, broken where it does not fit. */
export function printSignature(signature: Signature, indent: number, imports: Imports): string {
  const { generics = [], parameters, returns, isProperty = false } = signature
  const name = signature.name + (isProperty ? ': ' : '')
  const arrow = isProperty ? ' => ' : ': '
  const space = ' '.repeat(indent)
  const flatGenerics = generics.length === 0 ? '' : `<${generics.join(', ')}>`
  const flatParameters = parameters.map((each) => start(each) + flatType(each.type, imports))
  const flat = `${space}${name}${flatGenerics}(${flatParameters.join(', ')})${arrow}${flatType(returns, imports)}`
  if (flat.length <= WIDTH) return flat
  const head = `${space}${name}${flatGenerics}(`
  const shownGenerics = head.length <= WIDTH ? flatGenerics : lines('<', generics, '>', space)
  if (parameters.length === 0)
    return `${space}${name}${shownGenerics}${printType(returns, `()${arrow}`, indent, imports)}`
  const shown = parameters.map((each) => printType(each.type, start(each), indent + 2, imports, {}, 1))
  const end = printType(returns, `)${arrow}`, indent, imports)
  return `${space}${name}${shownGenerics}${lines('(', shown, end, space)}`
}
