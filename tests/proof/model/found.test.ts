import { test } from 'vitest'
import type { Operation } from './operation.js'
import { proveSequence } from './prove-sequence.js'
import type { EntityShape, Shape } from './shape.js'

const plain: EntityShape = {
  key: ['id'],
  isVersioned: false,
  expires: false,
  spells: false,
  shows: false,
  watches: false,
  uniques: [],
  pointers: [],
}
const shape = (thing: Partial<EntityShape>, other: Partial<EntityShape> = {}): Shape => ({
  hasSortKey: true,
  renamed: false,
  thing: { ...plain, ...thing },
  other: { ...plain, ...other },
})
const a = { id: 'a', org: 'o' }
const b = { id: 'b', org: 'o' }
/** One of the two does not count while it is gone. */
const bothTakeX: Operation = {
  op: 'transaction',
  steps: [a, b].map((key) => ({ op: 'update', of: 'thing', key, changes: { set: { a: 'x' } } })),
  once: 'k1',
}

/** The smallest sequences that once went wrong, or that a rule of its own is about. */
const found: readonly (readonly [string, Shape, readonly Operation[]])[] = [
  [
    'a put of a model without constraints that meets nothing does not meet its condition',
    shape({}),
    [{ op: 'put', of: 'thing', item: a, where: 'x' }],
  ],
  [
    'and in a transaction',
    shape({}),
    [
      {
        op: 'transaction',
        steps: [
          { op: 'put', of: 'thing', item: a, where: 'x' },
          { op: 'create', of: 'other', item: a },
        ],
      },
    ],
  ],
  [
    'a check that wants an item beside a delete that finds none is refused, and not tried again',
    shape({}),
    [
      {
        op: 'transaction',
        steps: [
          { op: 'check', of: 'thing', key: a, exists: true },
          { op: 'delete', of: 'thing', key: a },
        ],
      },
    ],
  ],
  [
    'a repeat whose operations could not go together any more gives what the request left behind',
    shape({ uniques: [{ name: 'u0', attributes: ['a'], scope: [], unless: true }] }),
    [
      { op: 'create', of: 'thing', item: { ...a, a: 'z' } },
      { op: 'create', of: 'thing', item: { ...b, a: 'y', gone: 1 } },
      bothTakeX,
      { op: 'update', of: 'thing', key: a, changes: { set: { a: 'z' } } },
      { op: 'update', of: 'thing', key: b, changes: { set: { a: 'y' }, remove: ['gone'] } },
      bothTakeX,
    ],
  ],
  [
    'an idempotency key that was used with other input is what is wrong, whatever else is',
    shape({}),
    [
      { op: 'transaction', steps: [{ op: 'create', of: 'thing', item: a }], once: 'k1' },
      {
        op: 'transaction',
        steps: [
          { op: 'put', of: 'thing', item: b },
          { op: 'create', of: 'thing', item: b },
        ],
        once: 'k1',
      },
    ],
  ],
]

test.each(found)('%s', async (_, declared, operations) => {
  await proveSequence({ shape: declared, operations })
})
