import { join } from 'node:path'
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTimeToLiveCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import * as core from '@latchkey/core'
import { type Dynamo, startDynalite } from '@latchkey/testing'
import { Entity } from 'electrodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { printCdk } from '../../src/table/print-cdk.js'
import { printCloudFormation } from '../../src/table/print-cloudformation.js'
import { printTerraform } from '../../src/table/print-terraform.js'
import { printYaml } from '../../src/table/print-yaml.js'
import { type TableWishes, tableSpec } from '../../src/table/table-spec.js'
import { runCli } from '../run-cli.js'

const shop = join(import.meta.dirname, '..', 'shop')
const { constrain } = core

const entityOf = (indexes: object) =>
  new Entity({
    model: { entity: 'visit', version: '1', service: 'shop' },
    attributes: {
      id: { type: 'string', required: true },
      day: { type: 'string', required: true },
      rank: { type: 'number', required: true },
      ends: { type: 'number', field: 'ttl' },
      also: { type: 'number' },
    },
    indexes: {
      primary: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } },
      ...indexes,
    },
  } as never)
const visits = constrain(
  entityOf({
    byDay: { index: "by'day", projection: ['rank'], pk: { field: 'gsi1pk', composite: ['day'] } },
    byRank: {
      index: 'lsi1',
      projection: 'keys_only',
      pk: { field: 'pk', composite: ['id'] },
      sk: { field: 'rank', composite: ['rank'] },
    },
  }),
  { expires: 'ends' } as never,
)
const composed = constrain(
  entityOf({
    byAll: { index: 'all', type: 'composite', pk: { composite: ['day', 'id'] }, sk: { composite: ['rank'] } },
  }),
  {},
)
const spec = (model: core.Declared, wishes: TableWishes = {}, name?: string) =>
  tableSpec({ models: { model }, core }, name, wishes)
const all: TableWishes = { stream: 'OLD_IMAGE', deletionProtection: true, pointInTimeRecovery: true }

