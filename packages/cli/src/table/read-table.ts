import type { Connection } from '../connect/open-client.js'
import type { LiveTable } from './diff-table.js'
import type { TableWishes } from './table-spec.js'

/** Reads how a table is made. Reads no item. */
export async function readTable(
  { client, sdk }: Connection,
  TableName: string,
  wishes: TableWishes,
): Promise<LiveTable> {
  const { Table: table = {} } = await client.send(new sdk.DescribeTableCommand({ TableName }))
  const { TimeToLiveDescription: timeToLive } = await client.send(
    new sdk.DescribeTimeToLiveCommand({ TableName }),
  )
  if (wishes.pointInTimeRecovery !== true) return { table, timeToLive }
  const { ContinuousBackupsDescription: backups } = await client.send(
    new sdk.DescribeContinuousBackupsCommand({ TableName }),
  )
  const status = backups?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus
  return { table, timeToLive, pointInTimeRecovery: status === 'ENABLED' }
}
