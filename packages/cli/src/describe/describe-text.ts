import type {
  AttributeDescription,
  Description,
  IndexDescription,
  KeyPartDescription,
  OperationDescription,
  ValueDescription,
  WriteDescription,
} from '@latchkey/core'
import { alignColumns } from '../text/align-columns.js'
import { listWords } from '../text/list-words.js'
import type { Screen } from '../text/screen.js'
import { describeConstraint, describeOwnItem } from './describe-constraint.js'
import { describeWhen } from './describe-when.js'

type Rows = readonly (readonly string[])[]

function section(title: string, rows: Rows, screen: Screen, indent = 4): readonly string[] {
  if (rows.length === 0) return []
  return ['', `  ${screen.heading(title)}`, ...alignColumns(rows, { width: screen.width, indent })]
}

/** A literal as it is, or in quotation marks where it would not be seen or be taken for something else. */
const literalText = (value: string | number | boolean): string => {
  const text = String(value)
  return /^[\p{L}\p{N}-](?:[^|"\p{C}]*[^|"\p{C}\s])?$/u.test(text) ? text : JSON.stringify(text)
}

/** The type of a value in a few words: `set of string`, `free | pro`. */
export function typeText({ type, values, items }: ValueDescription): string {
  if (values !== undefined) return values.map(literalText).join(' | ')
  return items === undefined ? type : `${type} of ${typeText(items)}`
}

function attributeRow(attribute: AttributeDescription): readonly string[] {
  const { name, field, required, readOnly, hidden, isKey, isManaged, hasDefault, watch } = attribute
  const value = 'default' in attribute ? ` ${JSON.stringify(attribute.default)}` : ''
  const notes = [
    isKey && 'key',
    isManaged ? 'written by the library' : required && 'required',
    readOnly && 'read-only',
    hidden && 'hidden',
    hasDefault && `default${value}`,
    field !== name && `stored as ${field}`,
    watch === '*' ? 'watches all' : watch.length > 0 && `watches ${watch.join(', ')}`,
  ].filter((note) => typeof note === 'string')
  return [name, typeText(attribute), notes.join(', ')]
}

function partText({ field, composite, template }: KeyPartDescription): string {
  if (field === undefined) return composite.join(', ')
  if (template !== undefined) return `${field} "${template}"`
  return composite.length === 0 ? field : `${field} (${composite.join(', ')})`
}

function indexRow(index: IndexDescription): readonly string[] {
  const { name, index: of, pk, sk, collections, isConditional, projection } = index
  const notes = [
    [pk, ...(sk === undefined ? [] : [sk])].map(partText).join(', '),
    collections.length > 0 && `in ${collections.join(', ')}`,
    isConditional && 'on a condition',
    projection !== 'all' && `with ${projection === 'keys_only' ? 'keys alone' : projection.join(', ')}`,
  ].filter((note) => typeof note === 'string')
  return [name, of ?? 'table', notes.join('; ')]
}

const timed = { before: 'first: ', with: '', after: 'then: ' } as const

/** The operations that make the same writes, one or the other: nobody reads them twice. */
function sameWrites(
  { name, writes }: OperationDescription,
  before: readonly OperationDescription[],
): readonly string[] {
  const textOf = (of: readonly WriteDescription[]): string => JSON.stringify(of)
  if (writes.length === 0) return []
  const [one] = before.filter((other) => textOf(other.writes) === textOf(writes))
  if (one !== undefined) return [one.name]
  const pair = before.flatMap((first) =>
    before
      .filter((second) => textOf([...first.writes, ...second.writes]) === textOf(writes))
      .map((second) => [first.name, second.name]),
  )
  return name === 'upsert' ? (pair[0] ?? []) : []
}

/** Those that others are said to be like come first. */
const ORDER = ['create', 'put', 'update', 'upsert', 'modify', 'delete']

function operationRows(
  operation: OperationDescription,
  before: readonly OperationDescription[],
  certain: ReadonlySet<string>,
): Rows {
  const { name, reads, writes, requests } = operation
  const times = (items: number | undefined): string => (items === undefined || items === 1 ? '' : `${items} `)
  const same = sameWrites(operation, before)
  return [
    [name, requests.length === 0 ? reads.map(({ request }) => request).join(', ') : requests.join(' or ')],
    ...reads.map(({ role, consistent, when, timing, items }) => [
      `  ${timing === 'after' ? timed.after : ''}read ${times(items)}${role}`,
      [consistent ? '' : 'eventually consistent', describeWhen(when, certain)]
        .filter((part) => part !== '')
        .join(', '),
    ]),
    ...(same.length > 0
      ? [['  writes', `as ${listWords(same, 'or')}`]]
      : writes.map(({ action, role, when, timing, items }) => [
          `  ${timed[timing]}${action} ${times(items)}${role}`,
          describeWhen(when, certain),
        ])),
  ]
}

function operationsOf({ operations, ...rest }: Description): Rows {
  const attributes = rest.kind === 'counter' ? [] : rest.attributes
  const certain = new Set(attributes.flatMap(({ name, required }) => (required ? [name] : [])))
  const rank = ({ name }: OperationDescription): number =>
    ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length
  const sorted = [...operations].sort((a, b) => rank(a) - rank(b))
  return sorted.flatMap((operation, at) => operationRows(operation, sorted.slice(0, at), certain))
}

function headOf(description: Description): string {
  if (description.kind === 'counter') return `counter ${description.name} of ${description.service}`
  const { kind, entity, service, version } = description
  return `${kind} ${entity} of ${service}, version ${version}`
}

function singletonRows(description: Description): Rows {
  if (description.kind !== 'singleton') return []
  const { key, defaults, supersedes } = description
  return [
    ...Object.entries(key).map(([field, value]) => ['key', `${field} = ${JSON.stringify(value)}`]),
    ...Object.entries(defaults).map(([name, value]) => ['default', `${name} = ${JSON.stringify(value)}`]),
    ...(supersedes === undefined
      ? []
      : [['supersedes', `${supersedes.entity} of ${supersedes.service}, version ${supersedes.version}`]]),
  ]
}

function counterRows(description: Description): Rows {
  if (description.kind !== 'counter') return []
  const { scope, shards, readShards, key } = description
  return [
    ['scope', scope.length === 0 ? 'none' : scope.join(', ')],
    ['shards', readShards === shards ? String(shards) : `${shards}, and ${readShards} are read`],
    ['item', key],
  ]
}

/** A model, singleton or counter on a page: its attributes, keys and constraints, and what each operation costs. */
export function describeText(name: string, description: Description, screen: Screen): string {
  const own =
    description.kind === 'counter'
      ? []
      : description.constraints.flatMap((each) => {
          const item = describeOwnItem(each)
          return item === undefined ? [] : [item]
        })
  const isEntity = description.kind !== 'counter'
  return [
    `${screen.heading(name)}: ${headOf(description)}`,
    ...section('Record', singletonRows(description), screen),
    ...section('Counter', counterRows(description), screen),
    ...section('Attributes', isEntity ? description.attributes.map(attributeRow) : [], screen),
    ...section('Keys and indexes', isEntity ? description.indexes.map(indexRow) : [], screen),
    ...section('Constraints', isEntity ? description.constraints.map(describeConstraint) : [], screen),
    ...section('Items of its own', own, screen),
    ...section('Operations', operationsOf(description), screen),
    ...(description.kind === 'model'
      ? section(
          'Warnings',
          description.warnings.map((text) => [text]),
          screen,
        )
      : []),
    '',
  ].join('\n')
}