describe('the table as code', () => {
  test('Terraform', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Terraform would take it for a template
    expect(printTerraform(spec(visits, all, 'a${b}'))).toMatchInlineSnapshot(`
      "resource "aws_dynamodb_table" "table" {
        name                        = "a$\${b}"
        billing_mode                = "PAY_PER_REQUEST"
        hash_key                    = "pk"
        range_key                   = "sk"
        stream_enabled              = true
        stream_view_type            = "OLD_IMAGE"
        deletion_protection_enabled = true

        attribute {
          name = "pk"
          type = "S"
        }

        attribute {
          name = "sk"
          type = "S"
        }

        attribute {
          name = "gsi1pk"
          type = "S"
        }

        attribute {
          name = "rank"
          type = "N"
        }

        global_secondary_index {
          name               = "by'day"
          hash_key           = "gsi1pk"
          projection_type    = "INCLUDE"
          non_key_attributes = ["rank", "__edb_e__", "__edb_v__"]
        }

        local_secondary_index {
          name            = "lsi1"
          range_key       = "rank"
          projection_type = "KEYS_ONLY"
        }

        ttl {
          attribute_name = "ttl"
          enabled        = true
        }

        point_in_time_recovery {
          enabled = true
        }
      }
      "
    `)
    expect(() => printTerraform(spec(composed))).toThrow(/the index all has a key of several attributes/)
  })

  test('CDK', () => {
    expect(printCdk(spec(visits, all, 'shop'))).toMatchInlineSnapshot(`
      "import { AttributeType, Billing, ProjectionType, StreamViewType, TableV2 } from 'aws-cdk-lib/aws-dynamodb'
      import type { Construct } from 'constructs'

      export const createTable = (scope: Construct): TableV2 =>
        new TableV2(scope, 'Table', {
          tableName: 'shop',
          partitionKey: { name: 'pk', type: AttributeType.STRING },
          sortKey: { name: 'sk', type: AttributeType.STRING },
          billing: Billing.onDemand(),
          timeToLiveAttribute: 'ttl',
          dynamoStream: StreamViewType.OLD_IMAGE,
          deletionProtection: true,
          pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
          globalSecondaryIndexes: [
            {
              indexName: 'by\\'day',
              partitionKey: { name: 'gsi1pk', type: AttributeType.STRING },
              projectionType: ProjectionType.INCLUDE,
              nonKeyAttributes: ['rank', '__edb_e__', '__edb_v__'],
            },
          ],
          localSecondaryIndexes: [
            {
              indexName: 'lsi1',
              sortKey: { name: 'rank', type: AttributeType.NUMBER },
              projectionType: ProjectionType.KEYS_ONLY,
            },
          ],
        })
      "
    `)
    expect(printCdk(spec(composed))).toContain(
      `partitionKeys: [{ name: 'day', type: AttributeType.STRING }, { name: 'id', type: AttributeType.STRING }],`,
    )
  })

  test('CloudFormation', () => {
    expect(printCloudFormation(spec(visits, all, 'shop'))).toMatchInlineSnapshot(`
      "AWSTemplateFormatVersion: "2010-09-09"
      Resources:
        Table:
          Type: AWS::DynamoDB::Table
          DeletionPolicy: Retain
          UpdateReplacePolicy: Retain
          Properties:
            TableName: shop
            BillingMode: PAY_PER_REQUEST
            KeySchema:
              - AttributeName: pk
                KeyType: HASH
              - AttributeName: sk
                KeyType: RANGE
            AttributeDefinitions:
              - AttributeName: pk
                AttributeType: S
              - AttributeName: sk
                AttributeType: S
              - AttributeName: gsi1pk
                AttributeType: S
              - AttributeName: rank
                AttributeType: "N"
            LocalSecondaryIndexes:
              - IndexName: lsi1
                KeySchema:
                  - AttributeName: pk
                    KeyType: HASH
                  - AttributeName: rank
                    KeyType: RANGE
                Projection:
                  ProjectionType: KEYS_ONLY
            GlobalSecondaryIndexes:
              - IndexName: "by'day"
                KeySchema:
                  - AttributeName: gsi1pk
                    KeyType: HASH
                Projection:
                  ProjectionType: INCLUDE
                  NonKeyAttributes:
                    - rank
                    - __edb_e__
                    - __edb_v__
            DeletionProtectionEnabled: true
            StreamSpecification:
              StreamViewType: OLD_IMAGE
            TimeToLiveSpecification:
              AttributeName: ttl
              Enabled: true
            PointInTimeRecoverySpecification:
              PointInTimeRecoveryEnabled: true
      "
    `)
    expect(printCloudFormation(spec(composed))).not.toContain('TableName')
  })

  test('what YAML would take for something else is in quotation marks', () => {
    expect(printYaml({ a: ['yes', '1', 'a b', 'a-b', 4, true], 'b:': 'x: y', c: { d: 'AWS::X' } })).toBe(
      'a:\n  - "yes"\n  - "1"\n  - "a b"\n  - a-b\n  - 4\n  - true\n"b:": "x: y"\nc:\n  d: AWS::X\n',
    )
  })

  test('models that cannot share a table are refused in one line', () => {
    const other = constrain(entityOf({}), { expires: 'also' } as never)
    expect(() => tableSpec({ models: { visits, other }, core }, undefined, {})).toThrow(
      'a table has one TTL attribute, and the models name ttl and also',
    )
    const numbered = constrain(
      entityOf({ byDay: { index: "by'day", pk: { field: 'x', composite: ['day'] } } }),
      {},
    )
    expect(() => tableSpec({ models: { visits, numbered }, core }, undefined, {})).toThrow(
      /numbered: cannot share a table with visits/,
    )
  })

  test('where there are only counters the keys have ElectroDB’s usual names', () => {
    const { create } = spec(core.counter({ service: 's', name: 'n' }))
    expect(create.KeySchema?.map(({ AttributeName }) => AttributeName)).toEqual(['pk', 'sk'])
  })
})

describe('the command', () => {
  test('prints the input of CreateTable, and what follows it on the standard error', async () => {
    const { code, stdout, stderr } = await runCli(shop, 'table', '--table', 'shop')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ TableName: 'shop', BillingMode: 'PAY_PER_REQUEST' })
    expect(stderr).toBe(
      '# aws dynamodb create-table --cli-input-json file://table.json\n' +
        `# then: aws dynamodb update-time-to-live --cli-input-json '{"TableName":"shop","TimeToLiveSpecification":{"Enabled":true,"AttributeName":"expiresAt"}}'\n`,
    )
  })

  test('prints all inputs as JSON', async () => {
    const argv = ['--json', '--point-in-time-recovery', '--stream', 'keys-only', '--deletion-protection']
    const { stdout } = await runCli(shop, 'table', '--table', 'shop', ...argv)
    expect(JSON.parse(stdout)).toMatchObject({
      createTable: {
        DeletionProtectionEnabled: true,
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
      },
      updateTimeToLive: { TableName: 'shop' },
      updateContinuousBackups: { PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } },
    })
  })

  test.each([
    [['--format', 'terraform'], 'resource "aws_dynamodb_table" "table" {\n'],
    [['--format', 'cdk'], 'import { AttributeType, Billing, TableV2 }'],
    [['--format', 'cloudformation'], 'AWSTemplateFormatVersion: "2010-09-09"\n'],
  ])('%j', async (argv, start) => {
    expect((await runCli(shop, 'table', ...argv)).stdout.startsWith(start)).toBe(true)
  })

  test.each([
    [['--format', 'xml'], 'It is one of sdk, cloudformation, cdk, terraform: see latchkey table --help'],
    [
      ['--stream', 'all'],
      'It is one of new-and-old-images, new-image, old-image, keys-only: see latchkey table --help',
    ],
    [['--diff'], 'no table is named: say which with --table'],
    [['--region', 'x'], '--region says where a table is: it goes with --diff'],
    [['--diff', '--table', 't', '--endpoint', 'here'], '--endpoint has to be a URL'],
  ])('%j cannot run', async (argv, message) => {
    const { code, stdout, stderr } = await runCli(shop, 'table', ...argv)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(message)
  })
})

