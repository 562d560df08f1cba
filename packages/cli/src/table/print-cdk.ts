import type { Projection } from '@aws-sdk/client-dynamodb'
import { type KeyAttribute, typedKey } from './key-attributes.js'
import type { TableSpec } from './table-spec.js'

const text = (value: string): string => `'${value.replaceAll(/[\\']/g, '\\$&')}'`

const TYPES = { S: 'STRING', N: 'NUMBER', B: 'BINARY' } as const

const attribute = ({ name, type }: KeyAttribute): string =>
  `{ name: ${text(name)}, type: AttributeType.${TYPES[type]} }`

/** One attribute, or the several that the service makes one key of. */
function keyLine(name: 'partitionKey' | 'sortKey', attributes: readonly KeyAttribute[]): readonly string[] {
  const [first, ...others] = attributes.map(attribute)
  if (first === undefined) return []
  return others.length === 0 ? [`${name}: ${first},`] : [`${name}s: [${[first, ...others].join(', ')}],`]
}

function projectionLines(projection: Projection = {}): readonly string[] {
  const { ProjectionType = 'ALL', NonKeyAttributes } = projection
  if (ProjectionType === 'ALL') return []
  return [
    `projectionType: ProjectionType.${ProjectionType},`,
    ...(NonKeyAttributes === undefined
      ? []
      : [`nonKeyAttributes: [${NonKeyAttributes.map(text).join(', ')}],`]),
  ]
}

const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `  ${line}`)

function block(name: string, members: readonly (readonly string[])[]): readonly string[] {
  if (members.length === 0) return []
  return [`${name}: [`, ...indented(members.flatMap((lines) => ['{', ...indented(lines), '},'])), '],']
}

function properties({ name, create, timeToLive, wishes }: TableSpec): readonly string[] {
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes = [], LocalSecondaryIndexes = [] } = create
  const key = typedKey(KeySchema, AttributeDefinitions)
  const named = (index: string | undefined): string => `indexName: ${text(index ?? '')},`
  return [
    ...(name === undefined ? [] : [`tableName: ${text(name)},`]),
    ...keyLine('partitionKey', key.partition),
    ...keyLine('sortKey', key.sort),
    'billing: Billing.onDemand(),',
    ...(timeToLive === undefined ? [] : [`timeToLiveAttribute: ${text(timeToLive)},`]),
    ...(wishes.stream === undefined ? [] : [`dynamoStream: StreamViewType.${wishes.stream},`]),
    ...(wishes.deletionProtection === true ? ['deletionProtection: true,'] : []),
    ...(wishes.pointInTimeRecovery === true
      ? ['pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },']
      : []),
    ...block(
      'globalSecondaryIndexes',
      GlobalSecondaryIndexes.map((index) => {
        const { partition, sort } = typedKey(index.KeySchema, AttributeDefinitions)
        return [
          named(index.IndexName),
          ...keyLine('partitionKey', partition),
          ...keyLine('sortKey', sort),
          ...projectionLines(index.Projection),
        ]
      }),
    ),
    ...block(
      'localSecondaryIndexes',
      LocalSecondaryIndexes.map((index) => [
        named(index.IndexName),
        ...keyLine('sortKey', typedKey(index.KeySchema, AttributeDefinitions).sort),
        ...projectionLines(index.Projection),
      ]),
    ),
  ]
}

/** The table for a stack of the CDK. */
export function printCdk(spec: TableSpec): string {
  const lines = properties(spec)
  const used = ['AttributeType', 'Billing', 'ProjectionType', 'StreamViewType'].filter((name) =>
    lines.some((line) => line.includes(`${name}.`)),
  )
  return [
    `import { ${[...used, 'TableV2'].join(', ')} } from 'aws-cdk-lib/aws-dynamodb'`,
    `import type { Construct } from 'constructs'`,
    '',
    'export const createTable = (scope: Construct): TableV2 =>',
    `  new TableV2(scope, 'Table', {`,
    ...indented(indented(lines)),
    '  })',
    '',
  ].join('\n')
}
