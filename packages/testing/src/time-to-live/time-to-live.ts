import type { RequestTypes } from '../dynalite/dynalite-modules.js'
import type { Dynalite } from '../dynalite/load-dynalite.js'
import type { JsonObject } from '../engine/answer.js'
import { checkRequest } from '../engine/request-checks.js'
import { validationError } from '../engine/service-error.js'
import type { Storage } from '../storage/storage.js'

/** Where the database holds which attribute of a table is its time to live. */
function keyOf(table: string): string {
  return `time-to-live~${table}`
}

/** Carries out UpdateTimeToLive. Items never expire here, so that it only changes what is described. */
export async function updateTimeToLive(
  dynalite: Dynalite,
  storage: Storage,
  input: JsonObject,
): Promise<JsonObject> {
  const request = checkRequest(dynalite, storage.store, { types: typesOf(dynalite) }, input)
  const specification = request['TimeToLiveSpecification']
  if (!isSpecification(specification)) throw validationError('The request has no TimeToLiveSpecification')
  const { TableName } = await storage.table(String(request['TableName']))
  const { AttributeName, Enabled } = specification
  const isEnabled = (await storage.get(keyOf(TableName))) !== undefined
  if (Enabled === isEnabled)
    throw validationError(`TimeToLive is already ${Enabled ? 'enabled' : 'disabled'}`)
  if (Enabled) {
    await storage.apply([
      { type: 'put', key: keyOf(TableName), value: { AttributeName: { S: AttributeName } } },
    ])
  } else await forgetTimeToLive(storage, TableName)
  return { TimeToLiveSpecification: { AttributeName, Enabled } }
}

/** Carries out DescribeTimeToLive. */
export async function describeTimeToLive(
  dynalite: Dynalite,
  storage: Storage,
  input: JsonObject,
): Promise<JsonObject> {
  const { TableName } = typesOf(dynalite)
  const request = checkRequest(dynalite, storage.store, { types: { TableName } }, input)
  const table = await storage.table(String(request['TableName']))
  const enabled = await storage.get(keyOf(table.TableName))
  const description =
    enabled === undefined
      ? { TimeToLiveStatus: 'DISABLED' }
      : { TimeToLiveStatus: 'ENABLED', AttributeName: enabled['AttributeName']?.S }
  return { TimeToLiveDescription: description }
}

/** Forgets a table that goes. */
export async function forgetTimeToLive(storage: Storage, table: string): Promise<void> {
  await storage.apply([{ type: 'del', key: keyOf(table) }])
}

interface Specification {
  readonly AttributeName: string
  readonly Enabled: boolean
}

function isSpecification(value: unknown): value is Specification {
  return typeof value === 'object' && value !== null && 'Enabled' in value && 'AttributeName' in value
}

function typesOf({ checks }: Dynalite): RequestTypes {
  const attribute = { type: 'String', notNull: true, lengthGreaterThanOrEqual: 1, lengthLessThanOrEqual: 255 }
  const children = { AttributeName: attribute, Enabled: { type: 'Boolean', notNull: true } }
  return {
    TableName: checks.get('GetItem')?.types['TableName'],
    TimeToLiveSpecification: { type: 'FieldStruct<TimeToLiveSpecification>', notNull: true, children },
  }
}
