import { NO_NAME, type TableSpec } from './table-spec.js'

/** The inputs of the SDK's commands, in the order in which they are sent. */
interface SdkInputs {
  readonly createTable: object
  readonly updateTimeToLive?: object
  readonly updateContinuousBackups?: object
}

function sdkInputs({ name = NO_NAME, create, timeToLive, wishes }: TableSpec): SdkInputs {
  return {
    createTable: create,
    ...(timeToLive !== undefined && {
      updateTimeToLive: {
        TableName: name,
        TimeToLiveSpecification: { Enabled: true, AttributeName: timeToLive },
      },
    }),
    ...(wishes.pointInTimeRecovery === true && {
      updateContinuousBackups: {
        TableName: name,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      },
    }),
  }
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

/** The input of CreateTable; what that cannot say is sent once the table is there. */
export function printSdk(spec: TableSpec): { readonly output: string; readonly notes: readonly string[] } {
  const { createTable, updateTimeToLive, updateContinuousBackups } = sdkInputs(spec)
  const later = (command: string, input: object | undefined): readonly string[] =>
    input === undefined ? [] : [`then: aws dynamodb ${command} --cli-input-json '${JSON.stringify(input)}'`]
  return {
    output: json(createTable),
    notes: [
      'aws dynamodb create-table --cli-input-json file://table.json',
      ...later('update-time-to-live', updateTimeToLive),
      ...later('update-continuous-backups', updateContinuousBackups),
    ],
  }
}

export const printJson = (spec: TableSpec): string => json(sdkInputs(spec))
