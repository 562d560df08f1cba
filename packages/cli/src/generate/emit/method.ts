import type { Imports } from '../print/imports.js'
import { printDoc } from '../print/print-doc.js'
import { type Parameter, printSignature } from '../print/print-signature.js'
import { quoted } from '../print/quoted.js'
import type { TypeShape } from '../types/type-shape.js'
import { text } from './shapes.js'

/** A method of a repository: how it reads, and how the class does it. */
export interface Method {
  readonly name: string
  /** Paragraphs. */
  readonly doc: readonly string[]
  readonly generics?: readonly string[]
  readonly parameters: readonly Parameter[]
  readonly returns: TypeShape
  /** What does it: an expression in `core`, the repository of the core. */
  readonly does: string
}

export const required = (name: string, type: TypeShape | string): Parameter => ({
  name,
  type: typeof type === 'string' ? text(type) : type,
})

export const optional = (name: string, type: TypeShape | string): Parameter => ({
  ...required(name, type),
  isOptional: true,
})

/** A method of an interface with its documentation. */
export const printMethod = ({ doc, ...signature }: Omit<Method, 'does'>, imports: Imports): string =>
  [...printDoc(doc.join('\n'), 2), printSignature(signature, 2, imports)].join('\n')

/** An access of a property. */
export const member = (name: string): string =>
  /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(name) ? `.${name}` : `[${quoted(name)}]`
