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
}

const lines = (open: string, members: readonly string[], close: string, space: string): string =>
  `${open}\n${members.map((member) => `${space}  ${member},\n`).join('')}${space}${close}`

const start = ({ name, isOptional }: Parameter): string => `${name}${isOptional ? '?' : ''}: `

/** A method's signature, broken where it does not fit. */
export function printSignature(signature: Signature, indent: number, imports: Imports): string {
  const { name, generics = [], parameters, returns } = signature
  const space = ' '.repeat(indent)
  const flatGenerics = generics.length === 0 ? '' : `<${generics.join(', ')}>`
  const flatParameters = parameters.map((each) => start(each) + flatType(each.type, imports))
  const flat = `${space}${name}${flatGenerics}(${flatParameters.join(', ')}): ${flatType(returns, imports)}`
  if (flat.length <= WIDTH) return flat
  const head = `${space}${name}${flatGenerics}(`
  const shownGenerics = head.length <= WIDTH ? flatGenerics : lines('<', generics, '>', space)
  if (parameters.length === 0)
    return `${space}${name}${shownGenerics}${printType(returns, '(): ', indent, imports)}`
  const shown = parameters.map((each) => printType(each.type, start(each), indent + 2, imports, {}, 1))
  const end = printType(returns, '): ', indent, imports)
  return `${space}${name}${shownGenerics}${lines('(', shown, end, space)}`
}