describe('compared to a table', () => {
  let dynamo: Dynamo
  let endpoint: string
  beforeAll(async () => {
    dynamo = await startDynalite()
    endpoint = dynamo.endpoint ?? ''
  })
  afterAll(() => dynamo.stop())

  const create = async (name: string, change: (input: CreateTableCommandInput) => object = () => ({})) => {
    const { stdout } = await runCli(shop, 'table', '--table', name)
    const input: CreateTableCommandInput = JSON.parse(stdout)
    await dynamo.client.send(new CreateTableCommand({ ...input, ...change(input) }))
  }
  const expireBy = (TableName: string, AttributeName: string) =>
    dynamo.client.send(
      new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: { Enabled: true, AttributeName } }),
    )
  const diff = (name: string, ...argv: readonly string[]) =>
    runCli(shop, 'table', '--diff', '--table', name, '--endpoint', endpoint, ...argv)

  test('one that was made from what is printed has all', async () => {
    await create('full')
    await expireBy('full', 'expiresAt')
    expect(await diff('full')).toEqual({
      code: 0,
      stdout: 'full has all that the models need.\n',
      stderr: '',
    })
    const described = await dynamo.client.send(new DescribeTimeToLiveCommand({ TableName: 'full' }))
    expect(described.TimeToLiveDescription).toMatchObject({ AttributeName: 'expiresAt' })
  })

  test('each difference is a line, and what is missing is a fault', async () => {
    await create('poor', ({ AttributeDefinitions = [] }) => ({
      AttributeDefinitions: AttributeDefinitions.map((each) =>
        each.AttributeName === 'gsi1sk' ? { ...each, AttributeType: 'N' } : each,
      ),
      GlobalSecondaryIndexes: [
        {
          IndexName: 'old',
          KeySchema: [
            { AttributeName: 'gsi1pk', KeyType: 'HASH' },
            { AttributeName: 'gsi1sk', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
    }))
    expect(await diff('poor', '--stream', 'new-image', '--deletion-protection')).toEqual({
      code: 1,
      stderr: '',
      stdout: `poor is not what the models need.
  missing  index gsi1: on gsi1pk (string), gsi1sk (string)
  unused   index old: no model uses it
  missing  TTL: on expiresAt: it is DISABLED
  missing  stream: of NEW_IMAGE
  missing  deletion protection: it is off
`,
    })
  })

  test('as JSON, for machines', async () => {
    await create('other', ({ GlobalSecondaryIndexes: [index] = [] }) => ({
      GlobalSecondaryIndexes: [{ ...index, Projection: { ProjectionType: 'KEYS_ONLY' } }],
    }))
    await expireBy('other', 'ttl')
    const { code, stdout } = await diff('other', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toEqual({
      table: 'other',
      differences: [
        { kind: 'differs', what: 'index gsi1', message: 'has keys only, and has to have all' },
        { kind: 'differs', what: 'TTL', message: 'is on ttl, and has to be on expiresAt' },
      ],
    })
  })

  test('a key that differs, and a table that is not there', async () => {
    const KeySchema = [{ AttributeName: 'pk', KeyType: 'HASH' as const }]
    await create('lone', ({ AttributeDefinitions = [] }) => ({
      KeySchema,
      AttributeDefinitions: AttributeDefinitions.filter(({ AttributeName }) => AttributeName !== 'sk'),
    }))
    expect((await diff('lone')).stdout).toContain(
      'differs  the key: is pk (string), and has to be pk (string), sk (string): make',
    )
    expect(await diff('nowhere')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'latchkey: there is no table nowhere there: say which with --table, or make it from what latchkey table prints\n',
    })
  })
})
