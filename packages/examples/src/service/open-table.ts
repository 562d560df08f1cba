import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { models } from './models.js'

/** Where the service stores what it has. */
export interface Table {
  readonly client: DynamoDBClient
  readonly name: string
  /** Lets go of it, when nothing is under way any more. */
  close(): Promise<void>
}

/** A table of yours, which `latchkey table` prints; endpoint, region and credentials are found as the SDK finds them. */
function openNamed(name: string): Table {
  const client = new DynamoDBClient({})
  return { client, name, close: async () => client.destroy() }
}

/** A table in this process, to try the service out. It is gone with the process. */
async function openTemporary(): Promise<Table> {
  const { createTestTable } = await import('@latchkey/testing')
  const table = await createTestTable(models)
  return { client: table.dynamo.client, name: table.name, close: () => table.drop() }
}

/** The table with this name, or one to try the service out with. */
export const openTable = async (name: string | undefined): Promise<Table> =>
  name === undefined ? openTemporary() : openNamed(name)
