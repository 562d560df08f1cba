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
  [
    'of two equal values in one transaction the first is the pointer’s',
    shape({
      pointers: [{ name: 'p0', attribute: 'at', scope: [], order: 'max', stale: 'skip', advance: 'with' }],
    }),
    [
      {
        op: 'transaction',
        steps: [
          { op: 'create', of: 'thing', item: { ...b, at: 2 } },
          { op: 'create', of: 'thing', item: { ...a, at: 2 } },
          { op: 'create', of: 'thing', item: { id: 'c', at: 1 } },
        ],
      },
      { op: 'create', of: 'thing', item: { id: 'd', at: 2 } },
    ],
  ],
  [
    'an append-only stream takes ascending values of one transaction, and nothing of one that goes back',
    shape({
      pointers: [{ name: 'p0', attribute: 'at', scope: [], order: 'max', stale: 'reject', advance: 'with' }],
    }),
    [
      [1, 2],
      [3, 3],
      [4, 3],
      [2, 5],
    ].map(([one = 0, two = 0], at) => ({
      op: 'transaction',
      steps: [
        { op: 'create', of: 'thing', item: { id: `a${at}`, at: one } },
        { op: 'create', of: 'thing', item: { id: `b${at}`, at: two } },
      ],
    })),
  ],
  [
    'three items pass their values on in a ring',
    shape({ uniques: [{ name: 'u0', attributes: ['a'], scope: [] }] }),
    [
      ...['x', 'y', 'z'].map(
        (value): Operation => ({ op: 'create', of: 'thing', item: { id: value, a: value } }),
      ),
      {
        op: 'transaction',
        steps: ['y', 'z', 'x'].map((value, at) => ({
          op: 'update',
          of: 'thing',
          key: { id: ['x', 'y', 'z'][at] ?? '' },
          changes: { set: { a: value } },
        })),
      },
    ],
  ],
  [
    'an item that was expired does not get its value back from who took it over',
    shape({ expires: true, uniques: [{ name: 'u0', attributes: ['a'], scope: [] }] }),
    [
      { op: 'create', of: 'thing', item: { ...a, a: 'x', ttl: 1_000 } },
      { op: 'create', of: 'thing', item: { ...b, a: 'x', ttl: 4_000_000_000 } },
      { op: 'update', of: 'thing', key: a, changes: { set: { ttl: 4_000_000_000 } } },
      { op: 'update', of: 'thing', key: a, changes: { set: { a: 'y' } } },
      { op: 'delete', of: 'thing', key: a },
      { op: 'update', of: 'thing', key: b, changes: { set: { ttl: 4_000_000_001 } } },
    ],
  ],
]

test.each(found)(
  '%s',
  async (_, declared, operations) => {
    await proveSequence({ shape: declared, operations })
  },
  60_000,
)
