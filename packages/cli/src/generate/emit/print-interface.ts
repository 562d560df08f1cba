import type { Imports } from '../print/imports.js'
import { printDoc } from '../print/print-doc.js'
import { byName, type PropertyDocs, printProperty } from '../print/print-type.js'
import type { ObjectShape, PropertyShape } from '../types/type-shape.js'

/** An interface that is written down. */
export interface Written {
  readonly name: string
  readonly doc: string
  readonly shape: ObjectShape
  /** Comments of its properties. */
  readonly docs?: PropertyDocs
  /** Properties that come first, in this order: those of the key. */
  readonly first?: readonly string[]
}

/** Those of the key as the key has them, and the others by their names: the order in the source changes nothing. */
export function arranged(
  properties: readonly PropertyShape[],
  first: readonly string[],
): readonly PropertyShape[] {
  const leading = first.flatMap((name) => properties.filter((property) => property.name === name))
  return [...leading, ...byName(properties.filter((property) => !leading.includes(property)))]
}

/** An exported interface with its documentation. */
export function printInterface({ name, doc, shape, docs, first = [] }: Written, imports: Imports): string {
  const properties = arranged(shape.properties, first)
  const comment = printDoc(doc, 0)
  if (properties.length === 0)
    return [...comment, `export type ${name} = ${imports.core('NoAttributes')}`].join('\n')
  const lines = properties.flatMap((property) => printProperty(property, 2, imports, docs))
  return [...comment, `export interface ${name} {`, ...lines, '}'].join('\n')
}
