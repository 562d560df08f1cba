import type { Description } from '@latchkey/core'
import { type DocPlace, describeAttributes } from '../docs/describe-attributes.js'
import { printDoc } from '../print/print-doc.js'
import { printSignature } from '../print/print-signature.js'
import { type PropertyDocs, printProperty, printType } from '../print/print-type.js'
import type { PropertyShape, TypeShape } from '../types/type-shape.js'
import { hasUnique, type ModelContext, type SingletonContext } from './context.js'
import { required } from './method.js'
import { arranged, printInterface } from './print-interface.js'
import { literals, text } from './shapes.js'

type Context = ModelContext | SingletonContext

const docsAt = ({ described, types }: Context, place: DocPlace): PropertyDocs =>
  describeAttributes(described, types.docs(), place)

/** The attributes of the table's key, partition key first. */
export function keyNames({ indexes }: Exclude<Description, { readonly kind: 'counter' }>): readonly string[] {
  const table = indexes.find(({ index }) => index === undefined)
  return [...(table?.pk.composite ?? []), ...(table?.sk?.composite ?? [])]
}

/** What a repository gives back: an item, or the record of a singleton. */
export function printItem(context: Context): string {
  const { names, described, types, imports } = context
  const isModel = described.kind === 'model'
  return printInterface(
    {
      name: names.item,
      doc: isModel
        ? `An item of the entity \`${described.entity}\`, as it is given back.`
        : `The record of \`${described.entity}\`: stored values over defaults.`,
      shape: types.object(isModel ? 'item' : 'record'),
      docs: docsAt(context, 'item'),
      first: keyNames(described),
    },
    imports,
  )
}

/** What is stored of a singleton, as streams show it. */
export function printStored({ names, described, types, imports }: SingletonContext): string {
  const { properties } = types.object('item')
  return printInterface(
    {
      name: names.stored,
      doc: `What is stored of the record of \`${described.entity}\`: defaults are not.`,
      shape: { kind: 'object', properties: properties.map((each) => ({ ...each, isOptional: true })) },
    },
    imports,
  )
}

export function printKey(context: ModelContext): string {
  const { names, described, types, imports } = context
  return printInterface(
    {
      name: names.key,
      doc: `The key of an item of the entity \`${described.entity}\`.`,
      shape: types.object('key'),
      first: keyNames(described),
    },
    imports,
  )
}

export function printInput(context: ModelContext): string {
  const { names, described, types, imports } = context
  return printInterface(
    {
      name: names.input,
      doc: `What a new item of the entity \`${described.entity}\` is made of.`,
      shape: types.object('input'),
      docs: docsAt(context, 'input'),
      first: keyNames(described),
    },
    imports,
  )
}

/** The handles of attributes, which conditions take. */
export function printAttributes({ names, described, types, imports }: Context): string {
  return printInterface(
    {
      name: names.attributes,
      doc: 'Handles of the attributes for `where`.',
      shape: types.object('where'),
      first: keyNames(described),
    },
    imports,
  )
}

/** The handles of attributes that changes by `data` can touch. */
export function printDataAttributes({ names, types, imports }: Context): string {
  return printInterface(
    {
      name: names.dataAttributes,
      doc: 'Handles of the attributes for `data`: those that no constraint watches.',
      shape: types.object('data'),
    },
    imports,
  )
}

const VERBS = [
  ['set', 'Values to store.'],
  ['add', 'Adds to numbers and sets.'],
  ['subtract', 'Subtracts from numbers.'],
  ['append', 'Appends to lists.'],
  ['delete', 'Deletes members of sets.'],
] as const

/** What is read-only has a place in the types of ElectroDB, and no value there. */
const isNothing = ({ type }: PropertyShape): boolean => type.kind === 'text' && type.text === 'undefined'

/** What changes are made of. A verb that no attribute takes is left out. */
export function printChanges(context: Context): string {
  const { names, described, types, imports } = context
  const docs = docsAt(context, 'change')
  const verbs = VERBS.flatMap(([verb, text]) => {
    const properties = types.object(verb).properties.filter((property) => !isNothing(property))
    if (properties.length === 0) return []
    const type: TypeShape = { kind: 'object', properties: arranged(properties, []) }
    const property = { name: verb, isOptional: true, isReadonly: true, type }
    return printProperty(property, 2, imports, { [verb]: { text, properties: verb === 'set' ? docs : {} } })
  })
  const removable = types.names('removable').toSorted()
  const list: TypeShape = { kind: 'array', isReadonly: true, element: literals(removable) }
  const data = printSignature(
    {
      name: 'readonly data?',
      parameters: [
        required('attributes', names.dataAttributes),
        required('operations', imports.core('DataOperations')),
      ],
      returns: text('unknown'),
      isProperty: true,
    },
    2,
    imports,
  )
  const removing = [
    ...printDoc(`Attributes to remove.${hasUnique(described) ? ' A unique value is free again.' : ''}`, 2),
    `  ${printType(list, 'readonly remove?: ', 2, imports)}`,
  ]
  return [
    ...printDoc('What an update does to an item. At least one of them; no attribute twice.', 0),
    `export interface ${names.changes} {`,
    ...verbs,
    ...(removable.length === 0 ? [] : removing),
    ...printDoc(
      'Nested paths, and what has no verb of its own, on attributes that no constraint watches.',
      2,
    ),
    data,
    '}',
  ].join('\n')
}
