import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import type { TableKey } from '../../src/plan/attribute-value.js'
import { SdkStore } from '../../src/run/sdk-store.js'
import type { RequestContext } from '../../src/run/store.js'
import { FakeEnvironment } from '../fake-environment.js'
import { policy } from './runtime.js'

export const context: RequestContext = {
  model: 'account',
  operation: 'create',
  signal: undefined,
  attempt: 1,
}
export const keyOf = (pk: string): TableKey => ({ pk: { S: pk } })

/** A command as it was sent. */
export interface SentCommand {
  readonly name: string
  readonly input: Record<string, unknown>
  readonly options: object
}

/** A store on a client that answers as told, each time after 7 ms: an error is thrown, and so is what a function gives. */
export function storeOf(outputs: readonly unknown[] = []): {
  readonly sent: readonly SentCommand[]
  readonly environment: FakeEnvironment
  readonly store: SdkStore
} {
  const sent: SentCommand[] = []
  const environment = new FakeEnvironment()
  const send = async (command: { input: Record<string, unknown> }, options: object): Promise<unknown> => {
    environment.time += 7
    sent.push({ name: command.constructor.name, input: command.input, options })
    const output = outputs[sent.length - 1] ?? {}
    if (output instanceof Error) throw output
    if (typeof output === 'function') throw output()
    return output
  }
  const client = { send } as unknown as DynamoDBClient
  return { sent, environment, store: new SdkStore({ client, environment, retry: policy }) }
}
