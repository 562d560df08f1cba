import type { Projection } from '@aws-sdk/client-dynamodb'
import { CliError } from '../cli-error.js'
import { type TypedKey, typedKey } from './key-attributes.js'
import { NO_NAME, type TableSpec } from './table-spec.js'

/** Terraform reads ${ and %{ as templates, unless the sign is doubled. */
const text = (value: string): string => JSON.stringify(value).replaceAll(/[$%](?=\{)/g, (sign) => sign + sign)

type Arguments = readonly (readonly [name: string, value: string | undefined])[]

/** Arguments below each other, their signs in one column, as `terraform fmt` has them. */
function argumentLines(all: Arguments): readonly string[] {
  const given = all.filter((argument): argument is [string, string] => argument[1] !== undefined)
  const width = Math.max(0, ...given.map(([name]) => name.length))
  return given.map(([name, value]) => `${name.padEnd(width)} = ${value}`)
}

const block = (head: string, lines: readonly string[]): readonly string[] => [
  '',
  `${head} {`,
  ...lines.map((line) => (line === '' ? '' : `  ${line}`)),
  '}',
]

function keyNames(place: string, { partition, sort }: TypedKey): { hash: string; range: string | undefined } {
  if (partition.length > 1 || sort.length > 1)
    throw new CliError(
      `${place} has a key of several attributes, which this form of Terraform has no words for: use --format cloudformation or cdk`,
    )
  return { hash: text(partition[0]?.name ?? ''), range: sort[0] && text(sort[0].name) }
}

function projectionArguments(projection: Projection = {}): Arguments {
  const { ProjectionType = 'ALL', NonKeyAttributes } = projection
  return [
    ['projection_type', text(ProjectionType)],
    ['non_key_attributes', NonKeyAttributes && `[${NonKeyAttributes.map(text).join(', ')}]`],
  ]
}

/** The table as a resource of Terraform's AWS provider. */
export function printTerraform({ name = NO_NAME, create, timeToLive, wishes }: TableSpec): string {
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes = [], LocalSecondaryIndexes = [] } = create
  const key = keyNames('the table', typedKey(KeySchema, AttributeDefinitions))
  const { stream, deletionProtection, pointInTimeRecovery } = wishes
  const lines = [
    ...argumentLines([
      ['name', text(name)],
      ['billing_mode', text('PAY_PER_REQUEST')],
      ['hash_key', key.hash],
      ['range_key', key.range],
      ['stream_enabled', stream && 'true'],
      ['stream_view_type', stream && text(stream)],
      ['deletion_protection_enabled', deletionProtection === true ? 'true' : undefined],
    ]),
    ...(AttributeDefinitions ?? []).flatMap(({ AttributeName = '', AttributeType = 'S' }) =>
      block(
        'attribute',
        argumentLines([
          ['name', text(AttributeName)],
          ['type', text(AttributeType)],
        ]),
      ),
    ),
    ...GlobalSecondaryIndexes.flatMap(({ IndexName = '', KeySchema: schema, Projection }) => {
      const { hash, range } = keyNames(`the index ${IndexName}`, typedKey(schema, AttributeDefinitions))
      return block(
        'global_secondary_index',
        argumentLines([
          ['name', text(IndexName)],
          ['hash_key', hash],
          ['range_key', range],
          ...projectionArguments(Projection),
        ]),
      )
    }),
    ...LocalSecondaryIndexes.flatMap(({ IndexName = '', KeySchema: schema, Projection }) => {
      const { range } = keyNames(`the index ${IndexName}`, typedKey(schema, AttributeDefinitions))
      return block(
        'local_secondary_index',
        argumentLines([['name', text(IndexName)], ['range_key', range], ...projectionArguments(Projection)]),
      )
    }),
    ...(timeToLive === undefined
      ? []
      : block(
          'ttl',
          argumentLines([
            ['attribute_name', text(timeToLive)],
            ['enabled', 'true'],
          ]),
        )),
    ...(pointInTimeRecovery === true ? block('point_in_time_recovery', ['enabled = true']) : []),
  ]
  return `${block('resource "aws_dynamodb_table" "table"', lines).slice(1).join('\n')}\n`
}
