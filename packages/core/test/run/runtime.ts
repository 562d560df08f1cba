import type { Doubt } from '../../src/interpret/judge-lost-answer.js'
import type { Explain } from '../../src/plan/assemble.js'
import type { StoredItem } from '../../src/plan/attribute-value.js'
import type { Write } from '../../src/plan/write.js'
import type { Hooks, Prepared, Runtime } from '../../src/run/execute.js'
import type { RetryPolicy } from '../../src/run/retry.js'
import { facts } from '../constraint/account.js'
import { FakeEnvironment } from '../fake-environment.js'
import type { RecordingStore } from '../recording-store.js'

export const policy: RetryPolicy = { attempts: 3, maxElapsedMs: 10_000, baseDelayMs: 10, maxDelayMs: 100 }

const NO_HOOKS: Hooks = {
  plan: undefined,
  retry: undefined,
  violation: undefined,
  request: undefined,
  warning: undefined,
}

export interface RuntimeOptions {
  readonly environment?: FakeEnvironment
  readonly retry?: RetryPolicy
  readonly hooks?: Partial<Hooks>
  readonly signal?: AbortSignal
}

export const runtimeOn = (store: RecordingStore, options: RuntimeOptions = {}): Runtime => ({
  store,
  environment: options.environment ?? new FakeEnvironment(),
  retry: options.retry ?? policy,
  hooks: { ...NO_HOOKS, ...options.hooks },
  keyFields: facts.keyFields,
  table: 'shop',
  context: { model: 'account', operation: 'update', signal: options.signal, attempt: 1 },
})

export const writeOn = (pk: string, given: Partial<Write> = {}): Write => ({
  action: 'Put',
  role: 'entity',
  table: 'shop',
  key: { pk: { S: pk }, sk: { S: pk } },
  condition: 'attribute_not_exists(#pk)',
  names: { '#pk': 'pk' },
  values: {},
  ...given,
})

export const NO_DOUBT: Doubt = {
  operation: 'update',
  stores: {},
  generated: [],
  versionField: undefined,
  expectedVersion: undefined,
}

/** A plan that is ready to be sent; it gives back the item that the store gave. */
export const preparedOf = (
  writes: readonly Write[],
  explains: readonly Explain[] = [],
  doubt: Doubt = NO_DOUBT,
): Prepared<StoredItem | undefined> => ({
  parts: [{ own: [], apart: writes.map((write, at) => ({ write, explain: explains[at] ?? (() => []) })) }],
  returnValues: 'ALL_NEW',
  doubt: () => doubt,
  finish: (item) => item,
})

/** What is thrown, or else the result. */
export async function thrown(running: Promise<unknown>): Promise<unknown> {
  try {
    return await running
  } catch (error) {
    return error
  }
}
