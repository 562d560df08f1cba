import type { DynamoDBClient, WriteRequest } from '@aws-sdk/client-dynamodb'
import { BatchWriteItemCommand } from '@aws-sdk/client-dynamodb'

/** How many writes the service takes in one batch. */
const BATCH = 25

/** Carries out writes one after another, 25 in a request. Each is atomic by itself; together they are not. */
export async function writeAll(
  client: DynamoDBClient,
  table: string,
  writes: readonly WriteRequest[],
): Promise<void> {
  let left = [...writes]
  while (left.length > 0) {
    const { UnprocessedItems } = await client.send(
      new BatchWriteItemCommand({ RequestItems: { [table]: left.slice(0, BATCH) } }),
    )
    left = [...(UnprocessedItems?.[table] ?? []), ...left.slice(BATCH)]
  }
}
