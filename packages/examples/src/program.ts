import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'

/** What the programs work with: any client, any table, and somewhere to print. */
export interface Setting {
  readonly client: DynamoDBClient
  readonly table: string
  readonly print: (line: string) => void
}
