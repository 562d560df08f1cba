import { FLIPS } from './admins.js'
import type { FlagValues } from './models.js'
import type { CachedReads } from './read-cached.js'

/** What the program saw while it ran. */
export interface Seen {
  /** The flags while nothing was stored. */
  readonly atFirst: FlagValues
  /** As the record of the release before has them. */
  readonly superseding: FlagValues
  /** After the first write. */
  readonly takenOver: FlagValues
  /** After the two admins. */
  readonly flipped: FlagValues
  readonly cached: CachedReads
  readonly visits: Readonly<Record<string, number>>
}

const same = ({ signupEnabled, darkMode, uploadLimit }: FlagValues, ...expected: unknown[]): boolean =>
  [signupEnabled, darkMode, uploadLimit].every((value, at) => value === expected[at])

/** What is wrong with what was seen; nothing where all is well. */
export function findFaults({ atFirst, superseding, takenOver, flipped, cached, visits }: Seen): string[] {
  // Each flip is a write and counts the revision up, and so do three of the five attempts to raise the limit.
  const writes = (flipped.revision ?? 0) - (takenOver.revision ?? 0)
  const checks: [boolean, string][] = [
    [same(atFirst, false, false, 10), 'nothing was stored, and the flags were not the defaults'],
    [same(superseding, true, false, 20), 'the record of the release before was not read'],
    [same(takenOver, true, true, 20), 'the record of the release before was not taken over'],
    [same(flipped, false, true, 23), 'the flags are not as the admins left them'],
    [writes === 2 * FLIPS + 3, `${writes} changes were stored, and there were ${2 * FLIPS + 3}`],
    [cached.requests === 1, `the cache sent ${cached.requests} requests, and one is enough`],
    [!cached.before.signupEnabled && cached.after.signupEnabled, 'the cache missed a change'],
    [visits['/'] === 40 && visits['/pricing'] === 20, 'visits were lost'],
  ]
  return checks.filter(([isRight]) => !isRight).map(([, fault]) => fault)
}
