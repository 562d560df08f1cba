import type { CreateTableCommandInput, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { CreateTableCommand } from '@aws-sdk/client-dynamodb'
import type { Answer, JsonObject } from '../src/engine/answer.js'
import { DynaliteEngine } from '../src/engine/dynalite-engine.js'

/** A table with a sort key and two indexes: `gsi1` on strings, `gsi2` sorted by numbers. */
export const SHOP: CreateTableCommandInput = {
  TableName: 'shop',
  BillingMode: 'PAY_PER_REQUEST',
  KeySchema: [
    { AttributeName: 'pk', KeyType: 'HASH' },
    { AttributeName: 'sk', KeyType: 'RANGE' },
  ],
  AttributeDefinitions: ['pk', 'sk', 'gsi1pk', 'gsi1sk'].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S' as const,
  })),
  GlobalSecondaryIndexes: [
    {
      IndexName: 'gsi1',
      KeySchema: [
        { AttributeName: 'gsi1pk', KeyType: 'HASH' },
        { AttributeName: 'gsi1sk', KeyType: 'RANGE' },
      ],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
}

/** A table without a sort key or an index. */
export const PLAIN: CreateTableCommandInput = {
  TableName: 'plain',
  BillingMode: 'PAY_PER_REQUEST',
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
}

/** An engine with both tables, asked without a client, as the service is asked on the wire. */
export async function askable(): Promise<{ engine: DynaliteEngine; ask: Ask }> {
  const engine = new DynaliteEngine()
  const ask: Ask = (operation, input) => engine.handle({ operation, input })
  for (const table of [SHOP, PLAIN]) await ask('CreateTable', structuredClone<JsonObject>({ ...table }))
  return { engine, ask }
}

/** Sends one request. */
export type Ask = (operation: string, input: JsonObject) => Promise<Answer>

/** Makes both tables for a client. */
export async function makeTables(client: DynamoDBClient): Promise<void> {
  for (const table of [SHOP, PLAIN]) await client.send(new CreateTableCommand(table))
}
