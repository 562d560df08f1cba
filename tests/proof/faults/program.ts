import { writeSync } from 'node:fs'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { connect } from '@latchkey/core'
import { declareModels } from '../model/declare-models.js'
import type { Transaction } from '../model/operation.js'
import { type Database, performSingle, performTransaction, type Single } from '../model/perform.js'
import type { Shape } from '../model/shape.js'

/** What the program is to do, and where. */
export interface Script {
  readonly endpoint: string
  readonly table: string
  readonly shape: Shape
  readonly operations: readonly (Single | Transaction)[]
}

/** What the program says of an operation, before it goes on to the next. */
export interface Report {
  readonly at: number
  /** Why it was refused; absent where it was carried out. */
  readonly code?: string
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error)

async function run({ endpoint, table, shape, operations }: Script): Promise<void> {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials })
  const db = connect(declareModels(shape), { client, table }) as unknown as Database
  for (const [at, operation] of operations.entries()) {
    const report: Report = await (operation.op === 'transaction'
      ? performTransaction(db, shape, operation, [])
      : performSingle(db, shape, operation)
    ).then(
      () => ({ at }),
      (error: unknown) => ({ at, code: codeOf(error) }),
    )
    // Whoever reads it has it, even if the process ends at the next moment.
    writeSync(1, `${JSON.stringify(report)}\n`)
  }
}

const [script] = process.argv.slice(2)
await run(JSON.parse(script ?? '') as Script)
