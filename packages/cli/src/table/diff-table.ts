import type {
  AttributeDefinition,
  GlobalSecondaryIndexDescription,
  LocalSecondaryIndexDescription,
  Projection,
  TableDescription,
  TimeToLiveDescription,
} from '@aws-sdk/client-dynamodb'
import { typedKey } from './key-attributes.js'
import type { TableSpec } from './table-spec.js'

/** A table as it is. */
export interface LiveTable {
  readonly table: TableDescription
  readonly timeToLive: TimeToLiveDescription | undefined
  /** Asked for only where point-in-time recovery is wanted. */
  readonly pointInTimeRecovery?: boolean
}

/** What a table has otherwise than the models need it; `unused` is no fault. */
export interface Difference {
  readonly kind: 'missing' | 'differs' | 'unused'
  /** `the key`, `index gsi1`, `TTL`, ... */
  readonly what: string
  readonly message: string
}

type Schema = Parameters<typeof typedKey>[0]
type Index = GlobalSecondaryIndexDescription & LocalSecondaryIndexDescription

const TYPES = { S: 'string', N: 'number', B: 'binary' } as const

function keyText(schema: Schema, definitions: readonly AttributeDefinition[] | undefined): string {
  const { partition, sort } = typedKey(schema, definitions)
  const of = (attributes: typeof partition): string =>
    attributes.map(({ name, type }) => `${name} (${TYPES[type]})`).join(' + ')
  return sort.length === 0 ? of(partition) : `${of(partition)}, ${of(sort)}`
}

const projectionText = ({ ProjectionType = 'ALL', NonKeyAttributes = [] }: Projection = {}): string =>
  ProjectionType === 'INCLUDE' ? NonKeyAttributes.join(', ') : ProjectionType.toLowerCase().replace('_', ' ')

/** The attributes that an index lacks; undefined where it lacks what cannot be listed. */
function isProjected(needed: Projection = {}, found: Projection = {}): boolean {
  if (found.ProjectionType === 'ALL' || needed.ProjectionType === 'KEYS_ONLY') return true
  if (needed.ProjectionType !== 'INCLUDE') return false
  return (needed.NonKeyAttributes ?? []).every((name) => found.NonKeyAttributes?.includes(name) === true)
}

function diffIndex(
  needed: Index,
  found: Index | undefined,
  keys: { readonly needed: string; readonly found: string },
): readonly Difference[] {
  const what = `index ${needed.IndexName}`
  if (found === undefined) return [{ kind: 'missing', what, message: `on ${keys.needed}` }]
  const differs = (message: string): Difference => ({ kind: 'differs', what, message })
  return [
    ...(keys.needed === keys.found ? [] : [differs(`is on ${keys.found}, and has to be on ${keys.needed}`)]),
    ...(isProjected(needed.Projection, found.Projection)
      ? []
      : [
          differs(
            `has ${projectionText(found.Projection)}, and has to have ${projectionText(needed.Projection)}`,
          ),
        ]),
    ...(found.IndexStatus === undefined || found.IndexStatus === 'ACTIVE'
      ? []
      : [differs(`is ${found.IndexStatus}: queries work once it is ACTIVE`)]),
  ]
}

function diffIndexes({ create }: TableSpec, { table }: LiveTable): readonly Difference[] {
  const indexesOf = (of: TableDescription | TableSpec['create']): readonly Index[] => [
    ...((of.GlobalSecondaryIndexes ?? []) as readonly Index[]),
    ...((of.LocalSecondaryIndexes ?? []) as readonly Index[]),
  ]
  const needed = indexesOf(create)
  const found = indexesOf(table)
  const unused = found.filter(({ IndexName }) => !needed.some((index) => index.IndexName === IndexName))
  return [
    ...needed.flatMap((index) => {
      const other = found.find(({ IndexName }) => IndexName === index.IndexName)
      return diffIndex(index, other, {
        needed: keyText(index.KeySchema, create.AttributeDefinitions),
        found: keyText(other?.KeySchema, table.AttributeDefinitions),
      })
    }),
    ...unused.map(
      ({ IndexName }): Difference => ({
        kind: 'unused',
        what: `index ${IndexName}`,
        message: 'no model uses it',
      }),
    ),
  ]
}

function diffTimeToLive({ timeToLive: needed }: TableSpec, { timeToLive }: LiveTable): readonly Difference[] {
  const { AttributeName: found, TimeToLiveStatus = 'DISABLED' } = timeToLive ?? {}
  const isOn = TimeToLiveStatus === 'ENABLED' || TimeToLiveStatus === 'ENABLING'
  if (needed === undefined)
    return isOn ? [{ kind: 'unused', what: 'TTL', message: `no model declares ${found} as expires` }] : []
  if (!isOn) return [{ kind: 'missing', what: 'TTL', message: `on ${needed}: it is ${TimeToLiveStatus}` }]
  return found === needed
    ? []
    : [{ kind: 'differs', what: 'TTL', message: `is on ${found}, and has to be on ${needed}` }]
}

function diffWishes({ wishes }: TableSpec, live: LiveTable): readonly Difference[] {
  const { StreamSpecification: stream, DeletionProtectionEnabled } = live.table
  const view = stream?.StreamEnabled === true ? stream.StreamViewType : undefined
  return [
    ...(wishes.stream === undefined || view === wishes.stream
      ? []
      : [
          view === undefined
            ? ({ kind: 'missing', what: 'stream', message: `of ${wishes.stream}` } as const)
            : ({
                kind: 'differs',
                what: 'stream',
                message: `is of ${view}, and has to be of ${wishes.stream}`,
              } as const),
        ]),
    ...(wishes.deletionProtection === true && DeletionProtectionEnabled !== true
      ? [{ kind: 'missing', what: 'deletion protection', message: 'it is off' } as const]
      : []),
    ...(wishes.pointInTimeRecovery === true && live.pointInTimeRecovery !== true
      ? [{ kind: 'missing', what: 'point-in-time recovery', message: 'it is off' } as const]
      : []),
  ]
}

/** Everything in which a table differs from what the models need. */
export function diffTable(spec: TableSpec, live: LiveTable): readonly Difference[] {
  const needed = keyText(spec.create.KeySchema, spec.create.AttributeDefinitions)
  const found = keyText(live.table.KeySchema, live.table.AttributeDefinitions)
  const key: readonly Difference[] =
    needed === found
      ? []
      : [
          {
            kind: 'differs',
            what: 'the key',
            message: `is ${found}, and has to be ${needed}: make another table`,
          },
        ]
  return [...key, ...diffIndexes(spec, live), ...diffTimeToLive(spec, live), ...diffWishes(spec, live)]
}

/** Whether something that is needed is not there, or not as it has to be. */
export const isFault = ({ kind }: Difference): boolean => kind !== 'unused'
