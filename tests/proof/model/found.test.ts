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
]

test.each(found)('%s', async (_, declared, operations) => {
  await proveSequence({ shape: declared, operations })
})
