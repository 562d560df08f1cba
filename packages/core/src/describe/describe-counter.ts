import type { KeyPrefixes } from '../constraint/constraint.js'
import type { CounterDefinition } from '../define/declare-counter.js'
import { SEPARATOR } from '../plan/own-key.js'
import type { CounterDescription, OperationDescription } from './description.js'

function operationsOf({ name, readShards }: CounterDefinition): readonly OperationDescription[] {
  const write = { when: {}, timing: 'with' } as const
  return [
    {
      name: 'increment',
      reads: [],
      writes: [{ ...write, action: 'Update', role: `increment of ${name}` }],
      requests: ['UpdateItem'],
    },
    {
      name: 'read',
      reads: [
        {
          request: 'BatchGetItem',
          role: 'shards',
          consistent: true,
          items: readShards,
          when: {},
          timing: 'before',
        },
      ],
      writes: [],
      requests: [],
    },
    {
      name: 'reset',
      reads: [],
      writes: [{ ...write, action: 'Delete', role: `reset of ${name}`, items: readShards }],
      requests: [readShards === 1 ? 'DeleteItem' : 'TransactWriteItems'],
    },
  ]
}

/** What a counter says of itself. */
export function describeCounter(definition: CounterDefinition, prefixes: KeyPrefixes): CounterDescription {
  const { service, name, scope, shards, readShards, origin } = definition
  const parts = [prefixes.counter, origin, ...scope.map((part) => `{${part}}`), '{shard}']
  return {
    kind: 'counter',
    service,
    name,
    scope,
    shards,
    readShards,
    key: parts.join(SEPARATOR),
    operations: operationsOf(definition),
  }
}
