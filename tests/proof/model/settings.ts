import { isLong } from '../length.js'

const env = process.env

/** How a property is run: `LATCHKEY_PROOF_SEED`, `_RUNS` and `_PATH` repeat what a failed run has printed. */
export interface Settings {
  readonly seed: number
  readonly numRuns: number
  readonly path?: string
}

/** Where everything that is drawn begins: the same each time in `npm test`, another each time in the long run. */
export const seedOfRun = (): number =>
  Number(env['LATCHKEY_PROOF_SEED'] ?? (isLong ? Date.now() % 2 ** 31 : 1))

export function settingsFor(runs: { readonly quick: number; readonly long: number }): Settings {
  const seed = seedOfRun()
  const numRuns = Number(env['LATCHKEY_PROOF_RUNS'] ?? (isLong ? runs.long : runs.quick))
  const path = env['LATCHKEY_PROOF_PATH']
  return { seed, numRuns, ...(path === undefined ? {} : { path }) }
}

/** For the name of a test, so that the seed is printed whatever comes of it. */
export const named = ({ seed, numRuns }: Settings): string => `seed ${seed}, ${numRuns} runs`
