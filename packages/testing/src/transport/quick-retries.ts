import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'

/** Milliseconds between two attempts: the service's own pace would only make tests slow. */
const PAUSE_MS = 2

/** Leaves the SDK's retry strategy in place, and shortens its pauses. */
export async function shortenRetryPauses(client: DynamoDBClient): Promise<void> {
  const strategy: object = await client.config.retryStrategy()
  if ('retryBackoffStrategy' in strategy) {
    strategy.retryBackoffStrategy = { computeNextBackoffDelay: () => PAUSE_MS, setDelayBase: () => undefined }
  }
}
