import type { StoredItem } from '../plan/attribute-value.js'
import type { Write } from '../plan/write.js'
import { execute, type Runtime } from './execute.js'
import type { ReturnValues } from './store.js'

/** Sends one write without a condition, tried again while others are in the way. Gives the item that came back. */
export const sendAlone = (
  write: Write,
  returnValues: ReturnValues,
  runtime: Runtime,
): Promise<StoredItem | undefined> => sendTogether([write], returnValues, runtime)

/** Sends writes without conditions as one request. */
export function sendTogether(
  writes: readonly Write[],
  returnValues: ReturnValues,
  runtime: Runtime,
): Promise<StoredItem | undefined> {
  return execute<StoredItem | undefined>(
    {
      prepare: async () => ({
        parts: [{ own: [], apart: writes.map((write) => ({ write, explain: () => [] })) }],
        returnValues,
        doubt: () => ({
          operation: 'update',
          stores: {},
          generated: [],
          versionField: undefined,
          expectedVersion: undefined,
        }),
        finish: (item) => item,
      }),
      forget: () => {},
    },
    runtime,
  )
}
