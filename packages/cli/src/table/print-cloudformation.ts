import { printYaml } from './print-yaml.js'
import type { TableSpec } from './table-spec.js'

/** A CloudFormation template of the table, which outlives its stack. */
export function printCloudFormation({ name, create, timeToLive, wishes }: TableSpec): string {
  const { TableName: _name, StreamSpecification, ...properties } = create
  return printYaml({
    AWSTemplateFormatVersion: '2010-09-09',
    Resources: {
      Table: {
        Type: 'AWS::DynamoDB::Table',
        DeletionPolicy: 'Retain',
        UpdateReplacePolicy: 'Retain',
        Properties: {
          TableName: name,
          ...properties,
          // A stream is on where there is a view type: the template knows no StreamEnabled.
          ...(StreamSpecification !== undefined && {
            StreamSpecification: { StreamViewType: StreamSpecification.StreamViewType },
          }),
          ...(timeToLive !== undefined && {
            TimeToLiveSpecification: { AttributeName: timeToLive, Enabled: true },
          }),
          ...(wishes.pointInTimeRecovery === true && {
            PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
          }),
        },
      },
    },
  })
}
