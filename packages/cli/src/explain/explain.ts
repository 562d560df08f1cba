import type { Declared, Description, Inspection, StoredItem } from '@latchkey/core'
import { CliError } from '../cli-error.js'
import { keysFor } from '../connect/keys-for.js'
import type { LoadedModels } from '../load/load-models.js'
import { listWords } from '../text/list-words.js'
import { fromAttributeJson, isAttributeJson } from './attribute-json.js'
import type { Operation } from './operation.js'
import type { JsonObject } from './parse-json.js'
import { type Known, Rehearsal, type RehearsedRequest } from './rehearsal.js'

/** What a write comes to. */
export interface Explanation {
  /** `accounts.update` */
  readonly operation: string
  /** What is sent, in order, with the reads that come before. */
  readonly requests: readonly RehearsedRequest[]
  /** What was taken for granted, and what follows. */
  readonly notes: readonly string[]
  /** The fields of the table's key. */
  readonly keyFields: readonly string[]
}

type Method = (...args: readonly unknown[]) => Promise<unknown>

const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** JSON has no sets: a list stands for one where the attribute is a set. */
function withSets(item: JsonObject, description: Description): JsonObject {
  const attributes = description.kind === 'counter' ? [] : description.attributes
  const sets = new Set(attributes.flatMap(({ name, type }) => (type === 'set' ? [name] : [])))
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      sets.has(name) && Array.isArray(value) ? new Set<unknown>(value) : value,
    ]),
  )
}

/** The item of `--current` as the table holds it. */
function readCurrent(
  { model, current }: Operation,
  description: Description,
  { inspect, storedOf }: Inspection,
): StoredItem | null | undefined {
  if (current === undefined || current === null) return current
  // What `aws dynamodb get-item` prints is around the item.
  const item = isRecord(current['Item']) && Object.keys(current).length === 1 ? current['Item'] : current
  if (!isAttributeJson(item)) return storedOf(model, withSets(item, description))
  const stored = fromAttributeJson(item)
  if (inspect(stored).kind === 'item') return stored
  throw new CliError(
    `--current is no item of ${model}: in DynamoDB JSON it needs all that is stored, with the attributes of ElectroDB`,
  )
}

const sameKey = (a: StoredItem, b: StoredItem, fields: readonly string[]): boolean =>
  fields.every((field) => JSON.stringify(a[field]) === JSON.stringify(b[field]))

/** The key attributes that were given, or those of the item. */
function keyOf(
  { model, method, key }: Operation,
  description: Description,
  current: StoredItem | null | undefined,
  { keyOf: tableKeyOf, keyFields }: Inspection,
): JsonObject {
  const attributes = description.kind === 'counter' ? [] : description.attributes.filter(({ isKey }) => isKey)
  const stored = attributes.map(({ name, field }) => [
    name,
    current?.[field]?.S ?? Number(current?.[field]?.N),
  ])
  const named = key ?? (current ? Object.fromEntries(stored) : undefined)
  if (named === undefined)
    throw new CliError(
      `${model}.${method} needs the key: --key '${JSON.stringify(Object.fromEntries(attributes.map(({ name }) => [name, '...'])))}'`,
    )
  if (current && !sameKey(tableKeyOf(model, named), current, keyFields))
    throw new CliError('--current is an item with another key than --key')
  return named
}

/** The arguments of a repository's method. */
function argumentsOf(
  operation: Operation,
  description: Description,
  key: () => JsonObject,
): readonly unknown[] {
  const { method, item, onInsert, verbs, scope, by, version } = operation
  const options = { returns: 'none', ...(version !== undefined && { version }) }
  if (description.kind === 'counter') {
    if (method === 'reset') return [scope]
    return description.scope.length === 0 && Object.keys(scope).length === 0 ? [by] : [scope, by]
  }
  if (description.kind === 'singleton') return [verbs, options]
  if (method === 'update') return [key(), verbs, options]
  if (method === 'delete') return [key(), options]
  return [item, { ...options, ...(onInsert !== undefined && { onInsert }) }]
}

