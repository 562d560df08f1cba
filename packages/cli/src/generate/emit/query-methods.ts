import type { IndexDescription } from '@latchkey/core'
import type { TypeShape } from '../types/type-shape.js'
import { costOf, type ModelContext } from './context.js'
import { type Method, member, optional, required } from './method.js'
import { printInterface } from './print-interface.js'
import { intersection, literals, ref, text } from './shapes.js'

/** What the values that a query begins with are called. */
const startName = ({ names }: ModelContext, { name }: IndexDescription): string => names.starts[name] ?? name

const sorted = ({ described }: ModelContext): readonly IndexDescription[] =>
  described.indexes.toSorted(({ name: one }, { name: other }) => (one < other ? -1 : 1))

/** What each query begins with: an interface for each index. */
export const printStarts = (context: ModelContext): readonly string[] =>
  sorted(context).map((index) =>
    printInterface(
      {
        name: startName(context, index),
        doc: `What a query of \`${index.name}\` begins with: the partition key, and of the sort key what comes first.`,
        shape: context.types.objectOf('starts', index.name),
        first: [...index.pk.composite, ...(index.sk?.composite ?? [])],
      },
      context.imports,
    ),
  )

function optionsOf(context: ModelContext, index: IndexDescription, type: string): TypeShape {
  const { names, imports } = context
  const inPartition = new Set(index.pk.composite)
  const rest = (index.sk?.composite ?? []).filter((name) => !inPartition.has(name))
  const sort = rest.length === 0 ? text('never') : ref('Pick', startName(context, index), literals(rest))
  const options = ref(imports.core(type), names.attributes, sort, 'N')
  return index.index === undefined ? intersection(options, imports.core('ConsistentRead')) : options
}

function methodsOf(context: ModelContext, index: IndexDescription): readonly Method[] {
  const { names, methods, described, imports } = context
  const generics = [`const N extends keyof ${names.item} = never`]
  const chosen = ref(imports.core('Chosen'), names.item, 'N')
  const key = required('key', startName(context, index))
  const query = `core.query${member(index.name)}`
  const lag = index.index === undefined ? '' : ' The index lags behind the table.'
  const projection =
    index.projection === 'all' ? '' : ' The index holds a part of each item: the rest is read from the table.'
  const cost = costOf(described, `query.${index.name}`)
  return [
    {
      name: methods.query.get(index.name) ?? index.name,
      doc: [
        `A page of the items of \`${index.name}\`; its \`cursor\` is where the next one begins.${lag}${projection}`,
        '',
        ...cost.filter((line) => line.startsWith('Requests')),
        `Capacity: half a read unit for each 4 KB that it reads, filtered out or not${index.index === undefined ? '; 1 with `consistent`' : ''}.`,
        '',
        '@throws {InvalidInputError} when a value is missing or of the wrong type, or an option cannot work.',
      ],
      generics,
      parameters: [key, optional('options', optionsOf(context, index, 'PlainQueryOptions'))],
      returns: ref('Promise', ref(imports.core('Page'), chosen)),
      does: `${imports.coreValue('pagesOf')}(${query})`,
    },
    {
      name: methods.each.get(index.name) ?? index.name,
      doc: [
        `Item after item of \`${index.name}\`, over all of its pages.${lag}${projection} Costs as those pages.`,
      ],
      generics,
      parameters: [key, optional('options', optionsOf(context, index, 'PlainEachOptions'))],
      returns: ref('AsyncIterable', chosen),
      does: `${imports.coreValue('eachOf')}(${query})`,
    },
  ]
}

function scanMethods({ names, imports }: ModelContext): readonly Method[] {
  const generics = [`const N extends keyof ${names.item} = never`]
  const chosen = ref(imports.core('Chosen'), names.item, 'N')
  const optionsOfScan = (type: string): TypeShape => ref(imports.core(type), names.attributes, 'N')
  return [
    {
      name: 'scan',
      doc: [
        'A page of all items, whatever their keys are: reads the whole table, items of other models too.',
        '',
        'Requests: 1 Scan for each page.',
        'Capacity: half a read unit for each 4 KB that it reads, 1 with `consistent`.',
      ],
      generics,
      parameters: [optional('options', optionsOfScan('PlainScanOptions'))],
      returns: ref('Promise', ref(imports.core('Page'), chosen)),
      does: `${imports.coreValue('scanPagesOf')}(core.scan)`,
    },
    {
      name: 'each',
      doc: ['Item after item of the whole table, over all pages of a scan. Costs as those pages.'],
      generics,
      parameters: [optional('options', optionsOfScan('PlainEachScanOptions'))],
      returns: ref('AsyncIterable', chosen),
      does: `${imports.coreValue('eachOfScan')}(core.scan)`,
    },
  ]
}

/** The methods that read many items: by index, and all. */
export const queryMethods = (context: ModelContext): readonly Method[] => [
  ...sorted(context).flatMap((index) => methodsOf(context, index)),
  ...scanMethods(context),
]
