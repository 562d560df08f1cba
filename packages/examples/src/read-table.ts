import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, type NativeAttributeValue, paginateScan } from '@aws-sdk/lib-dynamodb'

/** An item as the plain SDK gives it. */
export type PlainItem = Record<string, NativeAttributeValue>

/** Everything in a table, read with the plain SDK: Latchkey's guards are items like any other. */
export async function readTable(client: DynamoDBClient, table: string): Promise<PlainItem[]> {
  const documents = DynamoDBDocumentClient.from(client)
  const items: PlainItem[] = []
  for await (const page of paginateScan({ client: documents }, { TableName: table, ConsistentRead: true }))
    items.push(...(page.Items ?? []))
  return items
}

export const isGuard = (item: PlainItem): boolean => item['_lk'] === 'guard'
