import type { Family, Operation } from './operation.js'
import { readingBack } from './steps.js'

/**
 * A write of the newer record. The older one is taken over ahead of it, by a request of its own, as a modify does that
 * changes nothing. With the check of the older record it is a transaction, which gives nothing back.
 */
function newer(name: string, run: Operation['run']): Operation {
  const { steps, ...operation } = readingBack(name, run, (db) => db.flagsV2.get({ consistent: true }))
  if (steps === undefined) return operation
  return {
    ...operation,
    steps: {
      because: `the older record is taken over by a request of its own, ahead of the write; ${steps.because}`,
      run: [(db) => db.flagsV2.modify(() => null), ...steps.run],
      join: ([, ...outcomes]) => steps.join(outcomes),
    },
  }
}

/** Singletons: one record, one that takes over from an older one, and a counter. */
export const settings: Family = {
  name: 'settings',
  seeds: [
    { name: 'nothing', plant: async () => undefined },
    { name: 'the older record', plant: (db) => db.flags.update({ set: { isOpen: true, banner: 'b' } }) },
    {
      name: 'both records and a count',
      plant: async (db) => {
        await db.flags.update({ set: { isOpen: true } })
        await db.flagsV2.update({ set: { limit: 30 } })
        await db.visits.increment(4)
      },
    },
  ],
  operations: [
    { name: 'update: banner', run: (db) => db.flags.update({ set: { banner: 'n' } }) },
    {
      name: 'update: banner, and then look at the newer',
      run: async (db) => [
        await db.flags.update({ set: { banner: 'seen' } }),
        await db.flagsV2.get({ consistent: true }),
      ],
      steps: {
        because: 'these are two operations, one after the other',
        run: [
          (db) => db.flags.update({ set: { banner: 'seen' } }),
          (db) => db.flagsV2.get({ consistent: true }),
        ],
        join: ([written, found]) => ({
          ok: [written, found].map((outcome) =>
            outcome !== undefined && 'ok' in outcome ? outcome.ok : outcome,
          ),
        }),
      },
    },
    { name: 'update: open', run: (db) => db.flags.update({ set: { isOpen: true } }) },
    { name: 'update: add to the limit', run: (db) => db.flags.update({ add: { limit: 5 } }) },
    { name: 'update: no banner', run: (db) => db.flags.update({ remove: ['banner'] }) },
    { name: 'update at version 1', run: (db) => db.flags.update({ set: { limit: 11 } }, { version: 1 }) },
    {
      name: 'update where it is open',
      run: (db) =>
        db.flags.update({ set: { limit: 12 } }, { where: ({ isOpen }, { eq }) => eq(isOpen, true) }),
    },
    {
      name: 'modify: the other way',
      run: (db) => db.flags.modify(({ isOpen }) => ({ set: { isOpen: !isOpen } })),
    },
    {
      name: 'modify: one more',
      run: (db) => db.flags.modify(({ limit }) => ({ set: { limit: limit + 1 } })),
    },
    {
      name: 'modify: only if closed',
      run: (db) => db.flags.modify(({ isOpen }) => (isOpen ? null : { set: { banner: 'c' } })),
    },
    { name: 'get', run: (db) => db.flags.get({ consistent: true }) },
    {
      name: 'update in a transaction with a count',
      run: (db) =>
        db.$transaction((tx) => {
          tx.flags.update({ set: { banner: 't' } })
          tx.visits.increment(2)
        }),
    },
    {
      name: 'read in a transaction, and count',
      run: (db) =>
        db.$transaction(async (tx) => {
          const { limit } = await tx.flags.get()
          tx.visits.increment(limit)
        }),
    },
    newer('the newer: update', (db) => db.flagsV2.update({ set: { signup: 's' } })),
    newer('the newer: add to the limit', (db) => db.flagsV2.update({ add: { limit: 5 } })),
    newer('the newer: modify', (db) => db.flagsV2.modify(({ limit }) => ({ set: { limit: limit * 2 } }))),
    newer('the newer: update at version 1', (db) => db.flagsV2.update({ set: { limit: 9 } }, { version: 1 })),
    {
      name: 'the newer: read in a transaction, and count',
      run: (db) =>
        db.$transaction(async (tx) => {
          const { limit } = await tx.flagsV2.get()
          tx.visits.increment(limit)
        }),
    },
    {
      name: 'the newer: update in a transaction',
      run: (db) =>
        db.$transaction((tx) => {
          tx.flagsV2.update({ set: { banner: 'x' } })
          tx.visits.increment()
        }),
    },
    { name: 'count', run: (db) => db.visits.increment() },
    { name: 'read the count', run: (db) => db.visits.read() },
    { name: 'reset the count', run: (db) => db.visits.reset() },
  ],
  riskiest: [
    ['update: banner', 'update: open'],
    ['update: add to the limit', 'modify: one more'],
    ['modify: the other way', 'modify: the other way'],
    ['modify: only if closed', 'update: open'],
    ['update at version 1', 'modify: one more'],
    ['read in a transaction, and count', 'update: add to the limit'],
    ['the newer: update', 'the newer: modify'],
    ['the newer: update', 'update: banner, and then look at the newer'],
    ['the newer: read in a transaction, and count', 'the newer: add to the limit'],
    ['count', 'reset the count'],
  ],
  triples: [
    ['the newer: update', 'the newer: add to the limit', 'update: banner'],
    ['the newer: modify', 'the newer: update', 'modify: one more'],
    ['modify: one more', 'modify: the other way', 'update: add to the limit'],
    ['count', 'reset the count', 'read the count'],
  ],
}
