import { quoted } from '../print/quoted.js'
import type { TypeShape } from '../types/type-shape.js'

type Given = TypeShape | string

/** What is written as it is. */
export const text = (written: string): TypeShape => ({ kind: 'text', text: written })

const shapeOf = (given: Given): TypeShape => (typeof given === 'string' ? text(given) : given)

/** A type that the file knows by this name, with its arguments. */
export const ref = (name: string, ...given: readonly Given[]): TypeShape => ({
  kind: 'named',
  name,
  from: undefined,
  member: undefined,
  arguments: given.map(shapeOf),
})

function joined(kind: 'union' | 'intersection', given: readonly Given[]): TypeShape {
  const members = given.map(shapeOf)
  const [only, ...others] = members
  return only !== undefined && others.length === 0 ? only : { kind, members }
}

export const union = (...given: readonly Given[]): TypeShape => joined('union', given)
export const intersection = (...given: readonly Given[]): TypeShape => joined('intersection', given)

export const list = (element: Given): TypeShape => ({
  kind: 'array',
  isReadonly: false,
  element: shapeOf(element),
})

/** A union of names; `never` where there are none. */
export const literals = (names: readonly string[]): TypeShape =>
  names.length === 0 ? text('never') : union(...names.map(quoted))
