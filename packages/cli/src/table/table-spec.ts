import type { CreateTableCommandInput, StreamViewType } from '@aws-sdk/client-dynamodb'
import { CliError } from '../cli-error.js'
import { keysFor } from '../connect/keys-for.js'
import { describeCoreError } from '../load/core-error.js'
import type { LoadedModels } from '../load/load-models.js'

/** What is asked of a table beside what the models need. */
export interface TableWishes {
  readonly stream?: StreamViewType
  readonly deletionProtection?: boolean
  readonly pointInTimeRecovery?: boolean
}

/** The table that the models need. */
export interface TableSpec {
  /** Undefined where nobody names it. */
  readonly name: string | undefined
  readonly create: CreateTableCommandInput
  /** The attribute with the time to live. */
  readonly timeToLive: string | undefined
  readonly wishes: TableWishes
}

/** Stands for the name of a table that nobody named. */
export const NO_NAME = 'TABLE'

function timeToLiveOf({ models, core }: Pick<LoadedModels, 'models' | 'core'>): string | undefined {
  const fields = Object.values(models).flatMap((model) => {
    const described = core.describeModel(model)
    if (described.kind === 'counter') return []
    const expiring = described.constraints.flatMap((each) =>
      each.kind === 'expires' ? [each.attribute] : [],
    )
    return described.attributes.flatMap(({ name, field }) => (expiring.includes(name) ? [field] : []))
  })
  const [field, other] = new Set(fields)
  if (other !== undefined)
    throw new CliError(`a table has one TTL attribute, and the models name ${field} and ${other}`)
  return field
}

/** The table in which all of the models can live. */
export function tableSpec(
  loaded: Pick<LoadedModels, 'models' | 'core'>,
  name: string | undefined,
  wishes: TableWishes,
): TableSpec {
  const { models, core } = loaded
  try {
    const { stream, deletionProtection } = wishes
    const create: CreateTableCommandInput = {
      ...core.tableOf(models, name ?? NO_NAME, keysFor(models).keys),
      ...(stream !== undefined && { StreamSpecification: { StreamEnabled: true, StreamViewType: stream } }),
      ...(deletionProtection === true && { DeletionProtectionEnabled: true }),
    }
    return { name, create, timeToLive: timeToLiveOf(loaded), wishes }
  } catch (error) {
    throw describeCoreError(error, core)
  }
}
