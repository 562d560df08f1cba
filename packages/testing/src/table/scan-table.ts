import type { DynamoDBClient, ScanCommandOutput } from '@aws-sdk/client-dynamodb'
import { ScanCommand } from '@aws-sdk/client-dynamodb'
import type { StoredItem } from './stored-item.js'

/** Every item of a table, as it is stored now. One request for each megabyte. */
export async function scanTable(client: DynamoDBClient, table: string): Promise<StoredItem[]> {
  const items: StoredItem[] = []
  let start: StoredItem | undefined
  do {
    const page: ScanCommandOutput = await client.send(
      new ScanCommand({ TableName: table, ConsistentRead: true, ...(start && { ExclusiveStartKey: start }) }),
    )
    items.push(...(page.Items ?? []))
    start = page.LastEvaluatedKey
  } while (start !== undefined)
  return items
}
