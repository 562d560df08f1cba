import type { Attributes, Transaction } from '../model/operation.js'
import type { Single } from '../model/perform.js'
import type { EntityShape, Shape } from '../model/shape.js'

const thing: EntityShape = {
  key: ['id'],
  isVersioned: true,
  expires: true,
  spells: true,
  shows: false,
  watches: false,
  uniques: [
    { name: 'u0', attributes: ['a'], scope: ['t'], unless: true },
    { name: 'u1', attributes: ['b'], scope: [], normalize: 'lowercase', namespace: 'names' },
  ],
  pointers: [{ name: 'p0', attribute: 'at', scope: ['t'], order: 'max', stale: 'skip', advance: 'with' }],
  sequence: { scope: ['t'], start: 1, step: 1, isText: true },
  refers: true,
  index: { pk: ['t'], sk: ['a'] },
}

/** Everything that takes more than one item: guards, shared ones too, a pointer, numbers without gaps, a reference. */
export const SHAPE: Shape = {
  hasSortKey: true,
  renamed: false,
  thing,
  other: {
    key: ['id'],
    isVersioned: false,
    expires: false,
    spells: false,
    shows: false,
    watches: false,
    uniques: [{ name: 'u0', attributes: ['a'], scope: [], normalize: 'lowercase', namespace: 'names' }],
    pointers: [],
  },
}

const key = (id: string): Attributes => ({ id })

const operations: readonly (Single | Transaction)[] = [
  { op: 'create', of: 'other', item: { id: 'o', a: 'Home' } },
  {
    op: 'create',
    of: 'thing',
    item: { id: 'a', t: 't1', a: 'x', b: 'X', at: 1, ref: 'o', ttl: 4_000_000_000 },
  },
  // Refused then, and whenever it is repeated.
  { op: 'create', of: 'other', item: { id: 'o', a: 'Elsewhere' } },
  { op: 'create', of: 'thing', item: { id: 'b', t: 't1', a: 'y', b: 'Y', at: 5 } },
  { op: 'update', of: 'thing', key: key('a'), changes: { set: { b: 'Z', at: 3 }, add: { count: 1 } } },
  {
    op: 'transaction',
    steps: [
      { op: 'update', of: 'thing', key: key('a'), changes: { set: { a: 'y' } } },
      { op: 'update', of: 'thing', key: key('b'), changes: { set: { a: 'x' } } },
      { op: 'increment', by: 1 },
      { op: 'check', of: 'other', key: key('o'), exists: true },
    ],
  },
  { op: 'update', of: 'thing', key: key('b'), changes: { add: { count: 5 } } },
  { op: 'put', of: 'thing', item: { id: 'b', t: 't1', a: 'w', at: 7 } },
  { op: 'upsert', of: 'thing', item: { id: 'c', t: 't2', a: 'x', b: 'home2' } },
  { op: 'modify', of: 'thing', key: key('c'), changes: { set: { gone: 1, t: 't1', at: 8 } } },
  { op: 'delete', of: 'thing', key: key('a') },
  {
    op: 'transaction',
    steps: [
      { op: 'create', of: 'thing', item: { id: 'd', t: 't1', a: 'y', b: 'Z', ref: 'o' } },
      { op: 'create', of: 'thing', item: { id: 'e', t: 't1', a: 'v' } },
      { op: 'put', of: 'other', item: { id: 'o', a: 'House' } },
      { op: 'increment', by: 2 },
    ],
  },
]

/** What is done, each with an idempotency key of its own. */
export const OPERATIONS: readonly (Single | Transaction)[] = operations.map((operation, at) => ({
  ...operation,
  once: `key-${at}`,
}))

/** How many requests all of it takes. */
export const REQUESTS = 27