/** What is known of the table: the item, as far as somebody said, and sequences that have not begun. */
function knownOf(
  description: Description,
  current: StoredItem | null | undefined,
  { keyFields }: Inspection,
  notes: string[],
): Known {
  const constraints = description.kind === 'counter' ? [] : description.constraints
  const sequences = constraints.filter((constraint) => constraint.kind === 'sequence')
  const note = (text: string): void => {
    if (!notes.includes(text)) notes.push(text)
  }
  return {
    read: (key) => {
      const text = key[keyFields[0] ?? '']?.S ?? ''
      const sequence = sequences.find(({ key: own }) => text.startsWith(own.partitionKey.split('{')[0] ?? ''))
      if (sequence !== undefined) {
        note(`The sequence ${sequence.name} is taken not to have begun: the item gets its first number.`)
        return { role: `the sequence ${sequence.name}`, item: null }
      }
      const isRecord =
        description.kind !== 'singleton' ||
        keyFields.every((field) => key[field]?.S === description.key[field])
      if (!isRecord) {
        note('There is taken to be no older record.')
        return { role: 'the older record', item: null }
      }
      return current === undefined ? undefined : { role: 'the item', item: current }
    },
    drawn: (role) => {
      const sequence = sequences.find(({ name, gapless }) => !gapless && role === `draw of ${name}`)
      if (sequence === undefined) return undefined
      note(`The sequence ${sequence.name} is taken not to have begun: the item gets its first number.`)
      return { _lk_value: { N: String(sequence.start) } }
    },
  }
}

/** The attributes that an operation names, to say why the item has to be known. */
const namedBy = ({ verbs }: Operation): readonly string[] =>
  Object.values(verbs).flatMap((values) => (Array.isArray(values) ? values : Object.keys(values as object)))

function refuseUnknown(operation: Operation, description: Description): never {
  const { model, method } = operation
  const named = namedBy(operation)
  const reads = description.operations.find(({ name }) => name === method)?.reads ?? []
  const seen = reads.flatMap(({ when }) => [
    ...(when.touches ?? []),
    ...(when.touchesPartOf ?? []),
    ...(when.removes ?? []),
  ])
  const why = [...new Set(named.filter((name) => seen.includes(name)))]
  throw new CliError(
    `${model}.${method} reads the item first${why.length === 0 ? '' : `, since it writes ${listWords(why)}`}: give it with --current '{...}', as get or the AWS CLI prints it, or --current null where there is none`,
  )
}

/** What follows an update whose result is not known: pointers that are moved after the commit. */
function followNotes(operation: Operation, description: Description): readonly string[] {
  const named = namedBy(operation)
  const writes = description.operations.find(({ name }) => name === operation.method)?.writes ?? []
  return operation.method !== 'update'
    ? []
    : writes
        .filter(
          ({ timing, when }) => timing === 'after' && when.touches?.some((name) => named.includes(name)),
        )
        .map(({ action, role }) => `After the commit, one request more: ${action} ${role}.`)
}

function shardNote(description: Description, { method }: Operation): readonly string[] {
  return description.kind === 'counter' && method === 'increment' && description.shards > 1
    ? [`The shard is one of ${description.shards}, at random.`]
    : []
}

/** Finds out what a write sends, by letting the library do it without a table. */
export async function explain(
  operation: Operation,
  { models, core }: Pick<LoadedModels, 'models' | 'core'>,
  table: string,
): Promise<Explanation> {
  const { model, method } = operation
  const description = core.describeModel(models[model] as Declared)
  const notes: string[] = []
  let known: Known | undefined
  const rehearsal = new Rehearsal({
    read: (key) => known?.read(key),
    drawn: (role) => known?.drawn(role),
  })
  const { client, observe } = rehearsal
  const db = core.connect(models, { client, table, observe, retry: { attempts: 1 }, ...keysFor(models) })
  const inspection = core.inspectDatabase(db)
  const current = readCurrent(operation, description, inspection)
  known = knownOf(description, current, inspection, notes)
  const args = argumentsOf(operation, description, () => keyOf(operation, description, current, inspection))
  const repository: object = Reflect.get(db, model) as object
  await rehearsal.run(() => (Reflect.get(repository, method) as Method)(...args))
  if (rehearsal.lacksItem) refuseUnknown(operation, description)
  return {
    operation: `${model}.${method}`,
    requests: rehearsal.requests,
    notes: [...notes, ...shardNote(description, operation), ...followNotes(operation, description)],
    keyFields: inspection.keyFields,
  }
}
