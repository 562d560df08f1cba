import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, type NativeAttributeValue, paginateScan } from '@aws-sdk/lib-dynamodb'

/** An item as the plain SDK gives it. */
export type PlainItem = Record<string, NativeAttributeValue>

/** Everything in a table, read with the plain SDK: Latchkey's own items are items like any other. */
export async function readTable(client: DynamoDBClient, table: string): Promise<PlainItem[]> {
  const documents = DynamoDBDocumentClient.from(client)
  const items: PlainItem[] = []
  for await (const page of paginateScan({ client: documents }, { TableName: table, ConsistentRead: true }))
    items.push(...(page.Items ?? []))
  return items
}

/** What an item is: `guard`, `pointer`, `sequence` or `counter` where Latchkey keeps it for itself, `item` elsewhere. */
export const kindOf = (item: PlainItem): string => item['_lk'] ?? 'item'

export const isGuard = (item: PlainItem): boolean => kindOf(item) === 'guard'
