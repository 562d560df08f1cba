import type { EntityFacts, IndexFacts, KeyPartFacts } from '../plan/entity-facts.js'
import type { IndexDescription, KeyPartDescription } from './description.js'

type Declared = Readonly<Record<string, unknown>>

const record = (value: unknown): Declared =>
  typeof value === 'object' && value !== null ? (value as Declared) : {}

const texts = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((member) => typeof member === 'string')

function describePart(part: KeyPartFacts, declared: unknown): KeyPartDescription {
  const { template } = record(declared)
  return {
    ...(part.field !== '' && { field: part.field }),
    composite: part.composite,
    ...(typeof template === 'string' && { template }),
    casing: part.casing,
    type: part.isNumber ? 'number' : 'string',
  }
}

/** Older declarations say `project`. */
function projectionOf({ projection, project }: Declared): IndexDescription['projection'] {
  const wanted = projection ?? project
  if (Array.isArray(wanted)) return texts(wanted)
  return wanted === 'keys_only' ? 'keys_only' : 'all'
}

function describeIndex(index: IndexFacts, declared: Declared): IndexDescription {
  return {
    name: index.accessPattern,
    ...(index.index !== undefined && { index: index.index }),
    pk: describePart(index.pk, declared['pk']),
    ...(index.sk !== undefined && { sk: describePart(index.sk, declared['sk']) }),
    collections: texts(declared['collection']),
    isClustered: declared['type'] === 'clustered',
    isConditional: index.isConditional,
    projection: projectionOf(declared),
  }
}

/** The keys of the table and of its indexes as a model declares them. */
export const describeIndexes = (declared: unknown, facts: EntityFacts): readonly IndexDescription[] =>
  facts.indexes.map((index) => describeIndex(index, record(record(declared)[index.accessPattern])))
